import type { AttributeValue, Language, NamedAttribute } from '@rastro/fleet';
import { centsText, numberText, ownSigns, readNumber } from '../../i18n/number-text.ts';

const CENTS = 100;
/** What a consumption, or the interest of a day, may be told with. */
const DIGITS = 4;
const NUMERIC: readonly NamedAttribute['is'][] = ['amount', 'cents', 'count', 'day', 'limit', 'share'];

export const isNumeric = ({ is }: NamedAttribute): boolean => NUMERIC.includes(is);

/** An attribute as it stands in a field, in the person's language. */
export function namedAttributeText(
  value: AttributeValue | undefined,
  { is }: NamedAttribute,
  language: Language,
): string {
  if (value === undefined || value === null || typeof value === 'object') return '';
  if (typeof value !== 'number') return String(value);
  return is === 'cents' ? centsText(value, language) : numberText(value, language, DIGITS);
}

/**
 * What a typed text means; null = nothing was typed, not a number = a number was wanted and is none.
 * @param own What may stand beside the number; absent = as the attribute says.
 */
export function namedAttributeValue(
  text: string,
  attribute: NamedAttribute,
  language: Language,
  own: readonly string[] = signsOf(attribute, language),
): AttributeValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!isNumeric(attribute)) return trimmed;
  const number = readNumber(trimmed, language, own) ?? Number.NaN;
  return attribute.is === 'cents' ? Math.round(number * CENTS) : number;
}

function signsOf({ is }: NamedAttribute, language: Language): readonly string[] {
  if (is === 'cents') return ownSigns.money(language);
  return is === 'share' ? ownSigns.share : [];
}
