import type { LinesByOther, ScoreItem } from '@rastro/fleet';
import { medianOf } from '@rastro/fleet/scores';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Period } from '../period/period.ts';
import { useServices } from '../services.tsx';
import { inTurn } from './in-turn.ts';
import { periodKey, rereadMs } from './moving-period.ts';
import { valueOf } from './query-client.ts';

/** Key of everything that is made of scores. */
export const SCORES_KEY = ['scores'] as const;

/** Those that have a score: vehicles, drivers or groups. */
export type ScoredBy = 'device' | LinesByOther;
export interface RankingQuestion {
  readonly by: ScoredBy;
  /** Groups whose vehicles count, with all below; none = all vehicles. */
  readonly groupIds: readonly number[];
  /** Vehicles that count besides; absent = none. */
  readonly deviceIds?: readonly number[];
}

/** Scores of a period, as they compare with each other. */
export interface Ranking {
  /** Period of these scores: its end may move with the clock. */
  readonly period: Period;
  readonly scores: readonly ScoreItem[];
  /** Those that drove far enough, the best first; equal scores have equal places. */
  readonly ranked: readonly RankedScore[];
  readonly unranked: readonly ScoreItem[];
  /** Middle of those that are ranked; null = there are none. */
  readonly median: number | null;
}
export interface RankedScore {
  readonly item: ScoreItem;
  readonly points: number;
  /** 1 = best. */
  readonly place: number;
}

/** Ranking of vehicles, drivers or groups: one question to the server, the same that the report and its sheets ask. */
export function useRanking(
  period: Period,
  { by, groupIds, deviceIds = [] }: RankingQuestion,
  isEnabled = true,
): UseQueryResult<Ranking> {
  const { client } = useServices();
  return useQuery<Ranking>({
    queryKey: [...SCORES_KEY, 'ranking', by, groupIds, deviceIds, ...periodKey(period)],
    refetchInterval: rereadMs(period),
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const lines = by === 'device' ? {} : { by };
      return rankingOf(
        valueOf(
          await inTurn(
            () => client.reports.list('scores', { ...period, groupIds, deviceIds, ...lines }, signal),
            signal,
          ),
        ),
        period,
      );
    },
  });
}

function rankingOf(scores: readonly ScoreItem[], period: Period): Ranking {
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
    period,
    scores,
    ranked,
    unranked: scores.filter((item) => !isInList.has(item)),
    median: medianOf(compared),
  };
}
