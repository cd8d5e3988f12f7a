import { FIELD_LIMITS } from '@rastro/fleet';
import type { RoadOrder } from '@rastro/fleet/orders';
import type { DayPlanAnswer, RouteLine } from '@rastro/fleet/road-routes';
import { useQuery } from '@tanstack/react-query';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { ORDERS_KEY } from './use-orders.ts';

export const PLAN_KEY = [...ORDERS_KEY, 'plan'];
const WHILE_RUNNING_MS = 700;
/** Most of a page. */
const PAGE = 500;

/** The user's own plan, read again while its search runs. */
export function useDayPlan() {
  const { routes } = useServices().extension;
  return useQuery<DayPlanAnswer>({
    queryKey: PLAN_KEY,
    queryFn: async ({ signal }) => valueOf(await routes.plan(signal)),
    refetchInterval: ({ state }) => (state.data?.plan?.state === 'running' ? WHILE_RUNNING_MS : false),
  });
}

export interface PlanMaterial {
  /** Orders that nobody has yet, as many as one plan may have and some more. */
  readonly orders: readonly RoadOrder[];
  /** Routes of the day. */
  readonly routes: readonly RouteLine[];
}
/** Orders and routes of a day that a plan may be made of. @param fits Is it an order for this day? */
export function usePlanMaterial(day: string, fits: (order: RoadOrder) => boolean) {
  const { orders, routes } = useServices().extension;
  return useQuery<PlanMaterial>({
    queryKey: [...ORDERS_KEY, 'material', day],
    queryFn: async ({ signal }) => {
      const found: RoadOrder[] = [];
      let after: string | null = '';
      // Those of other days are between them: read on until there are enough, or no more.
      while (after !== null && found.length < FIELD_LIMITS.dayPlan.orders) {
        const place: { after?: string } = after === '' ? {} : { after };
        const query = { state: ['planned'], sort: 'time', limit: PAGE, ...place } as const;
        const page = valueOf(await orders.list(query, signal));
        found.push(...page.orders.filter(fits));
        after = page.next;
      }
      const page = valueOf(await routes.list({ from: day, to: day, sort: 'vehicle', limit: PAGE }, signal));
      return { orders: found.slice(0, FIELD_LIMITS.dayPlan.orders), routes: page.routes };
    },
  });
}
