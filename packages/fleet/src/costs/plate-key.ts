const OLD_PLATE = /^[A-Z]{3}\d{4}$/;
const DIGIT_AT = 4;
const FIRST_LETTER = 65;

/**
 * Key by which plates of files and vehicles are compared: without dash and blanks, the old Brazilian form as the one of
 * the Mercosul, whose fifth character is a letter instead of a digit.
 * @example plateKey('abc-1234') // 'ABC1C34', as plateKey('ABC1C34')
 */
export function plateKey(text: string): string {
  const bare = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  if (!OLD_PLATE.test(bare)) return bare;
  const letter = String.fromCodePoint(FIRST_LETTER + Number(bare.charAt(DIGIT_AT)));
  return bare.slice(0, DIGIT_AT) + letter + bare.slice(DIGIT_AT + 1);
}
