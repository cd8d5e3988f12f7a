const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Makes an unguessable, URL-safe text.
 * @param length Characters; each carries 6 bits, so 22 characters are 132 bits.
 */
export function randomToken(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  let text = '';
  for (const byte of bytes) text += ALPHABET.charAt(byte & 63);
  return text;
}
