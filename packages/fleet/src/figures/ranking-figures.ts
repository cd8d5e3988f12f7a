import type { WidgetSettings } from '../layouts/layout.ts';
import type { ScoreItem } from '../schemas/report-items.ts';
import type { RankedScores } from '../scores/ranking.ts';
import type { WidgetContent } from './figure.ts';

export const RANKED_BY = ['driver', 'vehicle'] as const;
export type RankedBy = (typeof RANKED_BY)[number];

/** Those whom a ranking compares. */
export const rankedBy = ({ by }: WidgetSettings): RankedBy => (by === 'vehicle' ? by : 'driver');

/** Driving of nobody known has a line, and is no driver without a rank. */
const isSomebody = ({ driverUniqueId, deviceId }: ScoreItem): boolean =>
  driverUniqueId !== null || deviceId > 0;

/** Drivers or vehicles by their scores, the lowest first: those to talk to. Without one, neither figures nor rows. */
export function rankingContent({
  ranked,
  unranked,
  median,
}: Pick<RankedScores<ScoreItem>, 'ranked' | 'unranked' | 'median'>): WidgetContent {
  if (ranked.length === 0) return { figures: [], rows: [] };
  return {
    figures: [
      { name: 'ranking.median', value: median, unit: 'points' },
      { name: 'ranking.ranked', value: ranked.length, unit: 'count' },
      { name: 'ranking.unranked', value: unranked.filter(isSomebody).length, unit: 'count' },
    ],
    rows: ranked.toReversed().map(({ item, points }) => ({
      key: item.driverUniqueId ?? String(item.deviceId),
      name: item.driverName ?? item.driverUniqueId ?? item.deviceName,
      details: [{ quantity: { value: points, unit: 'points' } }],
    })),
  };
}
