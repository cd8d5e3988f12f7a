import type { ScoreItem } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { periodOf, type Period, type Place } from '../../kernel/period/period.ts';
import { periodKey } from '../../kernel/queries/moving-period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { SCORES_KEY } from '../../kernel/queries/use-ranking.ts';
import { useServices } from '../../kernel/services.tsx';

export const TREND_STEPS = ['week', 'month'] as const;
export type TrendStep = (typeof TREND_STEPS)[number];
const PERIODS = { week: ['thisWeek', 'lastWeek'], month: ['thisMonth', 'lastMonth'] } as const;
const COUNT = 12;

/** Vehicle or driver whose score is followed. */
export type TrendSubject = { readonly deviceIds: readonly [number] } | { readonly driver: string };

/** Score of a week or a month. */
export interface TrendPoint {
  readonly period: Period;
  readonly points: number | null;
  readonly distance: number;
}

/** Weeks or months of the calendar up to the end of a period, the oldest first. */
export function trendPeriods(step: TrendStep, { to }: Period, place: Place): readonly Period[] {
  const [now, before] = PERIODS[step];
  const periods = [periodOf({ preset: now }, to.getTime(), place)];
  for (let [first] = periods; first !== undefined && periods.length < COUNT; [first] = periods)
    periods.unshift(periodOf({ preset: before }, first.from.getTime(), place));
  return periods;
}

export function useTrend(
  subject: TrendSubject,
  step: TrendStep,
  period: Period,
): UseQueryResult<readonly TrendPoint[]> {
  const { client } = useServices();
  const place = usePlace();
  const periods = trendPeriods(step, period, place);
  const last = periods.at(-1);
  return useQuery<readonly TrendPoint[]>({
    queryKey: [...SCORES_KEY, 'trend', subject, step, ...(last === undefined ? [] : periodKey(last))],
    // One after the other: the server makes only so many reports of a user at once.
    queryFn: async ({ signal }) => {
      const points: TrendPoint[] = [];
      for (const each of periods) {
        const [item]: readonly ScoreItem[] = valueOf(
          await client.reports.list('scores', { ...each, ...subject }, signal),
        );
        points.push({ period: each, points: item?.points ?? null, distance: item?.sums.distance ?? 0 });
      }
      return points;
    },
  });
}
