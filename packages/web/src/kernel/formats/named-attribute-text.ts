import type { AttributeValue, Language, NamedAttribute } from '@rastro/fleet';
import { centsText, numberText, ownSigns, readNumber } from '../../i18n/number-text.ts';

const CENTS = 100;
/** Decimals of a fuel consumption, or of a daily interest rate. */
const DIGITS = 4;
const NUMERIC: readonly NamedAttribute['is'][] = ['amount', 'cents', 'count', 'day', 'limit', 'share'];

export const isNumeric = ({ is }: NamedAttribute): boolean => NUMERIC.includes(is);

/** An attribute as it stands in a field, in the user's language. */
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
 * Parses a typed text; null = empty, NaN = not the number that was expected.
 * @param own Units allowed next to the number; absent = those of the attribute.
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
