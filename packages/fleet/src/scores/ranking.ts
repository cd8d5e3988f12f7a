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

/** Scores of vehicles, drivers or groups, as they compare with each other. */
export interface RankedScores<T> {
  readonly scores: readonly T[];
  /** Those that drove far enough, the best first; equal scores have equal places. */
  readonly ranked: readonly RankedScore<T>[];
  readonly unranked: readonly T[];
  /** Middle of those that are ranked; null = there are none. */
  readonly median: number | null;
}
export interface RankedScore<T> {
  readonly item: T;
  readonly points: number;
  /** 1 = best. */
  readonly place: number;
}

/** Those whom a line of scores is about. */
interface Scored extends Placed {
  readonly driverUniqueId: string | null;
  readonly groupId: number;
  readonly deviceId: number;
}
/** Compares the lines of a report of scores; a line that stands for nobody is not compared. */
export function rankingOf<T extends Scored>(scores: readonly T[]): RankedScores<T> {
  const compared = scores.filter(
    (item) => item.driverUniqueId !== null || item.groupId > 0 || item.deviceId > 0,
  );
  const sorted = compared
    .flatMap((item) => (item.isRanked && item.points !== null ? [{ item, points: item.points }] : []))
    .toSorted((a, b) => b.points - a.points);
  let place = 0;
  const ranked = sorted.map((each, at) => {
    if (each.points !== sorted[at - 1]?.points) place = at + 1;
    return { ...each, place };
  });
  const isInList = new Set(sorted.map(({ item }) => item));
  return {
    scores,
    ranked,
    unranked: scores.filter((item) => !isInList.has(item)),
    median: medianOf(compared),
  };
}
