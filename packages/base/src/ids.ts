import { host } from './host.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Makes an unguessable, URL-safe text.
 * @param length Characters; each carries 6 bits, so 22 characters are 132 bits.
 */
export function randomToken(length: number): string {
  const bytes = host.randomBytes(length);
  let text = '';
  for (const byte of bytes) text += ALPHABET.charAt(byte & 63);
  return text;
}

/** Letters and digits that are not easily confused on paper or a screen: no 0, 1, I, L, O. */
const READABLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/**
 * Makes an unguessable text that is easy to read aloud and type.
 * @param length Characters; each carries almost 5 bits, so 12 characters are 59 bits.
 */
export function randomCode(length: number): string {
  const usable = 256 - (256 % READABLE.length);
  let text = '';
  while (text.length < length) {
    for (const byte of host.randomBytes(length)) {
      // The odd rest would make the first letters likelier than the others.
      if (byte < usable && text.length < length) text += READABLE.charAt(byte % READABLE.length);
    }
  }
  return text;
}
