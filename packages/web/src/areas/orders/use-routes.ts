import type { LiveRoute, RoadRouteDetail, RoutePage, RouteTimes } from '@rastro/fleet/road-routes';
import type { OrderPage } from '@rastro/fleet/orders';
import type { RouteTimesQuestion } from '@rastro/tracking-client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { ORDERS_KEY } from './use-orders.ts';

/** Others plan at the same time, and drivers report. */
const AGAIN_MS = 20_000;

export interface RouteView {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly text: string;
  readonly isDown: boolean;
}
/** Routes of a day by vehicle, the next page when it is asked for. */
export function useRoutes({ day, text, isDown }: RouteView) {
  const { extension } = useServices();
  const query = {
    from: day,
    to: day,
    sort: 'vehicle',
    ...(isDown && { descending: true }),
    ...(text.trim() !== '' && { text: text.trim() }),
  } as const;
  return useInfiniteQuery({
    queryKey: [...ORDERS_KEY, 'routes', query],
    initialPageParam: '',
    refetchInterval: AGAIN_MS,
    queryFn: async ({ pageParam, signal }): Promise<RoutePage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.routes.list({ ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

export function useRoute(id: number) {
  const { extension } = useServices();
  return useQuery<RoadRouteDetail>({
    queryKey: [...ORDERS_KEY, 'route', id],
    queryFn: async ({ signal }) => valueOf(await extension.routes.read(id, signal)),
  });
}

/** A route as it really goes. @param id 0 = it is not saved yet. */
export function useLiveRoute(id: number) {
  const { extension } = useServices();
  return useQuery<LiveRoute>({
    queryKey: [...ORDERS_KEY, 'live', id],
    enabled: id > 0,
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => valueOf(await extension.routes.live(id, signal)),
  });
}

/** Times of stops as they stand; those before until the new ones are there. @param question Null = nothing to ask. */
export function useRouteTimes(question: RouteTimesQuestion | null) {
  const { extension } = useServices();
  return useQuery<RouteTimes | null>({
    queryKey: [...ORDERS_KEY, 'times', question],
    enabled: question !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      question === null ? null : valueOf(await extension.routes.times(question, signal)),
  });
}

/** Orders that may become stops: nobody has begun them. */
export function useCandidates(text: string) {
  const { extension } = useServices();
  const query = {
    state: ['planned', 'assigned'],
    sort: 'time',
    ...(text.trim() !== '' && { text: text.trim() }),
  } as const;
  return useInfiniteQuery({
    queryKey: [...ORDERS_KEY, 'candidates', query],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<OrderPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.orders.list({ ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}
