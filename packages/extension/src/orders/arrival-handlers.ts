import { Throttle } from '@rastro/base';
import { addressKey } from '@rastro/base/addresses';
import { isOpenOrder, type ArrivalShare, type ArrivalView } from '@rastro/fleet/orders';
import type { StoredArrival } from '@rastro/fleet/schemas';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { unreachable, withTrackingApi } from '../with-tracking-api.ts';
import { arrivalErrors, type ArrivalDeps } from './arrival-deps.ts';
import { arrivalShareOf, ArrivalStore } from './arrival-store.ts';
import { viewArrival } from './arrival-view.ts';
import { orderErrors } from './order-deps.ts';
import { notGuest, seenOrder } from './seen-orders.ts';
import { ViewMemory } from './view-memory.ts';

/** Wrong links from one address in a quarter of an hour; right ones count for nothing. */
const MAX_WRONG = 300;
const WINDOW_MS = 900_000;

/** Handlers of arrivals that customers follow. */
export function arrivalHandlers(deps: ArrivalDeps) {
  const store = new ArrivalStore(deps);
  return {
    'GET /orders/:id/arrival': readShare(deps, store),
    'POST /orders/:id/arrival': shareArrival(deps, store),
    'DELETE /orders/:id/arrival': endArrival(deps, store),
    'GET /arrival': answerArrival(deps, store),
  };
}

const readShare = (deps: ArrivalDeps, store: ArrivalStore): ExtensionHandler<'GET /orders/:id/arrival'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      if ((await seenOrder(here, caller, params.id)) === null) return orderErrors.unknown();
      const found = await arrivalShareOf(here.storage, params.id);
      return { status: 200, body: await serialized(store, params.id, found?.share ?? null) };
    }),
  );

const shareArrival = (deps: ArrivalDeps, store: ArrivalStore): ExtensionHandler<'POST /orders/:id/arrival'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params, body }) => {
      if (!(await here.allows(caller, ['orders.view']))) return arrivalErrors.noRight();
      const order = await seenOrder(here, caller, params.id);
      if (order === null) return orderErrors.unknown();
      if (!isOpenOrder(order.state)) return arrivalErrors.ended();
      const { share, token } = await store.share(order.id, { giverId: caller.id, ...body });
      return { status: 200, body: { ...(await serialized(store, order.id, share)), token } };
    }),
  );

const endArrival = (deps: ArrivalDeps, store: ArrivalStore): ExtensionHandler<'DELETE /orders/:id/arrival'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      if (!(await here.allows(caller, ['orders.view']))) return arrivalErrors.noRight();
      if ((await seenOrder(here, caller, params.id)) === null) return orderErrors.unknown();
      return (await store.end(params.id)) ? { status: 204, body: '' } : arrivalErrors.unknown();
    }),
  );

async function serialized(
  store: ArrivalStore,
  orderId: number,
  share: StoredArrival | null,
): Promise<ArrivalShare> {
  const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
  if (share === null || share.hashes.length === 0)
    return { isShared: false, showsDriver: false, sharedTime: null, lastUsedTime: null };
  return {
    isShared: true,
    showsDriver: share.showsDriver,
    sharedTime: iso(share.sharedAt),
    lastUsedTime: iso(await store.lastUse(orderId)),
  };
}

function answerArrival(deps: ArrivalDeps, store: ArrivalStore): ExtensionHandler<'GET /arrival'> {
  const wrong = new Throttle(MAX_WRONG, WINDOW_MS, deps.clock).sharedAs('arrivals', deps.limits);
  const views = new ViewMemory<ArrivalView | null>(deps.clock);
  return withTrackingApi(deps, async (here, { header, address }): Promise<ExtensionReply> => {
    try {
      const opened = await store.opened(header ?? '');
      const view = opened && (await views.of(viewKey(opened), () => viewArrival(here, opened)));
      if (opened === null || view === null) return notThere(addressKey(address));
      await store.used(opened.orderId);
      return { status: 200, body: view };
    } catch (error) {
      deps.log.warn({ err: error }, 'an arrival cannot be shown now');
      return unreachable();
    }
  });

  /** Guests at the address of somebody who guesses go on: right links never come here. */
  function notThere(from: string): ExtensionReply {
    const waitSeconds = wrong.waitSeconds(from);
    if (waitSeconds > 0) return arrivalErrors.tooManyTries(waitSeconds);
    wrong.count(from);
    return arrivalErrors.unknown();
  }
}

/** Everything on which a view depends besides time. */
const viewKey = ({ orderId, share }: { readonly orderId: number; readonly share: StoredArrival }): string =>
  `${orderId}/${share.giverId}/${String(share.showsDriver)}`;
