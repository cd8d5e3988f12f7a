import { onBall, type Point, type TownTables } from './town-tables.ts';

/** The nearest town of a place. */
export interface NearTown {
  readonly name: string;
  /** `Mato Grosso, BR`. */
  readonly region: string;
  readonly metres: number;
  /** From the town to the place, degrees clockwise from north. */
  readonly bearing: number;
}

const EARTH_M = 6_371_008;

/** Finds the nearest town of the offline list, in some millionths of a second. */
export class Towns {
  readonly #tables: TownTables;
  #asked: Ball = [0, 0, 0];
  #found = -1;
  #square = 0;

  constructor(tables: TownTables) {
    this.#tables = tables;
  }

  /** For other threads: what they share. */
  get tables(): TownTables {
    return this.#tables;
  }

  /** @param withinM Null when there is none as near. */
  nearest(place: Point, withinM: number): NearTown | null {
    this.#asked = onBall(place);
    this.#found = -1;
    this.#square = chordSquare(withinM);
    this.#search(0, this.#tables.nameEnds.length, 0);
    const found = this.#found;
    if (found < 0) return null;
    return {
      name: this.#nameOf(found),
      region: this.#tables.regions[this.#tables.regionOf[found] ?? -1] ?? '',
      metres: 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(this.#square) / 2)),
      bearing: bearingOf(this.#ballOf(found), this.#asked),
    };
  }

  /** Target and result are fields: reports search tens of thousands of times. */
  #search(from: number, to: number, axis: number): void {
    if (from >= to) return;
    const { points } = this.#tables;
    const middle = from + ((to - from) >> 1);
    const [x, y, z] = this.#asked;
    const at = middle * 3;
    const square =
      ((points[at] ?? 0) - x) ** 2 + ((points[at + 1] ?? 0) - y) ** 2 + ((points[at + 2] ?? 0) - z) ** 2;
    if (square < this.#square) {
      this.#square = square;
      this.#found = middle;
    }
    const across = (this.#asked[axis] ?? 0) - (points[at + axis] ?? 0);
    const next = axis === 2 ? 0 : axis + 1;
    if (across < 0) this.#search(from, middle, next);
    else this.#search(middle + 1, to, next);
    if (across * across >= this.#square) return;
    if (across < 0) this.#search(middle + 1, to, next);
    else this.#search(from, middle, next);
  }

  #ballOf(at: number): Ball {
    const { points } = this.#tables;
    return [points[at * 3] ?? 0, points[at * 3 + 1] ?? 0, points[at * 3 + 2] ?? 0];
  }
  #nameOf(at: number): string {
    const { names, nameEnds } = this.#tables;
    const [from, to] = [at === 0 ? 0 : (nameEnds[at - 1] ?? 0), nameEnds[at] ?? 0];
    return Buffer.from(names.buffer, names.byteOffset + from, to - from).toString('utf8');
  }
}

type Ball = readonly [number, number, number];

/** Straight through the ball instead of over it. */
const chordSquare = (metres: number): number =>
  metres >= Math.PI * EARTH_M ? Infinity : (2 * Math.sin(metres / EARTH_M / 2)) ** 2;

function bearingOf(from: Ball, to: Ball): number {
  const east = [-from[1], from[0]] as const;
  const flat = Math.hypot(...east);
  // At a pole everything is north or south of it.
  if (flat === 0) return from[2] > 0 ? 180 : 0;
  const alongEast = (to[0] * east[0] + to[1] * east[1]) / flat;
  const alongNorth = (to[2] - from[2] * (to[0] * from[0] + to[1] * from[1] + to[2] * from[2])) / flat;
  return ((Math.atan2(alongEast, alongNorth) * 180) / Math.PI + 360) % 360;
}
