import {
  distanceIn,
  measureFormat,
  speedIn,
  type Knots,
  type LatLng,
  type MeasureFormat,
  type ReaderPreferences,
} from '@rastro/fleet';
import { formatCoordinates } from './coordinates.ts';

/** Settings by which this user reads numbers and dates. */
export type DisplayChoices = ReaderPreferences;

/** Everything that turns a value into text. Takes what entities carry; never rounds before the end. */
export interface Format extends MeasureFormat {
  /** Whole units are enough on the road. */
  speed(speed: Knots): string;
  /** A distance measured by hand: small ones in meters or feet. */
  length(metres: number): string;
  /** Square kilometers with two decimals (docs/reference/requirements.md SPEC §5 "Area display"). */
  area(squareMetres: number): string;
  /** A civil date, `YYYY-MM-DD`; another text as it is. */
  day(date: string): string;
  /** The day of a moment, without the year: `22/11`. */
  dayOf(at: number): string;
  time(at: number): string;
  dateTime(at: number): string;
  /** To the second, without the year: for lists of the last hours. */
  moment(at: number): string;
  /** `5 min ago`, in words of the language; the future counts as now. */
  since(at: number, now: number): string;
  coordinates(point: LatLng): string;
}

/** Below, a whole unit would be too coarse. */
const SHORT_M = { km: 1000, mi: 161, nmi: 185 } as const;
const METRES_PER_FOOT = 0.3048;
const STEPS = [
  { unit: 'year', ms: 365 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

export function createFormat(choices: DisplayChoices): Format {
  const measures = measureFormat(choices);
  return {
    ...measures,
    ...createMeasures(choices, measures),
    ...createTimes(choices),
    coordinates: (point) => formatCoordinates(point, choices.coordinateFormat, choices.language),
  };
}

function createMeasures(
  { language, speedUnit, distanceUnit }: DisplayChoices,
  { number, unit }: MeasureFormat,
): Pick<Format, 'area' | 'speed' | 'length'> {
  const squareKm = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  // Intl knows neither knots nor nautical miles nor square kilometers; the signs are the same in our languages.
  const road = (value: number, digits: number): string =>
    distanceUnit === 'nmi'
      ? `${number(value, digits)} NM`
      : unit(value, distanceUnit === 'mi' ? 'mile' : 'kilometer', digits);
  return {
    area: (squareMetres) => `${squareKm.format(squareMetres / 1_000_000)} km²`,
    speed: (speed) => {
      const value = speedIn(speed, speedUnit);
      if (speedUnit === 'kn') return `${number(value)} kn`;
      return unit(value, speedUnit === 'mph' ? 'mile-per-hour' : 'kilometer-per-hour');
    },
    length: (metres) => {
      const isShort = metres < SHORT_M[distanceUnit];
      if (isShort && distanceUnit === 'mi') return unit(metres / METRES_PER_FOOT, 'foot');
      if (isShort) return unit(metres, 'meter');
      const value = distanceIn(metres, distanceUnit);
      return road(value, value >= 100 ? 1 : 2);
    },
  };
}

function createTimes({
  language,
  hour12,
  zone: timeZone,
}: DisplayChoices): Pick<Format, 'day' | 'dayOf' | 'time' | 'dateTime' | 'moment' | 'since'> {
  const clock = { hour: '2-digit', minute: '2-digit', hour12, timeZone } as const;
  const days = { day: '2-digit', month: '2-digit' } as const;
  const time = new Intl.DateTimeFormat(language, clock);
  const dateTime = new Intl.DateTimeFormat(language, {
    ...days,
    year: 'numeric',
    ...clock,
    second: '2-digit',
  });
  const dayOf = new Intl.DateTimeFormat(language, { ...days, timeZone });
  const moment = new Intl.DateTimeFormat(language, { ...days, ...clock, second: '2-digit' });
  // Without a time zone the day would be the one before, west of Greenwich.
  const civil = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'auto' });
  return {
    day: (date) => {
      const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
      return Number.isNaN(at) ? date : civil.format(at);
    },
    dayOf: (at) => dayOf.format(at),
    time: (at) => time.format(at),
    dateTime: (at) => dateTime.format(at),
    moment: (at) => moment.format(at),
    since: (at, now) => {
      const age = Math.max(0, now - at);
      const step = STEPS.find(({ ms }) => age >= ms);
      return step === undefined
        ? relative.format(0, 'second')
        : relative.format(-Math.floor(age / step.ms), step.unit);
    },
  };
}
