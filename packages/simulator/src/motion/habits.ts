import type { LatLng } from '@rastro/fleet';
import { ahead, normal, toSpot, type Spot } from './plane.ts';
import { axisOf, cityPath } from './city-path.ts';
import { highwayPath, roadPath, wanderPath } from './open-path.ts';
import type { Path } from './path.ts';
import type { Random } from './random.ts';
import type { HomeArea } from './areas.ts';
import type { Stand } from './roads.ts';

/** Pattern of a vehicle's trips and breaks. */
export type Habit =
  /** City trips with breaks, in seconds. */
  | {
      readonly kind: 'city';
      readonly breakS: readonly [number, number];
      /** Maximum speed, whatever the street allows. */
      readonly maxKmh?: number;
    }
  /** To and fro between two areas. */
  | {
      readonly kind: 'road';
      readonly to: HomeArea;
      /** Where the road runs; absent = about straight. */
      readonly waypoints?: readonly LatLng[];
      readonly limitKmh: number;
      readonly haltEveryM: number;
      readonly breakS: readonly [number, number];
    }
  /** Over free ground or water. */
  | { readonly kind: 'wander'; readonly speedKmh: number; readonly breakS: readonly [number, number] }
  /** Never moves. `at`: meters east and north of the middle of its area; several may share a place. */
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
/** Slower vehicles make shorter trips. */
const USUAL_KMH = 30;
/** Distance of a yard from its street. */
const YARD_M = 16;

/** @returns The next trip; null = it does not move. */
export function nextTrip(habit: Habit, home: HomeArea, departure: Departure, random: Random): Path | null {
  if (habit.kind === 'parked') return null;
  if (habit.kind === 'city')
    return cityTrip(habit, home, departure, { lengthM: random.between(TRIP_M[0], TRIP_M[1]), random });
  if (habit.kind === 'wander') {
    const stepM = Math.max(2, habit.speedKmh / 3);
    const range = { radiusM: home.radiusM, speedKmh: habit.speedKmh, stepM };
    return wanderPath(range, departure, { lengthM: stepM * random.between(250, 900), random });
  }
  const { limitKmh, haltEveryM, waypoints } = habit;
  const trip = { backwards: departure.trips % 2 === 1, random };
  if (waypoints) {
    const places = waypoints.map((place) => toSpot(place, home.centre));
    return highwayPath(places, { limitKmh, haltEveryM, ...trip });
  }
  const to = toSpot(habit.to.centre, home.centre);
  return roadPath({ from: { x: 0, y: 0 }, to, limitKmh, swingM: ROAD_SWING_M, haltEveryM }, trip);
}

/** A trip through a town: along its streets where they are known. */
export function cityTrip(
  { maxKmh }: Extract<Habit, { readonly kind: 'city' }>,
  home: HomeArea,
  from: Stand,
  { lengthM, random }: { readonly lengthM: number; readonly random: Random },
): Path | null {
  if (home.roads) {
    const share = Math.min(1, (maxKmh ?? USUAL_KMH) / USUAL_KMH);
    return home.roads.trip(from, { lengthM: lengthM * share, maxKmh: maxKmh ?? null, random });
  }
  return cityPath(home, { spot: from.spot, axis: axisOf(from.course, home) }, { lengthM, random });
}

/** @returns Its place at the beginning. */
export function startStand(habit: Habit, home: HomeArea, random: Random): Stand {
  const course = normal(home.gridCourse + 90 * Math.floor(random.between(0, 4)));
  if (habit.kind === 'parked') return parkedAt(habit.at, home, course);
  if (habit.kind === 'road') {
    const [first] = habit.waypoints ?? [];
    return { spot: first ? toSpot(first, home.centre) : { x: 0, y: 0 }, course };
  }
  const angle = random.between(0, 2 * Math.PI);
  const away = home.radiusM * 0.7 * Math.sqrt(random.next());
  const spot = { x: Math.sin(angle) * away, y: Math.cos(angle) * away };
  return habit.kind === 'city' && home.roads ? home.roads.standNear(spot) : { spot, course };
}

/** Several may share a place; where streets are known it is next to one. */
function parkedAt(at: Spot, { roads }: HomeArea, course: number): Stand {
  if (!roads) return { spot: at, course };
  const street = roads.standNear(at);
  return { spot: ahead(street.spot, street.course + 90, YARD_M), course: street.course };
}
