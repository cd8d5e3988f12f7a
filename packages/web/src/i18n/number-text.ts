import {
  distanceIn,
  knots,
  moneySign,
  speedIn,
  type DistanceUnit,
  type Language,
  type SpeedUnit,
} from '@rastro/fleet';

export { centsText, moneySign } from '@rastro/fleet';

/** The sign that splits thousands. */
const GROUPING: Readonly<Record<Language, '.' | ','>> = { 'pt-BR': '.', es: '.', en: ',' };

/**
 * Reads a number as users write it, in their language or with the other decimal sign.
 * @param own What may stand before or behind it, as the field itself shows it: its currency or unit.
 * @returns null when it is none.
 * @example readNumber('1.234,5', 'pt-BR') // 1234.5
 * @example readNumber('12.5', 'pt-BR') // 12.5: no thousands are meant
 * @example readNumber('0.033', 'pt-BR') // 0.033: nothing begins with 0 thousands
 */
export function readNumber(text: string, language: Language, own: readonly string[] = []): number | null {
  const plain = withoutOwn(text.replaceAll(/\s/g, ''), own);
  if (!/^-?\d[\d.,]*$/.test(plain)) return null;
  const signs: readonly string[] = plain.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return Number(plain);
  const isGroup = (sign: string): boolean =>
    new RegExp(`^-?[1-9]\\d{0,2}(\\${sign}\\d{3})+$`).test(plain.split(sign === '.' ? ',' : '.')[0] ?? '');
  const isMixed = new Set(signs).size > 1;
  if (isMixed) {
    const group = last === '.' ? ',' : '.';
    if (signs.indexOf(last) !== signs.length - 1 || !isGroup(group)) return null;
    return Number(plain.replaceAll(group, '').replace(last, '.'));
  }
  if (signs.length > 1) return isGroup(last) ? Number(plain.replaceAll(last, '')) : null;
  return last === GROUPING[language] && isGroup(last)
    ? Number(plain.replace(last, ''))
    : Number(plain.replace(last, '.'));
}

/** Once, on one side: what stands on both is no number. */
function withoutOwn(text: string, own: readonly string[]): string {
  const lower = text.toLowerCase();
  const before = own.find((sign) => lower.startsWith(sign.toLowerCase()));
  if (before !== undefined) return text.slice(before.length);
  const behind = own.find((sign) => lower.endsWith(sign.toLowerCase()));
  return behind === undefined ? text : text.slice(0, -behind.length);
}

/** A number as it stands in a field: with the decimal sign of the language, without thousands. */
export function numberText(value: number, language: Language, maxDigits: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: maxDigits, useGrouping: false }).format(
    value,
  );
}

/**
 * Units that may be typed with money, speeds, distances and shares. Any other unit is an error: it would be another
 * value.
 */
export const ownSigns = {
  money: (language: Language): readonly string[] => [moneySign(language)],
  speed: (unit: SpeedUnit): readonly string[] => ({ kmh: ['km/h', 'kmh'], mph: ['mph'], kn: ['kn'] })[unit],
  distance: (unit: DistanceUnit): readonly string[] => [unit],
  share: ['%'],
  metres: ['m'],
  hours: ['h'],
} as const;

/** A speed limit as it stands in a field; one decimal is what a sign at the road needs. */
export function speedText(speedKn: number, unit: SpeedUnit, language: Language): string {
  return numberText(speedIn(knots(speedKn), unit), language, 1);
}

export const distanceText = (metres: number, unit: DistanceUnit, language: Language): string =>
  numberText(distanceIn(metres, unit), language, 1);
