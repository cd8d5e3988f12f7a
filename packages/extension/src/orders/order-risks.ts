import { DAY_MS } from '@rastro/base';
import { nextTurn } from '@rastro/base/host';
import type { User } from '@rastro/fleet';
import {
  isLateOrder,
  MAX_RISK_DAYS,
  ORDER_STATES,
  type OrderRisk,
  type RoadOrderDetail,
} from '@rastro/fleet/orders';
import type { StopRisk } from '@rastro/fleet/road-routes';
import type { ListingCursor, ListingFilter } from '@rastro/storage';
import { AnswerMemory } from '../answer-memory.ts';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import { pageLimit, writtenCursor } from '../listing-cursor.ts';
import { goingRoute } from './live-route.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { lineOf, listingOf, orderIn, orderKey } from './order-store.ts';
import { ordersOf, routeOf } from './route-store.ts';

/** Orders that are read without others being served between them. */
const AT_ONCE = 100;
/** Expectations are made anew after so long; positions come every 10 to 60 seconds. */
const LIFE_MS = 30_000;
const MOST_KNOWN = 2000;

type Asked = ExtensionCall<'GET /orders'>['query'];
type StopRisks = ReadonlyMap<number, StopRisk>;
interface RiskQuestion {
  readonly query: Asked & { readonly risk: OrderRisk };
  readonly filter: ListingFilter;
  /** The last one of the page before; null = the first page. */
  readonly after: ListingCursor | null;
}

/** Orders of some days that are late, or may be: as things are, and as their vehicles go. */
export class OrderRisks {
  readonly #expected: AnswerMemory<StopRisks>;

  constructor({ clock }: Pick<OrderDeps, 'clock'>) {
    const now = () => clock.now();
    this.#expected = new AnswerMemory({ limit: MOST_KNOWN, lifeMs: LIFE_MS, failureLifeMs: LIFE_MS, now });
  }

  /** Answers a page; its counts are of all of them. */
  async list(
    here: OrderContext,
    caller: User,
    { query, filter, after }: RiskQuestion,
  ): Promise<ExtensionReply> {
    const { from, to } = filter;
    if (from === null || to === null || to - from > MAX_RISK_DAYS * DAY_MS)
      return orderErrors.invalid(`risk needs from and to, at most ${MAX_RISK_DAYS} days apart`);
    const found = await this.#found(here, caller, { query, filter });
    const isShown = ({ state }: RoadOrderDetail): boolean =>
      query.state.length === 0 || query.state.includes(state);
    const rest = found.filter(isShown).filter((order) => after === null || isBehind(order, after, query));
    const page = rest.slice(0, pageLimit(query.limit));
    const last = page.length < rest.length ? page.at(-1) : undefined;
    return {
      status: 200,
      body: {
        orders: page.map(lineOf),
        next: last === undefined ? null : writtenCursor(cursorOf(last, query)),
        counts: ORDER_STATES.map((state) => ({
          state,
          count: found.filter((order) => order.state === state).length,
        })),
      },
    };
  }

  async #found(
    here: OrderContext,
    caller: User,
    { query, filter }: Omit<RiskQuestion, 'after'>,
  ): Promise<readonly RoadOrderDetail[]> {
    const found: RoadOrderDetail[] = [];
    let after: ListingCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof here.storage.listedDocuments>> =
        await here.storage.listedDocuments({
          ...filter,
          states: null,
          sort: query.sort === 'customer' ? 'text' : 'at',
          isDescending: query.descending,
          after,
          limit: AT_ONCE,
        });
      for (const order of page.documents.map(orderIn))
        if ((await this.#riskOf(here, caller, order)) === query.risk) found.push(order);
      after = page.next;
      await nextTurn();
    } while (after !== null);
    return found;
  }

  async #riskOf(here: OrderContext, caller: User, order: RoadOrderDetail): Promise<OrderRisk | null> {
    if (isLateOrder(order, here.clock.now())) return 'late';
    const isAwaited = order.state === 'assigned' || order.state === 'underWay';
    if (!isAwaited || order.to === null || order.routeId === 0) return null;
    const risk = (await this.#expectedOn(here, caller, order.routeId))?.get(order.id) ?? 'none';
    return risk === 'none' ? null : risk;
  }

  #expectedOn(here: OrderContext, caller: User, routeId: number): Promise<StopRisks | null> {
    return this.#expected.answer(`${caller.id} ${routeId}`, async () => {
      const route = await routeOf(here.storage, routeId);
      if (route === null) return null;
      const { live } = await goingRoute(here, caller, route, await ordersOf(here.storage, route));
      return new Map(live.stops.map(({ orderId, risk }) => [orderId, risk]));
    });
  }
}

/** Place in the list. */
function cursorOf(order: RoadOrderDetail, { sort }: Asked): ListingCursor {
  const { at, text } = listingOf(order);
  return { value: sort === 'customer' ? text : at, key: orderKey(order.id) };
}
function isBehind(order: RoadOrderDetail, after: ListingCursor, query: Asked): boolean {
  const { value, key } = cursorOf(order, query);
  const isLater = value === after.value ? key > after.key : value > after.value;
  const isSame = value === after.value && key === after.key;
  return !isSame && isLater !== query.descending;
}
