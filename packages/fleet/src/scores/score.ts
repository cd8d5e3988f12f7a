import type { TotalsItem } from '../schemas/report-items.ts';
import {
  DEFAULT_SCORE_SETTINGS,
  SCORE_KINDS,
  type KindSettings,
  type ScoreKind,
  type ScoreSettings,
} from './score-settings.ts';

/** Unit of a rate: events per 100 km, per 100 hours of driving, or a share in per cent. */
export type RateUnit = 'per100Km' | 'per100Hours' | 'percent';

/** One kind of a score: its rate, and what it costs. */
export interface ScorePart {
  readonly kind: ScoreKind;
  /** Null = the tracker cannot show it; its weight is spread over the others. */
  readonly rate: number | null;
  readonly unit: RateUnit;
  /** Points that it can cost here. */
  readonly weight: number;
  /** Points that it costs, in tenths; those of all parts add up to 100 less the score. */
  readonly lost: number;
}
/** A score from 0 to 100, and what it is made of. */
export interface Score {
  /** In tenths; null = too short a distance or time to say anything. */
  readonly points: number | null;
  /** Range that holds 95 of 100 such scores, by chance alone; null as the points. */
  readonly low: number | null;
  readonly high: number | null;
  /** Far enough driven for a place in a ranking. */
  readonly isRanked: boolean;
  readonly parts: readonly ScorePart[];
}

/** Sums that a score needs. */
export type ScoredSums = Pick<
  TotalsItem,
  | 'distance'
  | 'moving'
  | 'engineHours'
  | 'idle'
  | 'over10'
  | 'over20'
  | 'over50'
  | 'overMore'
  | 'night'
  | 'offHours'
  | 'brakings'
  | 'severeBrakings'
  | 'accelerations'
  | 'severeAccelerations'
  | 'cornerings'
  | 'severeCornerings'
  | 'beltAlarms'
  | 'phoneAlarms'
  | 'longDrives'
  | 'watched'
  | 'limited'
  | 'timed'
>;

/** Less of the distance says nothing about harsh driving. */
const LEAST_WATCHED_M = 20_000;
const SEVERE = 2;
const HOUR_MS = 3_600_000;

/** An event rate has a number of events behind it, by which it may differ from driver to driver by chance. */
interface Rate {
  readonly rate: number | null;
  readonly unit: RateUnit;
  /** Events, as they count; null = it is a share of time or distance. */
  readonly events: number | null;
  /** Added to the rate by one event. */
  readonly each: number;
}

const share = (part: number, whole: number): Rate => ({
  rate: whole > 0 ? (part / whole) * 100 : null,
  unit: 'percent',
  events: null,
  each: 0,
});
const perDistance = (events: number, metres: number, least: number): Rate => ({
  rate: metres > 0 && metres >= least ? (events / metres) * 100_000 : null,
  unit: 'per100Km',
  events,
  each: metres > 0 ? 100_000 / metres : 0,
});

/** Kinds that are known only by alarms of a tracker; they stand last. */
const isReported = (kind: ScoreKind): boolean => kind === 'belt' || kind === 'phone';

function ratesOf(s: ScoredSums): Readonly<Record<ScoreKind, Rate>> {
  const harsh = (events: number, severe: number): Rate =>
    perDistance(events + SEVERE * severe, s.watched, LEAST_WATCHED_M);
  const alarms = (events: number): Rate =>
    // A tracker that has never reported one may not be able to.
    events > 0 ? perDistance(events, s.distance, 0) : { ...perDistance(0, s.distance, 0), rate: null };
  const hours = s.moving / HOUR_MS;
  return {
    speeding: share(s.over10 + 2 * s.over20 + 4 * s.over50 + 8 * s.overMore, s.limited),
    braking: harsh(s.brakings, s.severeBrakings),
    cornering: harsh(s.cornerings, s.severeCornerings),
    acceleration: harsh(s.accelerations, s.severeAccelerations),
    longDrives: {
      rate: hours > 0 ? (s.longDrives / hours) * 100 : null,
      unit: 'per100Hours',
      // Nobody drives for hours without a break by chance.
      events: null,
      each: 0,
    },
    night: share(s.night, s.moving),
    idling: share(s.idle, s.engineHours),
    offHours: share(s.offHours, s.timed),
    belt: alarms(s.beltAlarms),
    phone: alarms(s.phoneAlarms),
  };
}

/**
 * Returns the score of a driver, a vehicle or a group from its sums: the same sums and settings always give the same.
 * Each kind costs weight × rate / (rate + half): one more event always costs something, the tenth less than the first.
 */
export function scoreOf(sums: ScoredSums, settings: ScoreSettings = DEFAULT_SCORE_SETTINGS): Score {
  const rates = ratesOf(sums);
  const settingsOf = (kind: ScoreKind): KindSettings => settings.kinds[kind];
  const known = SCORE_KINDS.filter((kind) => !isReported(kind) && rates[kind].rate !== null);
  const all = known.reduce((sum, kind) => sum + settingsOf(kind).weight, 0);
  const costOf = (kind: ScoreKind, weight: number, rate: number | null): number =>
    rate === null || rate <= 0 ? 0 : (weight * rate) / (rate + settingsOf(kind).half);
  // What the other kinds have left is what alarms may cost, so that no tracker gains by its first one.
  let left = 100;
  const weights = SCORE_KINDS.map((kind) => {
    const { rate } = rates[kind];
    const whole = isReported(kind) ? left : all > 0 ? 10_000 / all : 0;
    const weight = rate === null ? 0 : (settingsOf(kind).weight / 100) * whole;
    left -= costOf(kind, weight, rate);
    return weight;
  });
  const lossOf = (at: number, rate: number | null): number => {
    const kind = SCORE_KINDS[at];
    return kind === undefined ? 0 : costOf(kind, weights[at] ?? 0, rate);
  };
  const exact = SCORE_KINDS.map((kind, at) => lossOf(at, rates[kind].rate));
  const lost = inTenths(exact);
  const parts = SCORE_KINDS.map((kind, at): ScorePart => ({
    kind,
    rate: rates[kind].rate,
    unit: rates[kind].unit,
    weight: weights[at] ?? 0,
    lost: lost[at] ?? 0,
  }));
  const isEnough = sums.distance >= settings.leastM && sums.moving >= settings.leastMs && all > 0;
  if (!isEnough) return { points: null, low: null, high: null, isRanked: false, parts };
  const points = tenths(100 - lost.reduce((a, b) => a + b, 0));
  const spread = (bound: (events: number) => number): number =>
    Math.hypot(
      ...SCORE_KINDS.map((kind, at) => {
        const { events, each, rate } = rates[kind];
        if (events === null || rate === null) return 0;
        return lossOf(at, bound(events) * each) - (exact[at] ?? 0);
      }),
    );
  return {
    points,
    low: tenths(Math.max(0, points - spread(upperBound))),
    high: tenths(Math.min(100, points + spread(lowerBound))),
    isRanked: sums.distance >= settings.rankedM,
    parts,
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Rounds to tenths so that the rounded values add up to the rounded sum: the largest remainders are rounded up. */
function inTenths(values: readonly number[]): readonly number[] {
  const whole = values.map((value) => Math.floor(value * 10));
  let left = Math.round(values.reduce((a, b) => a + b, 0) * 10) - whole.reduce((a, b) => a + b, 0);
  const byRemainder = values
    .map((value, at) => ({ at, rest: value * 10 - Math.floor(value * 10) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRemainder) {
    if (left <= 0) break;
    whole[at] = (whole[at] ?? 0) + 1;
    left--;
  }
  return whole.map((value) => value / 10);
}

/** Bounds of a number of events that happen by chance: so many were seen, 95 of 100 such bounds hold the true mean. */
const Z = 1.96;
const lowerBound = (n: number): number =>
  n <= 0 ? 0 : Math.max(0, n * (1 - 1 / (9 * n) - Z / (3 * Math.sqrt(n))) ** 3);
const upperBound = (n: number): number => (n + 1) * (1 - 1 / (9 * (n + 1)) + Z / (3 * Math.sqrt(n + 1))) ** 3;

/** The middle of scores, those without points left out; null = there are none. */
export function medianScore(scores: readonly Pick<Score, 'points'>[]): number | null {
  const points = scores.flatMap((score) => score.points ?? []).toSorted((a, b) => a - b);
  const middle = points.length / 2;
  const [low, high] = [points[Math.ceil(middle) - 1], points[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : tenths((low + high) / 2);
}
