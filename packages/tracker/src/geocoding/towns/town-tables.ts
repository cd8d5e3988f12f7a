/** Where something is. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Towns of the world as a k-d tree over points of the unit ball: no seam at the date line, no special case at the
 * poles. The tables are in memory that threads share.
 */
export interface TownTables {
  /** Three numbers each, in the order of the tree: the middle of a range parts it. */
  readonly points: Float32Array;
  /** Where the names end in `names`. */
  readonly nameEnds: Uint32Array;
  /** UTF-8. */
  readonly names: Uint8Array;
  /** Which of `regions` each is in. */
  readonly regionOf: Uint16Array;
  /** `Mato Grosso, BR`. */
  readonly regions: readonly string[];
}
export interface Town extends Point {
  readonly name: string;
  readonly region: string;
}

/** x, y, z on a ball of radius 1. */
export function onBall({ latitude, longitude }: Point): readonly [number, number, number] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

export function tablesOf(towns: readonly Town[]): TownTables {
  const balls = new Float32Array(towns.length * 3);
  for (const [at, town] of towns.entries()) balls.set(onBall(town), at * 3);
  const order = Uint32Array.from(towns.keys());
  sortAsTree(balls, order, 0);
  const regions = new Map<string, number>();
  const bytes = towns.reduce((sum, { name }) => sum + Buffer.byteLength(name), 0);
  const tables = {
    points: new Float32Array(new SharedArrayBuffer(towns.length * 12)),
    nameEnds: new Uint32Array(new SharedArrayBuffer(towns.length * 4)),
    names: new Uint8Array(new SharedArrayBuffer(bytes)),
    regionOf: new Uint16Array(new SharedArrayBuffer(towns.length * 2)),
  };
  const names = Buffer.from(tables.names.buffer);
  let end = 0;
  for (const [at, town] of order.entries()) {
    tables.points.set(balls.subarray(town * 3, town * 3 + 3), at * 3);
    end += names.write(towns[town]?.name ?? '', end);
    tables.nameEnds[at] = end;
    const region = towns[town]?.region ?? '';
    const known = regions.get(region) ?? regions.size;
    regions.set(region, known);
    tables.regionOf[at] = known;
  }
  return { ...tables, regions: [...regions.keys()] };
}

/** The middle of each range is where it belongs by the axis of its depth; what is lower stands before it. */
function sortAsTree(balls: Float32Array, order: Uint32Array, depth: number): void {
  if (order.length < 2) return;
  const middle = order.length >> 1;
  select(balls, order, { middle, axis: depth % 3 });
  sortAsTree(balls, order.subarray(0, middle), depth + 1);
  sortAsTree(balls, order.subarray(middle + 1), depth + 1);
}

/** Puts the one in its place that would be in the middle of the sorted, with all lower ones before it (Hoare). */
function select(
  balls: Float32Array,
  order: Uint32Array,
  { middle, axis }: { readonly middle: number; readonly axis: number },
): void {
  const along = (at: number): number => balls[(order[at] ?? 0) * 3 + axis] ?? 0;
  let [from, to] = [0, order.length - 1];
  while (from < to) {
    const pivot = along((from + to) >> 1);
    let [low, high] = [from, to];
    while (low <= high) {
      while (along(low) < pivot) low++;
      while (along(high) > pivot) high--;
      if (low > high) break;
      const swapped = order[low] ?? 0;
      order[low++] = order[high] ?? 0;
      order[high--] = swapped;
    }
    if (middle <= high) to = high;
    else if (middle >= low) from = low;
    else return;
  }
}
