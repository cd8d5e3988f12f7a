import type { TileArchive } from '@rastro/fleet';

/** Reads one tile of a file; undefined = the file has none there. */
export interface TileReader {
  tile(at: TileAddress, signal: AbortSignal): Promise<ArrayBuffer | undefined>;
}
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}
/** Archives that reach equally deep, with what they cover together. */
export interface ArchiveGroup {
  readonly maxZoom: number;
  readonly minZoom: number;
  readonly bounds: TileArchive['bounds'];
  readonly attribution: string;
  readonly archives: readonly TileArchive[];
}

/**
 * Archives by how deep they reach, the shallow ones first: an overview of the world lies under the streets of a town,
 * and is stretched where it has nothing deeper. Those alike become one source, so that their number costs nothing.
 */
export function archiveGroups(archives: readonly TileArchive[]): readonly ArchiveGroup[] {
  const depths = [...new Set(archives.map(({ maxZoom }) => maxZoom))].toSorted((a, b) => a - b);
  return depths.map((maxZoom) => {
    const alike = archives.filter((archive) => archive.maxZoom === maxZoom);
    const credits = new Set(alike.map(({ attribution }) => attribution).filter((text) => text !== ''));
    return {
      maxZoom,
      minZoom: Math.min(...alike.map(({ minZoom }) => minZoom)),
      bounds: {
        west: Math.min(...alike.map(({ bounds }) => bounds.west)),
        south: Math.min(...alike.map(({ bounds }) => bounds.south)),
        east: Math.max(...alike.map(({ bounds }) => bounds.east)),
        north: Math.max(...alike.map(({ bounds }) => bounds.north)),
      },
      attribution: [...credits].join(' '),
      archives: alike,
    };
  });
}

/** The tile of the first archive that has one; an empty one where none has. Files that lie elsewhere are not opened. */
export async function firstTile(
  archives: readonly TileArchive[],
  readerOf: (url: string) => TileReader,
  at: TileAddress,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  for (const archive of archives) {
    if (!reaches(archive, at)) continue;
    const tile = await readerOf(archive.url).tile(at, signal);
    if (tile !== undefined) return tile;
  }
  return new ArrayBuffer(0);
}

function reaches({ bounds, minZoom, maxZoom }: TileArchive, { z, x, y }: TileAddress): boolean {
  const [west, east] = [longitudeOf(x, z), longitudeOf(x + 1, z)];
  const [north, south] = [latitudeOf(y, z), latitudeOf(y + 1, z)];
  const isNear = west < bounds.east && east > bounds.west && south < bounds.north && north > bounds.south;
  return z >= minZoom && z <= maxZoom && isNear;
}

const longitudeOf = (x: number, z: number): number => (x / 2 ** z) * 360 - 180;
const latitudeOf = (y: number, z: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
