import type { MapBounds, MapStack } from './map-feed.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** Farther away vehicles touch everywhere, and a number at each pair would say nothing. */
const STACKS_FROM_ZOOM = 12;
/** Width of the world at zoom 0, px. */
const TILE_PX = 512;
/** So close they still touch three steps nearer: a click opens the fan (`map/pick-vehicles.ts`). */
const TOGETHER_PX = 14 / 2 ** 3;

interface Pile {
  readonly x: number;
  readonly y: number;
  count: number;
}

/** A place where several vehicles lie on one another and look like one. */
export function stacksOf(
  table: VehicleTable,
  visible: Uint8Array,
  { bounds, zoom }: { readonly bounds: MapBounds; readonly zoom: number },
): readonly MapStack[] {
  if (zoom < STACKS_FROM_ZOOM) return [];
  const reach = TOGETHER_PX / (TILE_PX * 2 ** Math.floor(zoom));
  const piles = new Map<string, Pile>();
  const [left, right] = [mercatorX(bounds.west), mercatorX(bounds.east)];
  const [top, bottom] = [mercatorY(bounds.north), mercatorY(bounds.south)];
  for (let slot = 0; slot < table.end; slot++) {
    if (visible[slot] !== 1) continue;
    const [x, y] = [table.x[slot] ?? 0, table.y[slot] ?? 0];
    if (y < top || y > bottom || x + Math.ceil(left - x) > right) continue;
    const pile = pileAt(piles, { x, y, reach });
    if (pile) pile.count += 1;
    else piles.set(keyOf(x / reach, y / reach), { x, y, count: 1 });
  }
  return [...piles.values()]
    .filter(({ count }) => count > 1)
    .map(({ x, y, count }) => ({ longitude: longitudeOf(x), latitude: latitudeOf(y), count }));
}

const keyOf = (column: number, row: number): string => `${Math.floor(column)}:${Math.floor(row)}`;

/** The pile that a place belongs to: in its own cell or in a neighboring one. */
function pileAt(
  piles: ReadonlyMap<string, Pile>,
  { x, y, reach }: { readonly x: number; readonly y: number; readonly reach: number },
): Pile | undefined {
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) {
      const pile = piles.get(keyOf(x / reach + column, y / reach + row));
      if (pile && Math.hypot(pile.x - x, pile.y - y) <= reach) return pile;
    }
  }
  return undefined;
}
