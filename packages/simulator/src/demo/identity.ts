import { randomFrom } from '../motion/random.ts';

/** No maker has this type code; the numbers are plainly made up. */
const PREFIX = '350000';

/**
 * A made-up IMEI with a valid check digit.
 * @param serial 0..99,999,999; each gives another IMEI.
 */
export function madeUpImei(serial: number): string {
  const digits = PREFIX + String(serial).padStart(8, '0');
  return digits + checkDigit(digits);
}

/** Luhn: every second digit from the right doubled, so that all digits add up to a multiple of ten. */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(digits.length - 1 - at));
    const doubled = at % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** A made-up Brazilian plate of the Mercosul form, `ABC1D23`. */
export function madeUpPlate(serial: number): string {
  const random = randomFrom(serial * 7919 + 17);
  const letter = (): string => String.fromCharCode(65 + Math.floor(random.between(0, 26)));
  const digit = (): string => String(Math.floor(random.between(0, 10)));
  return letter() + letter() + letter() + digit() + letter() + digit() + digit();
}
