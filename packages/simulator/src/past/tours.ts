import type { HomeArea } from '../motion/areas.ts';
import { cityTrip, nextTrip, type Habit } from '../motion/habits.ts';
import type { Path } from '../motion/path.ts';
import { courseFrom, type Spot } from '../motion/plane.ts';
import { randomFrom, type Random } from '../motion/random.ts';
import type { Stand } from '../motion/roads.ts';
import { timePath, reversePath, type Grain, type TimedPath } from './timed-path.ts';

/** Ways from home over some stops and back: a round that ends where it began. */
export interface Tour {
  /** There and back, in the order of driving. */
  readonly legs: readonly TimedPath[];
}
/** Where a vehicle lives: meters east and north of the middle of its area. */
export interface Home {
  readonly spot: Spot;
  readonly course: number;
}
export interface TourPlan {
  readonly tours: number;
  /** Ways until it turns back. */
  readonly legs: number;
  readonly legM: readonly [number, number];
}
interface Place {
  readonly habit: Habit;
  readonly area: HomeArea;
  readonly home: Home;
}

/** The rounds that a vehicle knows, as ways; it drives them again and again, as vehicles do. */
export function roundsOf(place: Place, plan: TourPlan, seed: number): readonly (readonly Path[])[] {
  if (place.habit.kind === 'parked') return [];
  return Array.from({ length: plan.tours }, (_, number) => {
    const random = randomFrom(seed * 65_537 + number * 257 + 11);
    const out = outboundPaths(place, plan, random);
    return [...out, ...returnPaths(place, out, random)];
  });
}

/** Rounds with the time that they take. */
export const timedRounds = (rounds: readonly (readonly Path[])[], grain: Grain): readonly Tour[] =>
  rounds.map((ways) => ({ legs: ways.map((way) => timePath(way, grain)) }));

function outboundPaths(
  { habit, area, home }: Place,
  { legs, legM }: TourPlan,
  random: Random,
): readonly Path[] {
  const ways: Path[] = [];
  let stand: Stand = home;
  // A road leads to its other end at once.
  for (let leg = 0; leg < (habit.kind === 'road' ? 1 : legs); leg++) {
    const way =
      habit.kind === 'city'
        ? cityTrip(habit, area, stand, { lengthM: random.between(...legM), random })
        : nextTrip(habit, area, { ...stand, trips: 0 }, random);
    const end = way && endOf(way);
    if (!way || !end) break;
    ways.push(way);
    stand = end;
  }
  return ways;
}

/** Back over the same stops: along streets, some of which are driven one way only, else the same way. */
function returnPaths(
  { habit, area: { roads }, home }: Place,
  out: readonly Path[],
  random: Random,
): readonly Path[] {
  if (habit.kind !== 'city' || !roads) return out.toReversed().map(reversePath);
  const stops = out.flatMap((way) => endOf(way) ?? []);
  const ways: Path[] = [];
  let stand = stops.pop();
  for (const next of [...stops.toReversed(), home]) {
    const way = stand && roads.between(stand, next, { maxKmh: habit.maxKmh ?? null, random });
    if (!way) break;
    ways.push(way);
    stand = endOf(way) ?? next;
  }
  // A vehicle that does not find the way home returns as it came.
  return ways.length === out.length ? ways : out.toReversed().map(reversePath);
}

function endOf({ points }: Path): Stand | null {
  const [before, end] = [points.at(-2), points.at(-1)];
  return before && end ? { spot: { x: end.x, y: end.y }, course: courseFrom(before, end) } : null;
}
