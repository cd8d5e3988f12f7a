/** Address of a Brazilian postcode; fields that it does not determine are empty, as for a postcode of a whole town. */
export interface PostcodeAddress {
  /** Eight digits. */
  readonly postcode: string;
  readonly street: string;
  readonly district: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
}

/**
 * The digits of a postcode, in any format; null = not a postcode. @example postcodeDigits('01001-000') // '01001000'
 */
export function postcodeDigits(text: string): string | null {
  const digits = text.replaceAll(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) ? digits : null;
}
