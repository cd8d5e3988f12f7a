import { NO_TOTALS, type TotalsItem } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Period } from '../../../kernel/period/period.ts';
import { inTurn } from '../../../kernel/queries/in-turn.ts';
import { periodKey, rereadMs } from '../../../kernel/queries/moving-period.ts';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { WIDGETS_KEY } from './use-widget-query.ts';
import type { Scope } from './widget-props.ts';

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
export function useTotals(scope: Scope): TotalsQuery {
  const { period, compared } = scope;
  const now = useTotalsOf(scope, period, 'now');
  const before = useTotalsOf(scope, compared, 'before').data?.totals;
  return { now, before };
}

/** The end of the compared period moves with that of the period: the key of both is where they begin. */
function useTotalsOf(scope: Scope, of: Period, name: 'now' | 'before'): UseQueryResult<CountedTotals> {
  const { client } = useServices();
  const { period, deviceIds, groupIds, zone } = scope;
  return useQuery<CountedTotals>({
    queryKey: [
      WIDGETS_KEY,
      'totals',
      name,
      of.from.toISOString(),
      ...periodKey(period),
      deviceIds,
      groupIds,
      zone,
    ],
    gcTime: 0,
    refetchInterval: rereadMs(period),
    queryFn: async ({ signal }) => {
      const query = { ...of, deviceIds, groupIds, zone, sum: true };
      const [totals = NO_TOTALS] = valueOf(
        await inTurn(() => client.reports.list('totals', query, signal), signal),
      );
      return { totals, period: of };
    },
  });
}
