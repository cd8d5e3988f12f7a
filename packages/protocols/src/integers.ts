/** Big-endian, any size up to 8; above 2^53 the nearest number. */
export function unsigned(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let end = at + size; at < end; at++) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

/** Two's complement of the value's own size; exact as long as the value fits 53 bits. */
export function signed(bytes: Uint8Array, at: number, size: number): number {
  let value = ((bytes[at] ?? 0) << 24) >> 24;
  for (let index = at + 1; index < at + size; index++) value = value * 256 + (bytes[index] ?? 0);
  return value;
}
