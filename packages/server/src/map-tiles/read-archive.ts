import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { TileArchive } from '@rastro/fleet';
import { z } from 'zod';

/** Fields of an archive that browsers need before they request a tile. */
export type ArchiveHead = Omit<TileArchive, 'url'>;

const HEADER_BYTES = 127;
const MAX_METADATA_BYTES = 16_777_216;
const VECTOR_TILES = 1;
const E7 = 1e7;
export const UNPACK: Readonly<Record<number, (bytes: Buffer) => Promise<Buffer>>> = {
  1: (bytes) => Promise.resolve(bytes),
  2: promisify(gunzip),
  3: promisify(brotliDecompress),
};
const METADATA = z.looseObject({ attribution: z.string().catch('') });

/**
 * Reads the head of an archive of vector tiles, but not its tiles.
 * @throws with the fault of the file, when it is not one.
 * @source PMTiles specification, version 3: "Header" and "JSON metadata".
 */
export async function readArchive(path: string): Promise<ArchiveHead> {
  const file = await open(path);
  try {
    const bytesAt = async (position: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      if (bytesRead < length) throw new Error('is cut off');
      return buffer;
    };
    const header = await bytesAt(0, HEADER_BYTES);
    if (header.toString('latin1', 0, 7) !== 'PMTiles') throw new Error('is no PMTiles archive');
    if (header[7] !== 3) throw new Error('is a PMTiles archive of another version than 3');
    if (header[99] !== VECTOR_TILES) throw new Error('holds no vector tiles');
    const metadataBytes = Number(header.readBigUInt64LE(32));
    const unpack = UNPACK[header[97] ?? 0];
    if (unpack === undefined || metadataBytes > MAX_METADATA_BYTES) throw new Error('is packed unreadably');
    const metadata = await unpack(await bytesAt(Number(header.readBigUInt64LE(24)), metadataBytes));
    return {
      bounds: {
        west: header.readInt32LE(102) / E7,
        south: header.readInt32LE(106) / E7,
        east: header.readInt32LE(110) / E7,
        north: header.readInt32LE(114) / E7,
      },
      minZoom: header.readUInt8(100),
      maxZoom: header.readUInt8(101),
      attribution: METADATA.parse(JSON.parse(metadata.toString('utf8'))).attribution,
    };
  } finally {
    await file.close();
  }
}
