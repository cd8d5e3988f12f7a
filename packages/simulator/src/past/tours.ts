import type { HomeArea } from '../motion/areas.ts';
import { axisOf, cityPath } from '../motion/city-path.ts';
import { nextTrip, type Habit } from '../motion/habits.ts';
import type { Path } from '../motion/path.ts';
import { courseFrom, type Spot } from '../motion/plane.ts';
import { randomFrom, type Random } from '../motion/random.ts';
import { timeWay, wayBack, type Grain, type TimedWay } from './timed-way.ts';

/** Ways from home over some stops and back the same way: a round that ends where it began. */
export interface Tour {
  /** There and back, in the order of driving. */
  readonly legs: readonly TimedWay[];
}
/** Where a vehicle lives: metres east and north of the middle of its area. */
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

/** The rounds that a vehicle knows; it drives them again and again, as vehicles do. */
export function toursOf(
  place: { readonly habit: Habit; readonly area: HomeArea; readonly home: Home },
  plan: TourPlan,
  { seed, grain }: { readonly seed: number; readonly grain: Grain },
): readonly Tour[] {
  if (place.habit.kind === 'parked') return [];
  return Array.from({ length: plan.tours }, (_, number) => {
    const random = randomFrom(seed * 65_537 + number * 257 + 11);
    const out = waysOut(place, plan, random);
    const ways = [...out, ...out.toReversed().map(wayBack)];
    return { legs: ways.map((way) => timeWay(way, grain)) };
  });
}

function waysOut(
  { habit, area, home }: { readonly habit: Habit; readonly area: HomeArea; readonly home: Home },
  { legs, legM }: TourPlan,
  random: Random,
): readonly Path[] {
  const ways: Path[] = [];
  let { spot, course } = home;
  // A road leads to its other end at once.
  for (let leg = 0; leg < (habit.kind === 'road' ? 1 : legs); leg++) {
    const start = { spot, axis: axisOf(course, area) };
    const way =
      habit.kind === 'city'
        ? cityPath(area, start, { lengthM: random.between(...legM), random })
        : nextTrip(habit, area, { spot, course, trips: 0 }, random);
    const end = way?.points.at(-1);
    const before = way?.points.at(-2);
    if (!way || !end || !before) break;
    ways.push(way);
    spot = end;
    course = courseFrom(before, end);
  }
  return ways;
}
