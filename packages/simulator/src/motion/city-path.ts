import { ahead, gapM, type Spot } from './plane.ts';
import { pathOf, type Path, type Waypoint } from './path.ts';
import type { Random } from './random.ts';

/** Streets around the origin of the plane, laid out like a city: blocks of a grid that is turned as a whole. */
export interface StreetPlan {
  readonly radiusM: number;
  /** Course of the first axis, degrees. */
  readonly gridCourse: number;
}

interface Street {
  readonly limitKmh: number;
  readonly blockM: readonly [number, number];
  readonly lightChance: number;
}
const STREETS: readonly [Street, ...Street[]] = [
  { limitKmh: 38, blockM: [70, 130], lightChance: 0.12 },
  { limitKmh: 52, blockM: [110, 190], lightChance: 0.3 },
  { limitKmh: 60, blockM: [140, 260], lightChance: 0.22 },
  { limitKmh: 82, blockM: [350, 700], lightChance: 0.03 },
];

const STEP_M = 9;
const SHORTEST_BLOCK_M = 60;
const CORNER_STEP_DEG = 12;
const CORNER_KMH = 19;

/**
 * Drives through the streets from a place.
 * @param start Place and axis of the grid of the parked vehicle.
 * @param lengthM About how far to go.
 * @returns A path that ends with a stop, inside the radius.
 */
export function cityPath(
  plan: StreetPlan,
  start: { spot: Spot; axis: number },
  { lengthM, random }: { readonly lengthM: number; readonly random: Random },
): Path {
  const walker = new Walker(plan, start, random);
  let street: Street = STREETS[0];
  while (walker.walkedM < lengthM) {
    walker.block(street, walker.fitting(random.between(street.blockM[0], street.blockM[1])));
    const turn = walker.chooseTurn();
    if (turn !== 0) {
      walker.corner(turn);
      street = random.pick(STREETS);
    } else if (random.chance(street.lightChance)) walker.light();
  }
  return pathOf(walker.points);
}

/** The axis a path ends along, for the next one. */
export const axisOf = (course: number, { gridCourse }: StreetPlan): number =>
  Math.round((course - gridCourse) / 90);

class Walker {
  readonly points: Waypoint[] = [];
  walkedM = 0;
  #spot: Spot;
  #axis: number;
  readonly #plan: StreetPlan;
  readonly #random: Random;

  constructor(plan: StreetPlan, start: { spot: Spot; axis: number }, random: Random) {
    this.#plan = plan;
    this.#spot = start.spot;
    this.#axis = start.axis;
    this.#random = random;
    this.#put(STREETS[0].limitKmh);
  }

  get #course(): number {
    return this.#plan.gridCourse + this.#axis * 90;
  }

  /** Streets sway a little, and are back on their axis at the next crossing. */
  block(street: Street, blockM: number): void {
    const sway = this.#random.between(-5, 5);
    const steps = Math.max(1, Math.round(blockM / STEP_M));
    for (let step = 1; step <= steps; step++) {
      this.#go(this.#course + sway * Math.sin((2 * Math.PI * step) / steps), blockM / steps);
      this.#put(street.limitKmh);
    }
  }

  corner(turn: -1 | 1): void {
    const radiusM = turn > 0 ? this.#random.between(7, 10) : this.#random.between(11, 15);
    const arcM = (radiusM * CORNER_STEP_DEG * Math.PI) / 180;
    const from = this.#course;
    for (let turned = CORNER_STEP_DEG / 2; turned < 90; turned += CORNER_STEP_DEG) {
      this.#go(from + turn * turned, arcM);
      this.#put(CORNER_KMH);
    }
    this.#axis += turn;
  }

  light(): void {
    const last = this.points.pop();
    if (last) this.points.push({ ...last, waitS: Math.round(this.#random.between(8, 42)) });
  }

  /** -1 left, 0 straight on, 1 right; whatever keeps the vehicle in its area, else back towards the middle. */
  chooseTurn(): -1 | 0 | 1 {
    const straight = this.#random.chance(0.62);
    const side = this.#random.chance(0.5) ? 1 : -1;
    const wishes = straight ? ([0, side, -side] as const) : ([side, 0, -side] as const);
    const reach = (turn: number): number => this.#reach(turn, SHORTEST_BLOCK_M * 2);
    const wish = wishes.find((turn) => reach(turn) < this.#plan.radiusM);
    const nearest = wishes.toSorted((a, b) => reach(a) - reach(b))[0];
    return (wish ?? nearest ?? 0) as -1 | 0 | 1;
  }

  /** @returns A block of at most this length whose end is inside the area, if there is one. */
  fitting(blockM: number): number {
    let length = blockM;
    while (length > SHORTEST_BLOCK_M && this.#reach(0, length) > this.#plan.radiusM) length /= 2;
    return Math.max(length, SHORTEST_BLOCK_M);
  }

  /** Distance from the center at which a block in this direction ends. */
  #reach(turn: number, blockM: number): number {
    return gapM(ahead(this.#spot, this.#course + turn * 90, blockM), { x: 0, y: 0 });
  }

  #go(course: number, metres: number): void {
    this.#spot = ahead(this.#spot, course, metres);
    this.walkedM += metres;
  }

  #put(limitKmh: number): void {
    this.points.push({ ...this.#spot, limitKmh, waitS: 0 });
  }
}
