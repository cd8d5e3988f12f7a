import { NO_TOTALS, type TotalsItem } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useZone } from '../../kernel/formats/use-zone.ts';
import type { Period } from '../../kernel/period/period.ts';
import { periodKey, rereadMs } from '../../kernel/queries/moving-period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useOverviewScope } from './scope.ts';

/** Totals of all vehicles of an overview, and the period that they are of: its end may move with the clock. */
export interface CountedTotals {
  readonly totals: TotalsItem;
  readonly period: Period;
}
export interface TotalsQuery {
  readonly now: UseQueryResult<CountedTotals>;
  /** Of the compared period; undefined = not known yet. */
  readonly before: TotalsItem | undefined;
}

/** Widgets share the answer: one question for each period. */
export function useTotals(): TotalsQuery {
  const { period, compared, groupIds } = useOverviewScope();
  const now = useTotalsOf(period, groupIds);
  const before = useTotalsOf(compared, groupIds).data?.totals;
  return { now, before };
}

function useTotalsOf(period: Period, groupIds: readonly number[]): UseQueryResult<CountedTotals> {
  const { client } = useServices();
  const zone = useZone();
  return useQuery<CountedTotals>({
    queryKey: ['overview', 'totals', ...periodKey(period), ...groupIds],
    refetchInterval: rereadMs(period),
    queryFn: async ({ signal }) => {
      const query = { ...period, groupIds, zone, sum: true };
      const [totals = NO_TOTALS] = valueOf(await client.reports.list('totals', query, signal));
      return { totals, period };
    },
  });
}
