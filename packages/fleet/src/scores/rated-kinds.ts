import { SCORE_KINDS, type ScoreKind, type ScoreSettings } from './score-settings.ts';
import { poissonRange } from './poisson-range.ts';

/**
 * Sums that a score is made of: meters, milliseconds, events; sums of sums are exact. `watched` is the part of `distance`
 * on which harsh driving is known, `limited` that of `moving` of vehicles with a speed limit, `timed` that of `distance`
 * of vehicles with hours of work.
 */
export const SCORED_SUMS = [
  'distance',
  'moving',
  'engineHours',
  'idle',
  'over10',
  'over20',
  'over50',
  'overMore',
  'night',
  'offHours',
  'brakings',
  'severeBrakings',
  'accelerations',
  'severeAccelerations',
  'cornerings',
  'severeCornerings',
  'beltAlarms',
  'phoneAlarms',
  'longDrives',
  'watched',
  'limited',
  'timed',
] as const;
export type ScoredSums = Readonly<Record<(typeof SCORED_SUMS)[number], number>>;

/** Unit of a rate. */
export const SCORE_UNITS = ['per100Km', 'per100Hours', 'percent'] as const;
export type ScoreUnit = (typeof SCORE_UNITS)[number];
export const UNIT_OF_KIND: Readonly<Record<ScoreKind, ScoreUnit>> = {
  speeding: 'percent',
  braking: 'per100Km',
  cornering: 'per100Km',
  acceleration: 'per100Km',
  longDrive: 'per100Hours',
  night: 'percent',
  idling: 'percent',
  offHours: 'percent',
  belt: 'per100Km',
  phone: 'per100Km',
};

/** A severe event counts as so many. */
const SEVERE_WEIGHT = 2;
/** Time in the four bands of speeding counts as so many times itself. */
const BAND_WEIGHTS = [1, 2, 4, 8] as const;
const HOUR_MS = 3_600_000;
const KM_M = 1000;

/** A kind of driving with its rate. */
export interface Rated {
  readonly kind: ScoreKind;
  /** Events; null = a share of time or distance. */
  readonly count: number | null;
  readonly rate: number;
  /** Bounds of 95 per cent of the rate; of a share it is the rate itself. */
  readonly range: readonly [number, number];
  /** Can be known from the records at all. */
  readonly isKnown: boolean;
}

/** Rates of all kinds. */
export const rated = (sums: ScoredSums, settings: ScoreSettings): readonly Rated[] =>
  SCORE_KINDS.map((kind) => ratedKind(kind, sums, settings));

function ratedKind(kind: ScoreKind, s: ScoredSums, { leastKm, leastHours }: ScoreSettings): Rated {
  const leastM = leastKm * KM_M;
  const leastMs = leastHours * HOUR_MS;
  const share = (part: number, whole: number, least: number): Rated => {
    const rate = whole > 0 ? (100 * part) / whole : 0;
    return { kind, count: null, rate, range: [rate, rate], isKnown: whole >= least };
  };
  const events = (light: number, severe: number, per: number, isKnown: boolean): Rated => {
    const each = per > 0 ? 1 / per : 0;
    const [low, high] = poissonRange(light, severe, SEVERE_WEIGHT);
    const rate = (light + SEVERE_WEIGHT * severe) * each;
    return { kind, count: light + severe, rate, range: [low * each, high * each], isKnown };
  };
  const per100Km = (metres: number): number => metres / (100 * KM_M);
  const harsh = (light: number, severe: number): Rated =>
    events(light, severe, per100Km(s.watched), s.watched >= leastM);
  // No alarm is no proof that the tracker would send one.
  const alarms = (count: number): Rated => events(count, 0, per100Km(s.distance), count > 0);
  const fast = [s.over10, s.over20, s.over50, s.overMore].reduce(
    (sum, ms, band) => sum + ms * (BAND_WEIGHTS[band] ?? 0),
    0,
  );
  const rates: Readonly<Record<ScoreKind, () => Rated>> = {
    speeding: () => share(fast, s.limited, leastMs),
    braking: () => harsh(s.brakings, s.severeBrakings),
    cornering: () => harsh(s.cornerings, s.severeCornerings),
    acceleration: () => harsh(s.accelerations, s.severeAccelerations),
    longDrive: (): Rated => {
      const breaches = events(s.longDrives, 0, s.moving / (100 * HOUR_MS), true);
      // Whoever drives on decides so: it is not by chance, as a harsh event on a short way is.
      return { ...breaches, range: [breaches.rate, breaches.rate] };
    },
    night: () => share(s.night, s.moving, 0),
    idling: () => share(s.idle, s.engineHours, leastMs),
    offHours: () => share(s.offHours, s.timed, leastM),
    belt: () => alarms(s.beltAlarms),
    phone: () => alarms(s.phoneAlarms),
  };
  return rates[kind]();
}
