/** CRC-16/ARC, as teltonika names it "CRC-16/IBM": polynomial 8005 reflected, start 0, no final XOR. */
export function crc16Ibm(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ (IBM[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return crc;
}

/** CRC-16/X-25, as gt06 names it "CRC-ITU": polynomial 1021 reflected, start FFFF, final XOR FFFF. */
export function crc16X25(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffff;
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ (CCITT[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return crc ^ 0xffff;
}

/** CRC-16/KERMIT: polynomial 1021 reflected, start 0, no final XOR. */
export function crc16Kermit(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0;
  for (let at = from; at < to; at++) crc = (crc >>> 8) ^ (CCITT[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return crc;
}

const IBM = tableOf(0xa001);
const CCITT = tableOf(0x8408);

function tableOf(reflectedPolynomial: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ reflectedPolynomial : crc >>> 1;
    return crc;
  });
}
