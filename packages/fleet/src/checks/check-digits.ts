/** Checks of numbers that users copy from papers and labels. They only warn and reject nothing. */

const digitsOf = (text: string): readonly number[] => Array.from(text, Number);

/** The last digit makes the whole divisible by ten. @source ISO/IEC 7812-1, annex B */
function passesLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const doubled = at % 2 === 1 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/**
 * Whether an identifier could be read from the label. Trackers may identify themselves by anything; only what has
 * the length of an IMEI is checked as one.
 * @source 3GPP TS 23.003, annex B
 */
export function isPlausibleIdentifier(uniqueId: string): boolean {
  const text = uniqueId.trim();
  return !/^\d{15}$/.test(text) || passesLuhn(text);
}

/** A SIM card's number: 89, then up to 20 digits with their check digit; an F that fills the last place may follow. */
export function isIccid(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/g, '').replace(/f$/i, '');
  return /^89\d{16,18}$/.test(digits) && passesLuhn(digits);
}

const RENAVAM_WEIGHTS = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** The number of a vehicle's registration in Brazil; old ones have nine digits. @source Denatran, modulo 11 */
export function isRenavam(text: string): boolean {
  const plain = text.replaceAll(/[\s.-]/g, '');
  if (!/^\d{9,11}$/.test(plain) || /^0+$/.test(plain)) return false;
  const digits = digitsOf(plain.padStart(11, '0'));
  const sum = RENAVAM_WEIGHTS.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  return ((sum * 10) % 11) % 10 === digits[10];
}

/** Seventeen letters and digits without I, O and Q. Its check digit is American only. @source ISO 3779 */
export function isVin(text: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/i.test(text.replaceAll(/[\s-]/g, ''));
}
