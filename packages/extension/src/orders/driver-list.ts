import { DAY_MS } from '@rastro/base';
import { foldText, isTimeZone, type User } from '@rastro/fleet';
import {
  isOpenOrder,
  OPEN_ORDER_STATES,
  type DriverStop,
  type DriverStops,
  type RoadOrder,
} from '@rastro/fleet/orders';
import type { RoadRoute } from '@rastro/fleet/road-routes';
import type { StoredCheckIn } from '@rastro/fleet/schemas';
import { civilDays, type CivilDay } from '@rastro/fleet/trips';
import type { ExtensionDocument, ListingFilter, ListingQuery } from '@rastro/storage';
import { inSight, sightOf, type CompanySight } from '../companies.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { answered } from '../tracking-failure.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { driverErrors, type DriverStopContext, type DriverStopDeps } from './driver-deps.ts';
import { giveOrders } from './driver-step-store.ts';
import { orderIn, ORDERS } from './order-store.ts';
import { ordersOf, routeIn, ROUTES } from './route-store.ts';
import { placeFinder } from './order-places.ts';

/** Stops of one answer; those that come first. */
const AT_ONCE = 300;
const PAGE = 300;
/** Nobody does more in a week. */
const MAX_READ = 3000;
/** An order that ended today had its window around it. */
const MARGIN_MS = 7 * DAY_MS;

/** Stop before it is sent. */
interface Stop {
  readonly order: RoadOrder;
  readonly arrivesAt: string | null;
}
/** The driver's check-in, the account that they drive for, and their day. */
interface Shift {
  readonly checkIn: StoredCheckIn;
  readonly giver: User;
  readonly sight: CompanySight;
  readonly day: CivilDay;
}

/** Today's stops of the driver who is checked in: of their vehicle, and those that name them. */
export const readDriverStops = (deps: DriverStopDeps): ExtensionHandler<'GET /qr-driver/stops'> =>
  withTrackingApi(deps, async (here, { caller, query: { zone } }) => {
    const signedIn = await here.driverOf(caller);
    if (!signedIn) return driverErrors.noDriver();
    const checkIn = (await here.checkIns.driver(signedIn.driverId)).body.current;
    if (!checkIn)
      return { status: 200, body: { deviceId: 0, stops: [], hiddenCount: 0 } satisfies DriverStops };
    // A driver sees what the account that gave the access sees, and of that what is theirs to do.
    const giver = answered(await here.trackingApi.as(signedIn.ownerId).users.read(signedIn.ownerId, soon()));
    const now = here.clock.now();
    const [day] = civilDays(now, now + 1, zone !== null && isTimeZone(zone) ? zone : 'UTC');
    if (!day) throw new RangeError(`Cannot find the day of ${now}`);
    const shift = { checkIn, giver, sight: await sightOf(here, giver), day };
    const all = [...(await stopsOfRoutes(here, shift)), ...(await looseStops(here, shift))];
    const stops = all.slice(0, AT_ONCE);
    await giveOrders(
      here.storage,
      signedIn.driverId,
      stops.map(({ order }) => order.id),
    );
    const body: DriverStops = {
      deviceId: checkIn.deviceId,
      stops: await serialized(here, giver, stops),
      hiddenCount: all.length - stops.length,
    };
    return { status: 200, body };
  });

/** Documents of the driver's vehicle, and those that name the driver. */
async function documentsFor<T extends { readonly id: number; readonly driverUniqueId: string }>(
  { storage }: DriverStopContext,
  { checkIn, sight }: Shift,
  filter: Pick<ListingFilter, 'kind' | 'states' | 'from' | 'to'>,
  read: (document: ExtensionDocument) => T,
): Promise<readonly T[]> {
  const vehicle = { ...inSight(sight, [checkIn.deviceId]), text: null };
  const name = { ...inSight(sight, []), text: foldText(checkIn.driverName) };
  const [ofVehicle, named] = await Promise.all([
    documentsIn(storage, { ...filter, ...vehicle }),
    documentsIn(storage, { ...filter, ...name }),
  ]);
  const own = named.map(read).filter(({ driverUniqueId }) => driverUniqueId === checkIn.driverUniqueId);
  const found = new Map([...ofVehicle.map(read), ...own].map((each) => [each.id, each]));
  return [...found.values()];
}

/** Documents of a list, latest first: of more than anybody does, those of long ago are left out. */
async function documentsIn(
  storage: DriverStopContext['storage'],
  filter: ListingFilter,
): Promise<readonly ExtensionDocument[]> {
  const found: ExtensionDocument[] = [];
  let after: ListingQuery['after'] = null;
  do {
    const query: ListingQuery = { ...filter, sort: 'at', isDescending: true, after, limit: PAGE };
    const page = await storage.listedDocuments(query);
    found.push(...page.documents);
    after = page.next;
  } while (after !== null && found.length < MAX_READ);
  return found;
}

/** Stops of today's routes in their order; of yesterday's, those that are still open. */
async function stopsOfRoutes(here: DriverStopContext, shift: Shift): Promise<readonly Stop[]> {
  const today = Date.parse(`${shift.day.date}T00:00:00Z`);
  const filter = { kind: ROUTES, states: null, from: today - DAY_MS, to: today };
  const routes = await documentsFor(here, shift, filter, routeIn);
  const stops: Stop[] = [];
  for (const route of routes.toSorted((a, b) => Date.parse(a.beginsAt) - Date.parse(b.beginsAt)))
    for (const order of await ordersOf(here.storage, route))
      if (route.day === shift.day.date || isOpenOrder(order.state))
        stops.push({ order, arrivesAt: arrivalOf(route, order.id) });
  return stops;
}
const arrivalOf = ({ stops }: RoadRoute, id: number): string | null =>
  stops.find(({ orderId }) => orderId === id)?.arrivesAt ?? null;

/** Orders that are assigned without a route: what is still to be done, and what ended today. */
async function looseStops(here: DriverStopContext, shift: Shift): Promise<readonly Stop[]> {
  const { from, to } = shift.day;
  const open = { kind: ORDERS, states: OPEN_ORDER_STATES, from: null, to: to - 1 };
  const ended = { kind: ORDERS, states: ['done', 'failed'], from: from - MARGIN_MS, to: to + MARGIN_MS };
  const orders = [
    ...(await documentsFor(here, shift, open, orderIn)),
    ...(await documentsFor(here, shift, ended, orderIn)).filter(
      ({ endedAt }) => endedAt !== null && Date.parse(endedAt) >= from,
    ),
  ];
  const begin = ({ from: begins, to: ends }: RoadOrder): number =>
    Date.parse(begins ?? ends ?? shift.day.date);
  return orders
    .filter(({ routeId }) => routeId === 0)
    .toSorted((a, b) => begin(a) - begin(b) || a.id - b.id)
    .map((order) => ({ order, arrivesAt: null }));
}

/** A driver gets of an order what they need to do it. */
async function serialized(
  here: DriverStopContext,
  giver: User,
  stops: readonly Stop[],
): Promise<readonly DriverStop[]> {
  const ownerIds = new Set(stops.map(({ order }) => order.ownerId));
  const companies = [...ownerIds].map((id) => ({ id, administrator: false }));
  const places = placeFinder(here, [giver, ...companies]);
  const found: DriverStop[] = [];
  for (const { order, arrivesAt } of stops) {
    const { id, reference, customer, place, from, to, minutes, load, note, contact, state, reason } = order;
    const at = await places(place);
    found.push({
      orderId: id,
      needsCode: order.code !== '',
      reference,
      customer,
      from,
      to,
      minutes,
      load,
      note,
      state,
      reason,
      arrivesAt,
      place: { address: place.address, latitude: at?.latitude ?? null, longitude: at?.longitude ?? null },
      contactName: contact.name,
      contactPhone: contact.phone,
      arrivedAt: order.arrivedAt,
      endedAt: order.endedAt,
    });
  }
  return found;
}
