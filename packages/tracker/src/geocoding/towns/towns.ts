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

  constructor(tables: TownTables) {
    this.#tables = tables;
  }

  /** For other threads: what they share. */
  get tables(): TownTables {
    return this.#tables;
  }

  /** @param withinM Null when there is none as near. */
  nearest(place: Point, withinM: number): NearTown | null {
    const ball = onBall(place);
    const found = { at: -1, square: chordSquare(withinM) };
    this.#look(ball, { from: 0, to: this.#tables.nameEnds.length, depth: 0 }, found);
    if (found.at < 0) return null;
    const [x, y, z] = this.#ballOf(found.at);
    return {
      name: this.#nameOf(found.at),
      region: this.#tables.regions[this.#tables.regionOf[found.at] ?? -1] ?? '',
      metres: 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(found.square) / 2)),
      bearing: bearingOf([x, y, z], ball),
    };
  }

  #look(
    ball: Ball,
    { from, to, depth }: { readonly from: number; readonly to: number; readonly depth: number },
    found: { at: number; square: number },
  ): void {
    if (from >= to) return;
    const middle = from + ((to - from) >> 1);
    const [x, y, z] = this.#ballOf(middle);
    const square = (x - ball[0]) ** 2 + (y - ball[1]) ** 2 + (z - ball[2]) ** 2;
    if (square < found.square) {
      found.square = square;
      found.at = middle;
    }
    const axis = depth % 3;
    const across = (ball[axis] ?? 0) - (this.#tables.points[middle * 3 + axis] ?? 0);
    const lower = { from, to: middle, depth: depth + 1 };
    const upper = { from: middle + 1, to, depth: depth + 1 };
    this.#look(ball, across < 0 ? lower : upper, found);
    if (across ** 2 < found.square) this.#look(ball, across < 0 ? upper : lower, found);
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
