const BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** From here on the view that the built-in needs costs less than joining digits. */
const LONG = 8;

/** Lower-case hexadecimal digits of the bytes [at, at + size). */
export function hexOf(bytes: Uint8Array, at: number, size: number): string {
  if (size >= LONG) return bytes.subarray(at, at + size).toHex();
  let text = '';
  for (let end = at + size; at < end; at++) text += BYTES[bytes[at] ?? 0] ?? '';
  return text;
}

/** The same with the last byte first. */
export function reversedHexOf(bytes: Uint8Array, at: number, size: number): string {
  let text = '';
  for (let index = at + size - 1; index >= at; index--) text += BYTES[bytes[index] ?? 0] ?? '';
  return text;
}
