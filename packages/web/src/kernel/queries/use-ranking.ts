import type { LinesByOther, ScoreItem } from '@rastro/fleet';
import { rankingOf, type RankedScores } from '@rastro/fleet/scores';
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
export interface Ranking extends RankedScores<ScoreItem> {
  /** Period of these scores: its end may move with the clock. */
  readonly period: Period;
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
      const ask = () => client.reports.list('scores', { ...period, groupIds, deviceIds, ...lines }, signal);
      return { ...rankingOf(valueOf(await inTurn(ask, signal))), period };
    },
  });
}
