import { constants, crc32, deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLOURS = 256;
/** Bits of a channel that are dropped, until the colors fit into a palette. */
const COARSER = [3, 4, 5] as const;

/** The picture as a PNG file of at most 256 colours: maps have few, and a mail is small. @source RFC 2083 */
export function encodePng({ width, height, pixels }: Canvas): Buffer {
  const { colours, indexes } = paletteOf(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(indexes.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(colours)),
    chunk('IDAT', deflateSync(rows, { level: 9, strategy: constants.Z_DEFAULT_STRATEGY })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function paletteOf(pixels: Uint8Array): {
  readonly colours: readonly number[];
  readonly indexes: Uint8Array;
} {
  for (const bits of COARSER) {
    const found = indexed(pixels, bits);
    if (found !== null) return found;
  }
  throw new Error('Cannot fit the colours of a picture into a palette');
}

function indexed(pixels: Uint8Array, bits: number) {
  const half = (1 << bits) >> 1;
  const indexes = new Uint8Array(pixels.length / 3);
  const known = new Map<number, number>();
  const colours: number[] = [];
  for (let at = 0; at < indexes.length; at++) {
    const [red = 0, green = 0, blue = 0] = [pixels[at * 3], pixels[at * 3 + 1], pixels[at * 3 + 2]];
    const key = ((red >> bits) << 16) | ((green >> bits) << 8) | (blue >> bits);
    let index = known.get(key);
    if (index === undefined) {
      index = known.size;
      if (index === MAX_COLOURS) return null;
      known.set(key, index);
      // White remains white.
      for (const channel of [red, green, blue])
        colours.push(Math.min(255, channel >= 250 ? 255 : ((channel >> bits) << bits) + half));
    }
    indexes[at] = index;
  }
  return { colours, indexes };
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
