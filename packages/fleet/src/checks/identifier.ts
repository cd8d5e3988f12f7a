const WRAPPED = /^="(.*)"$/s;
/** Separators that users and programs put between the digits of a long number. */
const BETWEEN = /[\s\u00a0\u202f.\-/]/g;
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?e\+?\d{1,3}$/i;

/**
 * Returns an identifier as the tracker sends it, from the form that a spreadsheet or a label gave it: `="350…"` and a
 * leading `'` keep a long number from being rounded, wide digits come from other keyboards, blanks from labels.
 * @example plainIdentifier('="350000000000014"') // '350000000000014'
 * @example plainIdentifier('35 000000 000001 4') // '350000000000014'
 */
export function plainIdentifier(text: string): string {
  const folded = text.replaceAll(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10)).trim();
  const unwrapped = (WRAPPED.exec(folded)?.[1] ?? folded).replace(/^'(?=\S)/, '').trim();
  const digits = unwrapped.replaceAll(BETWEEN, '');
  // Separators are removed only from numbers of the length of an IMEI: in other identifiers they may matter.
  return /^\d{14,17}$/.test(digits) ? digits : unwrapped;
}

/** A number that a spreadsheet has rounded: `3,52094E+14`. Its last digits are gone; nothing can bring them back. */
export const isRoundedNumber = (text: string): boolean => SCIENTIFIC.test(plainIdentifier(text));
