import { SCORED_SUMS, type ScoredSums } from './rated-kinds.ts';

/** Sums of nothing. */
export const NO_SCORED: ScoredSums = {
  distance: 0,
  moving: 0,
  engineHours: 0,
  idle: 0,
  over10: 0,
  over20: 0,
  over50: 0,
  overMore: 0,
  night: 0,
  offHours: 0,
  brakings: 0,
  severeBrakings: 0,
  accelerations: 0,
  severeAccelerations: 0,
  cornerings: 0,
  severeCornerings: 0,
  beltAlarms: 0,
  phoneAlarms: 0,
  longDrives: 0,
  watched: 0,
  limited: 0,
  timed: 0,
};

/** Adds sums: the score of several vehicles is that of their sums, never a mean of scores. */
export function addScored(a: ScoredSums, b: ScoredSums): ScoredSums {
  const sums: Record<keyof ScoredSums, number> = { ...NO_SCORED };
  for (const name of SCORED_SUMS) sums[name] = a[name] + b[name];
  return sums;
}

/** Returns the sums of a line of totals that a score is made of. */
export const scoredSums = (of: ScoredSums): ScoredSums => addScored(NO_SCORED, of);
