import { nextTurn } from '@rastro/base/host';
import type { LatLng, TileArchive } from '@rastro/fleet';
import { vectorRoads, type RoadLine } from '@rastro/simulator';
import { ArchiveTiles } from './archive-tiles.ts';

/** Streets are whole from here on; deeper tiles only say the same with more points. */
const ROAD_ZOOM = 15;
/** Of one town: a square of some ten kilometres at that zoom. */
const MAX_TILES = 220;
/** A net of more would take long to build at once. */
const MAX_LINES = 12_000;
const METRES_PER_DEGREE = 111_320;

/**
 * The streets of an archive around a place. One tile at a time, with other work of the event loop between two;
 * unreadable tiles are left out.
 */
export async function archiveRoads(
  { path, maxZoom }: Pick<TileArchive, 'maxZoom'> & { readonly path: string },
  { centre, radiusM }: { readonly centre: LatLng; readonly radiusM: number },
): Promise<readonly RoadLine[]> {
  const zoom = Math.min(maxZoom, ROAD_ZOOM);
  const tiles = await ArchiveTiles.open(path);
  try {
    const lines: RoadLine[] = [];
    for (const { column, row } of tilesAround(centre, radiusM, zoom)) {
      const bytes = await tiles.read(zoom, column, row).catch(() => null);
      if (bytes) lines.push(...roadsIn(bytes, { zoom, column, row }));
      if (lines.length > MAX_LINES) break;
      await nextTurn();
    }
    return lines;
  } finally {
    await tiles.close();
  }
}

function roadsIn(bytes: Buffer, tile: Parameters<typeof vectorRoads>[1]): readonly RoadLine[] {
  try {
    return vectorRoads(bytes, tile);
  } catch {
    return [];
  }
}

/** From the middle outwards, so that a limit leaves out what is farthest. */
function tilesAround(
  { latitude, longitude }: LatLng,
  radiusM: number,
  zoom: number,
): readonly { readonly column: number; readonly row: number }[] {
  const across = 2 ** zoom;
  const radians = (latitude * Math.PI) / 180;
  const x = ((longitude + 180) / 360) * across;
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * across;
  const reach = radiusM / ((METRES_PER_DEGREE * Math.cos(radians) * 360) / across);
  const steps = Math.ceil(reach);
  const found = [];
  for (let dx = -steps; dx <= steps; dx++)
    for (let dy = -steps; dy <= steps; dy++) {
      const [column, row] = [Math.floor(x) + dx, Math.floor(y) + dy];
      const away = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      if (away <= reach + 0.75) found.push({ column, row, away });
    }
  return found.toSorted((a, b) => a.away - b.away).slice(0, MAX_TILES);
}
