import { MINUTE_MS } from '@rastro/base';
import type { DriverHours, DriverHoursPage, DriverMonth, OwnHours } from '@rastro/fleet/working-hours';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { isOfAll, type HoursView } from './hours-question.ts';

/** Everything about working hours: whatever is written touches all of it. */
export const HOURS_KEY = ['hours'] as const;
/** All that happened in a month is judged anew each time. */
const REREAD_MS = 5 * MINUTE_MS;
/** The most that the server gives at once. */
const WHOLE_PAGE = 100;

/** Pages of drivers now; all in one where their order needs all of them. */
export function useDriverHours(view: HoursView) {
  const { extension } = useServices();
  const isWhole = isOfAll(view);
  const text = view.text.trim();
  return useInfiniteQuery({
    queryKey: [...HOURS_KEY, 'list', text, isWhole],
    initialPageParam: '',
    refetchInterval: REREAD_MS,
    queryFn: async ({ pageParam, signal }): Promise<DriverHoursPage> => {
      const read = async (after: string, limit: number): Promise<DriverHoursPage> => {
        const query = { ...(text !== '' && { text }), ...(after !== '' && { after }), limit };
        return valueOf(await extension.hours.list(query, signal));
      };
      if (!isWhole) return read(pageParam, WHOLE_PAGE / 2);
      const drivers: DriverHours[] = [];
      for (let after: string | null = ''; after !== null;) {
        // Each page begins where the one before ended.
        // oxlint-disable-next-line no-await-in-loop
        const page: DriverHoursPage = await read(after, WHOLE_PAGE);
        drivers.push(...page.drivers);
        after = page.next;
      }
      return { drivers, next: null };
    },
    getNextPageParam: (page) => page.next,
  });
}

/** A month of a driver. @param month Empty = the present one of their base. */
export function useDriverMonth(driverId: number, month: string) {
  const { extension } = useServices();
  return useQuery<DriverMonth>({
    queryKey: [...HOURS_KEY, 'month', driverId, month],
    enabled: driverId > 0,
    queryFn: async ({ signal }) => valueOf(await extension.hours.month(driverId, month, signal)),
  });
}

/** Hours of the signed-in driver. @param month Empty = the present one of their base. */
export function useOwnHours(month: string) {
  const { extension } = useServices();
  return useQuery<OwnHours>({
    queryKey: [...HOURS_KEY, 'own', month],
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }) => valueOf(await extension.hours.own(month, signal)),
  });
}
