import { DAY_MS, HOUR_MS, isConflict, MINUTE_MS } from '@rastro/base';
import { toKmPerHour, type Position } from '@rastro/fleet';
import { isOpenOrder, stepOrder, type RoadOrderDetail } from '@rastro/fleet/orders';
import { START_OF_ROUTE, type RoadRoute } from '@rastro/fleet/road-routes';
import type { StoredVisits } from '@rastro/fleet/schemas';
import { followStops, type FencedStop, type PlaceRecord, type RouteVisits } from '@rastro/fleet/stop-visits';
import type { Job, JobRun } from '../job.ts';
import { TrackingFailure } from '../tracking-failure.ts';
import { soon } from '../with-tracking-api.ts';
import type { OrderDeps } from './order-deps.ts';
import { fenceFinder } from './order-places.ts';
import { orderPut } from './order-store.ts';
import { ordersOf, routesBetween, type Put } from './route-store.ts';
import { visitsOf, visitsPut } from './visit-store.ts';

type FollowDeps = Pick<OrderDeps, 'storage' | 'trackingApi' | 'clock'>;
type Followed = FollowDeps & { readonly trackingApi: NonNullable<OrderDeps['trackingApi']> };

/** A tracker reports every 10 to 60 seconds. */
const EVERY_MS = 20_000;
/** A vehicle may be early, and at work long after it should be back. */
const [BEFORE_MS, AFTER_MS] = [HOUR_MS, 12 * HOUR_MS];
/** Records of a gap of this length are awaited for so long after it. */
const [GAP_MS, LATE_MS] = [5 * MINUTE_MS, HOUR_MS];
const AT_ONCE = 8;

/** Follows the vehicles of the routes of these days through their stops, on whichever tracking server they report to. */
export const followRoutesJob = (deps: FollowDeps): Job => ({
  name: 'routes',
  everyMs: EVERY_MS,
  due: (_done, now) => [now],
  isIdle: async () => deps.trackingApi === null || (await routesNow(deps).next()).done === true,
  perform: async (_now, run) => {
    const { trackingApi } = deps;
    if (trackingApi === null) return {};
    for await (const routes of routesNow(deps))
      for (let at = 0; at < routes.length; at += AT_ONCE) {
        if (run.signal.aborted) return {};
        const some = routes.slice(at, at + AT_ONCE);
        await Promise.all(some.map((route) => followRoute({ ...deps, trackingApi }, route, run)));
      }
    return {};
  },
});

/** Pages of the routes that may be under way. */
async function* routesNow({ storage, clock }: FollowDeps): AsyncGenerator<readonly RoadRoute[], void> {
  const now = clock.now();
  // Days are those of the company, anywhere on earth.
  for await (const routes of routesBetween(storage, { from: now - 3 * DAY_MS, to: now + DAY_MS })) {
    const found = routes.filter((route) => isNow(route, now));
    if (found.length > 0) yield found;
  }
}

const isNow = ({ beginsAt, endsAt, stops }: RoadRoute, now: number): boolean =>
  stops.length > 0 &&
  Date.parse(beginsAt) - BEFORE_MS <= now &&
  now <= Date.parse(endsAt ?? beginsAt) + AFTER_MS;

/** Looks at what a vehicle has reported since; whoever changes the route at the same time comes first. */
async function followRoute(here: Followed, route: RoadRoute, run: JobRun): Promise<void> {
  try {
    const put = await changesOf(here, route);
    if (put.length > 0) await run.save({ put });
  } catch (error) {
    // The next look finds the same again; a server that is away is nobody's fault here.
    if (!isConflict(error) && !(error instanceof TrackingFailure)) throw error;
  }
}

async function changesOf(here: Followed, route: RoadRoute): Promise<readonly Put[]> {
  const { storage, trackingApi, clock } = here;
  const stored = await visitsOf(storage, route);
  const orders = (await ordersOf(storage, route)).filter(
    ({ id, state }) => isOpenOrder(state) || isThere(stored.visits, id),
  );
  if (orders.length === 0) return [];
  const client = trackingApi.as(route.ownerId);
  const latest = await client.positions.latestOf(route.deviceId, soon());
  if (!latest.ok || latest.value === null || latest.value.id === stored.positionId) return [];
  // A vehicle that went to somebody else is not looked at, whatever the account behind may see.
  if ((await trackingApi.device(route.ownerId, route.deviceId, soon())) === null) return [];
  const basis = stored.beforeGap ?? stored.visits;
  const from = basis.last === null ? Date.parse(route.beginsAt) - BEFORE_MS : basis.last.at + 1;
  const to = Math.max(clock.now(), Date.parse(latest.value.fixTime)) + 1;
  const found = await client.positions.history(
    { deviceId: route.deviceId, from: new Date(from), to: new Date(to) },
    soon(),
  );
  if (!found.ok) return [];
  const followed = {
    basis,
    stops: await stopsOf(here, route, orders),
    records: found.value.flatMap(recordsOf),
  };
  const visits = visitsAfter(stored, followed);
  const beforeGap = visitsBeforeGap(followed, clock.now());
  const arrivals = orders.flatMap((order) => {
    const arrived = arrivalOf(order, visits, clock.now());
    return arrived === null ? [] : [orderPut(arrived)];
  });
  return [...arrivals, visitsPut(route, { ...stored, positionId: latest.value.id, visits, beforeGap })];
}

interface FollowedStops {
  readonly basis: RouteVisits;
  readonly stops: readonly FencedStop[];
  /** Since then. */
  readonly records: readonly PlaceRecord[];
}
/** Stops that have ended are not followed any more: of them it stays as it was stored. */
function visitsAfter(stored: StoredVisits, { basis, stops, records }: FollowedStops): RouteVisits {
  const visits = followStops(basis, stops, records);
  const ids = new Set(stops.map(({ orderId }) => String(orderId)));
  const ended = Object.entries(stored.visits.stops).filter(([id]) => !ids.has(id));
  return { ...visits, stops: { ...visits.stops, ...Object.fromEntries(ended) } };
}

/** Where reading begins again: a tracker without a network may send what happened after what happens. Null = nowhere. */
function visitsBeforeGap({ basis, stops, records }: FollowedStops, now: number): RouteVisits | null {
  const end = records.findIndex(({ at }, index) => {
    const before = records[index - 1] ?? basis.last;
    return before !== null && at - before.at >= GAP_MS && at > now - LATE_MS;
  });
  return end < 0 ? null : followStops(basis, stops, records.slice(0, end));
}

const isThere = ({ stops }: RouteVisits, orderId: number): boolean =>
  (stops[orderId]?.inside ?? null) !== null;

async function stopsOf(
  here: Followed,
  { ownerId, start }: RoadRoute,
  orders: readonly RoadOrderDetail[],
): Promise<readonly FencedStop[]> {
  const fences = fenceFinder(here, [{ id: ownerId, administrator: false }]);
  const stops: FencedStop[] = [];
  for (const { id, place } of orders) {
    const fence = await fences(place);
    if (fence !== null) stops.push({ orderId: id, ...fence });
  }
  // Last, so that it is none of the stops that come next: it is left, not arrived at.
  const begin = await fences(start);
  if (begin !== null) stops.push({ orderId: START_OF_ROUTE, ...begin });
  return stops;
}

function recordsOf({
  valid,
  fixTime,
  latitude,
  longitude,
  speed,
  accuracy,
  attributes,
}: Position): readonly PlaceRecord[] {
  if (!valid) return [];
  const ignition = attributes['ignition'];
  return [
    {
      at: Date.parse(fixTime),
      latitude,
      longitude,
      kmh: toKmPerHour(speed),
      ignition: typeof ignition === 'boolean' ? ignition : null,
      accuracyM: accuracy,
    },
  ];
}

/** An order whose vehicle has arrived and of which nobody has said so. Null = nothing new. */
function arrivalOf(order: RoadOrderDetail, { stops }: RouteVisits, now: number): RoadOrderDetail | null {
  const arrivedAt = stops[order.id]?.arrivedAt ?? null;
  if (arrivedAt === null || !(order.state === 'assigned' || order.state === 'underWay')) return null;
  return stepOrder(order, {
    id: `fence-${order.attempt}`,
    kind: 'arrive',
    at: new Date(arrivedAt).toISOString(),
    seenAt: new Date(now).toISOString(),
    by: 'fence',
    userId: 0,
    userName: '',
    reason: null,
    note: '',
  });
}
