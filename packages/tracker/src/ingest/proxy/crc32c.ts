/** Castagnoli's polynomial, bits reversed. Node has the other CRC-32 only. */
const POLYNOMIAL = 0x82_f6_3b_78;
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest >>> 0;
});

/** CRC-32C of bytes. @source RFC 3720, appendix B.4 */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}
