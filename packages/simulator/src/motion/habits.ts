import { toSpot, type Spot } from './plane.ts';
import { axisOf, cityPath } from './city-path.ts';
import { roadPath, wanderPath } from './open-path.ts';
import type { Path } from './path.ts';
import type { Random } from './random.ts';
import type { HomeArea } from './areas.ts';

/** How a vehicle spends its time. */
export type Habit =
  /** City trips with breaks, in seconds. */
  | { readonly kind: 'city'; readonly breakS: readonly [number, number] }
  /** To and fro between two areas. */
  | {
      readonly kind: 'road';
      readonly to: HomeArea;
      readonly limitKmh: number;
      readonly haltEveryM: number;
      readonly breakS: readonly [number, number];
    }
  /** Over free ground or water. */
  | { readonly kind: 'wander'; readonly speedKmh: number; readonly breakS: readonly [number, number] }
  /** Never moves. `at`: metres east and north of the middle of its area; several may share a place. */
  | { readonly kind: 'parked'; readonly at: Spot };

/** Where a vehicle is when it decides on its next trip. */
export interface Departure {
  readonly spot: Spot;
  readonly course: number;
  /** Trips made so far. */
  readonly trips: number;
}

const ROAD_SWING_M = 900;
const TRIP_M = [2500, 14_000] as const;

/** @returns The next trip; null = it stays where it is. */
export function nextTrip(habit: Habit, home: HomeArea, departure: Departure, random: Random): Path | null {
  if (habit.kind === 'parked') return null;
  if (habit.kind === 'city') {
    const start = { spot: departure.spot, axis: axisOf(departure.course, home) };
    return cityPath(home, start, { lengthM: random.between(TRIP_M[0], TRIP_M[1]), random });
  }
  if (habit.kind === 'wander') {
    const stepM = Math.max(2, habit.speedKmh / 3);
    const range = { radiusM: home.radiusM, speedKmh: habit.speedKmh, stepM };
    return wanderPath(range, departure, { lengthM: stepM * random.between(250, 900), random });
  }
  const to = toSpot(habit.to.centre, home.centre);
  const { limitKmh, haltEveryM } = habit;
  const road = { from: { x: 0, y: 0 }, to, limitKmh, swingM: ROAD_SWING_M, haltEveryM };
  return roadPath(road, { backwards: departure.trips % 2 === 1, random });
}

/** @returns Where it stands at the beginning. */
export function startSpot(habit: Habit, home: HomeArea, random: Random): Spot {
  if (habit.kind === 'parked') return habit.at;
  if (habit.kind === 'road') return { x: 0, y: 0 };
  const angle = random.between(0, 2 * Math.PI);
  const away = home.radiusM * 0.7 * Math.sqrt(random.next());
  return { x: Math.sin(angle) * away, y: Math.cos(angle) * away };
}
