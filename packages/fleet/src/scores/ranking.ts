import type { Score } from './score-of.ts';

type Placed = Pick<Score, 'points' | 'isRanked'>;

const rankedScores = (scores: readonly Placed[]): readonly number[] =>
  scores.flatMap(({ points, isRanked }) => (isRanked && points !== null ? [points] : []));

/** Place among all that are ranked, 1 = best; equal scores have equal places. Null = it is not ranked. */
export function rankOf(
  one: Placed,
  all: readonly Placed[],
): { readonly place: number; readonly of: number } | null {
  const { points, isRanked } = one;
  if (points === null || !isRanked) return null;
  const ranked = rankedScores(all);
  return { place: 1 + ranked.filter((other) => other > points).length, of: ranked.length };
}

/** Middle of the scores that are ranked: half are better. Null = there is none. */
export function medianOf(scores: readonly Placed[]): number | null {
  const sorted = rankedScores(scores).toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 ? high : Math.round(5 * (high + (sorted[middle - 1] ?? high))) / 10;
}
