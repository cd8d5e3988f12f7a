import { dateIn, type CivilDate } from '@rastro/fleet/billing';
import type { BudgetPage, ClosedMonth, CostPage, RecurringPage } from '@rastro/fleet/costs';
import { MINUTE_MS } from '@rastro/base';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useNow } from '../../ui/use-now.ts';
import { askedCosts, type CostView } from './cost-question.ts';

/** Everything about costs: whatever is written touches all of it. */
export const COSTS_KEY = ['costs'] as const;
const NONE: readonly ClosedMonth[] = [];
/** More than most companies have: they are sorted in the browser, by what only now is known. */
const BUDGET_PAGE = 200;

/** Pages of lines, the next one when it is asked for. */
export function useCosts(view: CostView) {
  const { extension } = useServices();
  const query = askedCosts(view);
  return useInfiniteQuery({
    queryKey: [...COSTS_KEY, 'list', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<CostPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.costs.list({ ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

/** Pages of what comes again. */
export function useRecurring({ text, deviceId }: Pick<CostView, 'text' | 'deviceId'>) {
  const { extension } = useServices();
  const query = {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(deviceId > 0 && { deviceId: [deviceId] }),
  };
  return useInfiniteQuery({
    queryKey: [...COSTS_KEY, 'recurring', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<RecurringPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.costs.recurring({ ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

/** Pages of budgets. */
export function useBudgets({ text }: Pick<CostView, 'text'>) {
  const { extension } = useServices();
  const query = { limit: BUDGET_PAGE, ...(text.trim() !== '' && { text: text.trim() }) };
  return useInfiniteQuery({
    queryKey: [...COSTS_KEY, 'budgets', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<BudgetPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.costs.budgets({ ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

/** Closed months of the company; the server checks them again. */
export function useClosedMonths(): readonly ClosedMonth[] {
  const { extension } = useServices();
  const { data } = useQuery<readonly ClosedMonth[]>({
    queryKey: [...COSTS_KEY, 'closed'],
    queryFn: async ({ signal }) => valueOf(await extension.costs.closedMonths(signal)),
  });
  return data ?? NONE;
}

/** The day in the zone of the reader. */
export function useToday(): CivilDate {
  return dateIn(useZone(), useNow(MINUTE_MS));
}
