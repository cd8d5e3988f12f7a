import type { OrderPage, RoadOrderDetail } from '@rastro/fleet/orders';
import { dateIn } from '@rastro/fleet/billing';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useNow } from '../../ui/use-now.ts';
import { askedOrders, type OrderView } from './order-question.ts';

/** Everything about orders: whatever is written touches all of it. */
export const ORDERS_KEY = ['orders'] as const;
/** Others plan at the same time, and drivers report. */
export const AGAIN_MS = 20_000;
const MINUTE_MS = 60_000;

/** Pages of orders, the next one when it is asked for. */
export function useOrders(view: OrderView) {
  const { extension } = useServices();
  const zone = useZone();
  const query = askedOrders(view, zone, dateIn(zone, useNow(MINUTE_MS)));
  return useInfiniteQuery({
    queryKey: [...ORDERS_KEY, 'list', query],
    initialPageParam: '',
    refetchInterval: AGAIN_MS,
    queryFn: async ({ pageParam, signal }): Promise<OrderPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.orders.list({ ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

export function useOrder(id: number) {
  const { extension } = useServices();
  return useQuery<RoadOrderDetail>({
    queryKey: [...ORDERS_KEY, 'one', id],
    refetchInterval: ({ state }) => (state.error === null ? AGAIN_MS : false),
    queryFn: async ({ signal }) => valueOf(await extension.orders.read(id, signal)),
  });
}
