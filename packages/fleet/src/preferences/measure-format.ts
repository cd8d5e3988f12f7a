import type { Language } from '../languages/language.ts';
import { distanceIn } from '../units/distance.ts';
import { moneyText } from './money-text.ts';
import type { ReaderPreferences } from './reader-preferences.ts';

/** Writes numbers, distances, times and money as their reader does, on screens and in files alike. */
export interface MeasureFormat {
  readonly number: (value: number, maxDigits?: number) => string;
  /** A number with a unit of `Intl`, e.g. `percent`, `liter`; `celsius` is shown in the user's own unit. */
  readonly unit: (value: number, unit: string, maxDigits?: number) => string;
  /** @param metres Written in the reader's unit, with a decimal only while it says something. */
  readonly distance: (metres: number) => string;
  readonly duration: (ms: number) => string;
  /** Integer cents. */
  readonly money: (cents: number) => string;
}
type Choices = Pick<ReaderPreferences, 'language' | 'distanceUnit' | 'temperatureUnit'>;

const LONG_HOURS = 100;

export function measureFormat(choices: Choices): MeasureFormat {
  const { language, distanceUnit } = choices;
  const { number, unit } = numbersIn(choices);
  const short = shortTimes(language);
  return {
    number,
    unit,
    distance: (metres) => {
      const value = distanceIn(metres, distanceUnit);
      const digits = value >= 100 ? 0 : 1;
      // Intl knows no nautical miles; the sign is the same in our languages.
      if (distanceUnit === 'nmi') return `${number(value, digits)} NM`;
      return unit(value, distanceUnit === 'mi' ? 'mile' : 'kilometer', digits);
    },
    duration: (ms) => {
      const minutes = Math.max(0, Math.floor(ms / 60_000));
      const hours = Math.floor(minutes / 60);
      if (hours === 0) return short(minutes, 'minute');
      // The minutes of four days do not matter.
      return hours >= LONG_HOURS
        ? short(hours, 'hour')
        : `${short(hours, 'hour')} ${short(minutes % 60, 'minute')}`;
    },
    money: (cents) => moneyText(cents, language),
  };
}

/** Formats are made once: a long table writes many numbers. */
function numbersIn({ language, temperatureUnit }: Choices): Pick<MeasureFormat, 'number' | 'unit'> {
  const numbers = new Map<number, Intl.NumberFormat>();
  const units = new Map<string, Intl.NumberFormat>();
  return {
    number: (value, maximumFractionDigits = 0) => {
      const made =
        numbers.get(maximumFractionDigits) ?? new Intl.NumberFormat(language, { maximumFractionDigits });
      numbers.set(maximumFractionDigits, made);
      return made.format(value);
    },
    unit: (given, named, maximumFractionDigits = 0) => {
      const isOther = named === 'celsius' && temperatureUnit === 'fahrenheit';
      const [value, name] = isOther ? [given * 1.8 + 32, 'fahrenheit'] : [given, named];
      const key = `${name}/${maximumFractionDigits}`;
      const made =
        units.get(key) ??
        new Intl.NumberFormat(language, { style: 'unit', unit: name, maximumFractionDigits });
      units.set(key, made);
      return name.startsWith('liter') ? litresText(made, value) : made.format(value);
    },
  };
}

/** `45,5 L`: in Portuguese and Spanish `Intl` writes a small l, which looks like a one; our files and titles write L. */
const litresText = (format: Intl.NumberFormat, value: number): string =>
  format
    .formatToParts(value)
    .map((part) => (part.type === 'unit' ? part.value.replace(/^l/, 'L') : part.value))
    .join('');

function shortTimes(language: Language): (value: number, unit: 'hour' | 'minute') => string {
  const named = (unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
  const formats = { hour: named('hour'), minute: named('minute') };
  return (value, unit) => formats[unit].format(value);
}
