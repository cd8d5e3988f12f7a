import type { LatLng } from '@rastro/fleet';
import type { TravelMatrix } from '@rastro/fleet/routing';

type Travel = Pick<TravelMatrix, 'seconds' | 'meters'>;
interface Entry extends Travel {
  readonly hour: number;
  /** Row of each place. */
  readonly rows: ReadonlyMap<string, number>;
  readonly count: number;
}

const HOUR_MS = 3_600_000;
const MAX_ENTRIES = 16;
/** About a meter. */
const keyOf = ({ latitude, longitude }: LatLng): string => `${latitude.toFixed(5)},${longitude.toFixed(5)}`;

/** Newest matrices of a router; one answers for all of its places in the same hour, in whatever order. */
export class MatrixCache {
  #entries: readonly Entry[] = [];

  find(places: readonly LatLng[], at: number): Travel | null {
    const keys = places.map(keyOf);
    const hour = Math.floor(at / HOUR_MS);
    const entry = this.#entries.find((each) => each.hour === hour && keys.every((key) => each.rows.has(key)));
    if (!entry) return null;
    const rows = keys.map((key) => entry.rows.get(key) ?? 0);
    const picked = (cells: Float64Array): Float64Array => {
      const out = new Float64Array(rows.length ** 2);
      for (const [row, from] of rows.entries())
        for (const [column, to] of rows.entries())
          out[row * rows.length + column] = cells[from * entry.count + to] ?? Infinity;
      return out;
    };
    return { seconds: picked(entry.seconds), meters: picked(entry.meters) };
  }

  store(places: readonly LatLng[], at: number, { seconds, meters }: Travel): void {
    const rows = new Map(places.map((place, row) => [keyOf(place), row]));
    const entry = {
      hour: Math.floor(at / HOUR_MS),
      rows,
      count: places.length,
      seconds: seconds.slice(),
      meters: meters.slice(),
    };
    this.#entries = [entry, ...this.#entries].slice(0, MAX_ENTRIES);
  }
}
