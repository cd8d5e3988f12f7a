import { HOUR_MS } from '@rastro/base';
import type { Habit } from '../motion/habits.ts';
import type { Random } from '../motion/random.ts';
import { kindOfDay, startOfDay } from './civil-day.ts';
import type { Tour, TourPlan } from './tours.ts';

/** Course of a working day. */
export interface Routine {
  /** Null = it does not drive. */
  readonly tours: TourPlan | null;
  /** When it leaves, hours of the civil day. */
  readonly leavesAt: number;
  /** No round begins that would end later. */
  readonly homeBy: number;
  readonly rounds: number;
  /** Seconds at a stop, and at home between two rounds. */
  readonly stopS: readonly [number, number];
  readonly restS: readonly [number, number];
}
/** A round that was driven: when it left, and how long it stood after each of its ways. */
export interface Outing {
  readonly tour: Tour;
  readonly leavesAt: number;
  /** Share of the calm driver's speed, for each way. */
  readonly paces: readonly number[];
  readonly stops: readonly number[];
}

/** Chance that it works at all. */
const ACTIVE = { workday: 0.96, saturday: 0.5, rest: 0.1 };
const DELIVERY: Routine = {
  tours: { tours: 4, legs: 2, legM: [2500, 8000] },
  leavesAt: 6.7,
  homeBy: 18,
  rounds: 2,
  stopS: [240, 1080],
  restS: [2400, 4500],
};
const SERVICE: Routine = {
  ...DELIVERY,
  tours: { tours: 4, legs: 2, legM: [4000, 12_000] },
  leavesAt: 7.8,
  homeBy: 19,
  rounds: 1,
  stopS: [1800, 5400],
};
const LINE: Routine = {
  tours: { tours: 1, legs: 2, legM: [7000, 9000] },
  leavesAt: 5.3,
  homeBy: 20.5,
  rounds: 3,
  stopS: [200, 420],
  restS: [3600, 7200],
};
const ROAD: Routine = { ...SERVICE, tours: { tours: 1, legs: 1, legM: [0, 0] }, leavesAt: 5, homeBy: 21 };
const WANDER: Routine = { ...SERVICE, tours: { tours: 4, legs: 1, legM: [0, 0] }, leavesAt: 7 };
const PARKED: Routine = { ...SERVICE, tours: null, rounds: 0 };

export function routineOf(habit: Habit): Routine {
  if (habit.kind === 'parked') return PARKED;
  if (habit.kind === 'road') return ROAD;
  if (habit.kind === 'wander') return WANDER;
  if (habit.breakS[1] <= 60) return LINE;
  return habit.breakS[1] <= 300 ? DELIVERY : SERVICE;
}

/**
 * Returns the outings of a vehicle on a civil day: rounds that end at home before `end`.
 * @param pace Of its driver: 1 = calm.
 * @param random Of this vehicle and day alone, so that any day can be made without the others.
 */
export function outingsOf(
  day: number,
  {
    routine,
    tours,
    pace,
  }: { readonly routine: Routine; readonly tours: readonly Tour[]; readonly pace: number },
  { end, random }: { readonly end: number; readonly random: Random },
): readonly Outing[] {
  if (!random.chance(ACTIVE[kindOfDay(day)])) return [];
  const latest = Math.min(end, startOfDay(day) + routine.homeBy * HOUR_MS);
  let leavesAt = startOfDay(day) + Math.round((routine.leavesAt + random.between(-0.35, 0.35)) * 3600) * 1000;
  const outings: Outing[] = [];
  const [first, ...others] = tours;
  if (!first) return [];
  for (let round = 0; round < routine.rounds; round++) {
    const tour = random.pick([first, ...others]);
    const paces = tour.legs.map(() => pace * random.between(0.95, 1.05));
    const stops = tour.legs.map((_, leg) =>
      Math.round(random.between(...(leg === tour.legs.length - 1 ? routine.restS : routine.stopS))),
    );
    const outing = { tour, leavesAt, paces, stops };
    const homeAt = endOf(outing);
    if (homeAt > latest) break;
    outings.push(outing);
    leavesAt = homeAt + (stops.at(-1) ?? 0) * 1000;
  }
  return outings;
}

/** When it is home again. */
function endOf({ tour, leavesAt, paces, stops }: Outing): number {
  const seconds = tour.legs.reduce(
    (sum, leg, at) =>
      sum + leg.durationS / (paces[at] ?? 1) + (at < tour.legs.length - 1 ? (stops[at] ?? 0) : 0),
    0,
  );
  return leavesAt + Math.ceil(seconds) * 1000;
}
