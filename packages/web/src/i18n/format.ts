import { toKmPerHour, toMilesPerHour, type Knots, type LatLng } from '@rastro/fleet';
import { formatCoordinates, type CoordinateFormat } from './coordinates.ts';
import type { Language } from './language.ts';
import type { DistanceUnit, SpeedUnit } from './units.ts';
import { centsText, moneySign } from './number-text.ts';

export type TemperatureUnit = 'celsius' | 'fahrenheit';
export type { DistanceUnit, SpeedUnit };

/** How this person reads numbers and dates. */
export interface DisplayChoices {
  readonly language: Language;
  readonly hour12: boolean;
  readonly speedUnit: SpeedUnit;
  readonly distanceUnit: DistanceUnit;
  readonly temperatureUnit: TemperatureUnit;
  readonly coordinateFormat: CoordinateFormat;
}

/** Everything that turns a value into text. Takes what entities carry; never rounds before the end. */
export interface Format {
  /** Whole units are enough on the road. */
  speed(speed: Knots): string;
  distance(metres: number): string;
  /** A distance measured by hand: small ones in metres or feet. */
  length(metres: number): string;
  /** Square kilometres with two decimals (SPEC §5 "Area display"). */
  area(squareMetres: number): string;
  number(value: number, maxDigits?: number): string;
  /** A number with a unit of `Intl`, e.g. `percent`, `liter`; `celsius` is told in the person's own unit. */
  unit(value: number, unit: string, maxDigits?: number): string;
  /** Integer cents. */
  money(cents: number): string;
  /** A civil date, `YYYY-MM-DD`; another text as it is. */
  day(date: string): string;
  duration(ms: number): string;
  time(at: number): string;
  dateTime(at: number): string;
  /** To the second, without the year: for lists of the last hours. */
  moment(at: number): string;
  /** `5 min ago`, in words of the language; the future counts as now. */
  since(at: number, now: number): string;
  coordinates(point: LatLng): string;
}

const METRES = { km: 1000, mi: 1000 / 0.621371, nmi: 1852 } as const;
/** Below, a whole unit would be too coarse. */
const SHORT_M = { km: 1000, mi: 161, nmi: 185 } as const;
const METRES_PER_FOOT = 0.3048;
const LONG_HOURS = 100;
const STEPS = [
  { unit: 'year', ms: 365 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

export function createFormat(choices: DisplayChoices): Format {
  const { language, hour12 } = choices;
  const numbers = new Map<number, Intl.NumberFormat>();
  const number = (value: number, maxDigits = 0): string => {
    let made = numbers.get(maxDigits);
    if (made === undefined) {
      made = new Intl.NumberFormat(language, { maximumFractionDigits: maxDigits });
      numbers.set(maxDigits, made);
    }
    return made.format(value);
  };
  const units = new Map<string, Intl.NumberFormat>();
  const unit = (given: number, named: string, maxDigits = 0): string => {
    const isOther = named === 'celsius' && choices.temperatureUnit === 'fahrenheit';
    const [value, name] = isOther ? [given * 1.8 + 32, 'fahrenheit'] : [given, named];
    const key = `${name}/${maxDigits}`;
    let made = units.get(key);
    if (made === undefined) {
      made = new Intl.NumberFormat(language, { style: 'unit', unit: name, maximumFractionDigits: maxDigits });
      units.set(key, made);
    }
    return made.format(value);
  };
  const short = (value: number, name: 'hour' | 'minute'): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  const clock = { hour: '2-digit', minute: '2-digit', hour12 } as const;
  const time = new Intl.DateTimeFormat(language, clock);
  const dateTime = new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    ...clock,
    second: '2-digit',
  });
  const squareKm = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const moment = new Intl.DateTimeFormat(language, {
    day: '2-digit',
    month: '2-digit',
    ...clock,
    second: '2-digit',
  });
  // Without a time zone the day would be the one before, west of Greenwich.
  const civil = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'auto' });

  return {
    number,
    unit,
    // Intl knows no square kilometre; the sign is the same in all our languages.
    area: (squareMetres) => `${squareKm.format(squareMetres / 1_000_000)} km²`,
    speed: (speed) => {
      if (choices.speedUnit === 'mph') return unit(toMilesPerHour(speed), 'mile-per-hour');
      // Intl knows no knot; the sign is the same in all our languages.
      if (choices.speedUnit === 'kn') return `${number(speed)} kn`;
      return unit(toKmPerHour(speed), 'kilometer-per-hour');
    },
    distance: (metres) => {
      const value = metres / METRES[choices.distanceUnit];
      const digits = value >= 100 ? 0 : 1;
      if (choices.distanceUnit === 'nmi') return `${number(value, digits)} NM`;
      return unit(value, choices.distanceUnit === 'mi' ? 'mile' : 'kilometer', digits);
    },
    length: (metres) => {
      const isShort = metres < SHORT_M[choices.distanceUnit];
      if (isShort && choices.distanceUnit === 'mi') return unit(metres / METRES_PER_FOOT, 'foot');
      if (isShort) return unit(metres, 'meter');
      const value = metres / METRES[choices.distanceUnit];
      const digits = value >= 100 ? 1 : 2;
      if (choices.distanceUnit === 'nmi') return `${number(value, digits)} NM`;
      return unit(value, choices.distanceUnit === 'mi' ? 'mile' : 'kilometer', digits);
    },
    money: (cents) => `${moneySign(language)} ${centsText(cents, language)}`,
    day: (date) => {
      const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
      return Number.isNaN(at) ? date : civil.format(at);
    },
    duration: (ms) => {
      const minutes = Math.max(0, Math.floor(ms / 60_000));
      const hours = Math.floor(minutes / 60);
      if (hours === 0) return short(minutes, 'minute');
      // Nobody reads the minutes of four days.
      return hours >= LONG_HOURS
        ? short(hours, 'hour')
        : `${short(hours, 'hour')} ${short(minutes % 60, 'minute')}`;
    },
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
    coordinates: (point) => formatCoordinates(point, choices.coordinateFormat, language),
  };
}
