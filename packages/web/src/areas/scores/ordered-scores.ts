import type { ScoreItem } from '@rastro/fleet';
import type { RankedScore } from '@rastro/fleet/scores';
import type { Ranking } from '../../kernel/queries/use-ranking.ts';

export const SCORE_ORDERS = ['best', 'worst', 'name', 'distance'] as const;
export type ScoreOrder = (typeof SCORE_ORDERS)[number];

/** Name that a line has by itself; null = it is of no driver, or of no group. */
export const nameOfScore = ({
  deviceId,
  deviceName,
  driverName,
  driverUniqueId,
  groupName,
}: ScoreItem): string | null => (deviceId > 0 ? deviceName : (driverName ?? driverUniqueId ?? groupName));

const byName = (a: ScoreItem, b: ScoreItem): number =>
  (nameOfScore(a) ?? '').localeCompare(nameOfScore(b) ?? '', undefined, { numeric: true });
const COMPARED: Readonly<Record<ScoreOrder, (a: ScoreItem, b: ScoreItem) => number>> = {
  best: (a, b) => (b.points ?? 0) - (a.points ?? 0) || byName(a, b),
  worst: (a, b) => (a.points ?? 0) - (b.points ?? 0) || byName(a, b),
  name: byName,
  distance: (a, b) => b.sums.distance - a.sums.distance || byName(a, b),
};

/** Lines with the words in their names, those with a rank apart from the others; lines of nobody come last. */
export function orderedScores(
  { ranked, unranked }: Pick<Ranking, 'ranked' | 'unranked'>,
  words: string,
  order: ScoreOrder,
): { readonly ranked: readonly RankedScore<ScoreItem>[]; readonly unranked: readonly ScoreItem[] } {
  const wanted = words.trim().toLocaleLowerCase();
  const isFound = (item: ScoreItem): boolean =>
    wanted === '' || (nameOfScore(item)?.toLocaleLowerCase().includes(wanted) ?? false);
  const isNobody = (item: ScoreItem): number => Number(nameOfScore(item) === null);
  return {
    ranked: ranked.filter(({ item }) => isFound(item)).toSorted((a, b) => COMPARED[order](a.item, b.item)),
    unranked: unranked.filter(isFound).toSorted((a, b) => isNobody(a) - isNobody(b) || COMPARED[order](a, b)),
  };
}
