/** Exact as doubles, so that a division by them rounds once. */
const POWERS: readonly number[] = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
/** Up to here digits fit a double exactly. */
const EXACT_DIGITS = 15;

/** A decimal number with an optional sign and fraction; null when the text is anything else. */
export function decimalOf(text: string): number | null {
  const first = text.charCodeAt(0);
  let at = first === 43 || first === 45 ? 1 : 0;
  let value = 0;
  let digits = 0;
  let point = -1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      value = value * 10 + code - 48;
      digits++;
    } else if (code === 46 && point < 0) point = digits;
    else return null;
  }
  if (digits === 0) return null;
  if (digits > EXACT_DIGITS) return Number(text);
  if (point >= 0) value /= POWERS[digits - point] ?? 1;
  return first === 45 ? 0 - value : value;
}

/** The same without a fraction, as devices write counts. */
export function wholeOf(text: string): number | null {
  const value = decimalOf(text);
  return value === null || !Number.isInteger(value) || text.includes('.') ? null : value;
}

/** Hexadecimal digits of up to 13 places; null when the text is anything else. */
export function hexNumberOf(text: string): number | null {
  if (text.length === 0 || text.length > 13) return null;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = hexDigit(text.charCodeAt(at));
    if (digit < 0) return null;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** `count` decimal digits from `at`; NaN when one is missing. */
export function digitsAt(text: string, at: number, count: number): number {
  let value = 0;
  for (let end = at + count; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Bit `bit` of a number of up to 53 bits. */
export const hasBit = (value: number, bit: number): boolean =>
  bit < 31 ? (value & (1 << bit)) !== 0 : Math.floor(value / 2 ** bit) % 2 === 1;
