import type { ScoreItem } from '@rastro/fleet';
import { medianOf, scoreOf, type ScoreSettings } from '@rastro/fleet/scores';

/** Score of a line, and whose it is. */
export interface PreviewPoint {
  readonly item: ScoreItem | null;
  readonly points: number;
}
/** Best, middle and worst of those that are ranked; of the middle nobody. */
export type PreviewRow = Readonly<Record<PreviewRank, PreviewPoint>>;
export const PREVIEW_RANKS = ['best', 'median', 'worst'] as const;
export type PreviewRank = (typeof PREVIEW_RANKS)[number];

/** Lines that a change of settings concerns, as they are and as they would be; null = nobody would be ranked. */
export interface Preview {
  readonly before: PreviewRow | null;
  readonly after: PreviewRow | null;
  /** Lines with a rank. */
  readonly ranked: Readonly<Record<'before' | 'after', number>>;
}

/**
 * Works out scores with other settings from the sums that the server has sent: the function is the one that the server
 * uses.
 * @param inForce Text of the settings that are changed: lines with other ones stay as they are, and are left out.
 */
export function previewOf(scores: readonly ScoreItem[], inForce: string, draft: ScoreSettings): Preview {
  const lines = scores.filter(
    ({ settings, driverUniqueId, deviceId, groupId }) =>
      settings === inForce && (driverUniqueId !== null || deviceId > 0 || groupId > 0),
  );
  const before = rankedOf(lines.map((item) => ({ item, ...pick(item) })));
  const after = rankedOf(lines.map((item) => ({ item, ...pick(scoreOf(item.sums, draft)) })));
  return {
    before: rowOf(before),
    after: rowOf(after),
    ranked: { before: before.length, after: after.length },
  };
}

interface Scored {
  readonly item: ScoreItem;
  readonly points: number | null;
  readonly isRanked: boolean;
}
const pick = ({ points, isRanked }: Pick<ScoreItem, 'points' | 'isRanked'>) => ({ points, isRanked });

const rankedOf = (scored: readonly Scored[]): readonly PreviewPoint[] =>
  scored
    .flatMap(({ item, points, isRanked }) => (isRanked && points !== null ? [{ item, points }] : []))
    .toSorted((a, b) => b.points - a.points);

function rowOf(ranked: readonly PreviewPoint[]): PreviewRow | null {
  const [best, worst] = [ranked[0], ranked.at(-1)];
  const median = medianOf(ranked.map(({ points }) => ({ points, isRanked: true })));
  if (best === undefined || worst === undefined || median === null) return null;
  return { best, worst, median: { item: null, points: median } };
}
