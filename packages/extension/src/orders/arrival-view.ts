import { HOUR_MS } from '@rastro/base';
import { readerPreferences, SERVER_DEFAULTS, type Position, type User } from '@rastro/fleet';
import {
  arrivalEnd,
  arrivalOf,
  isOpenOrder,
  type ArrivalProgress,
  type ArrivalVehicle,
  type ArrivalView,
  type RoadOrderDetail,
} from '@rastro/fleet/orders';
import type { StoredArrival } from '@rastro/fleet/schemas';
import { answered } from '../tracking-failure.ts';
import { soon } from '../with-tracking-api.ts';
import { SHARING_RIGHTS, type ArrivalContext } from './arrival-deps.ts';
import { goingRoute, SILENT_MS, type GoingRoute } from './live-route.ts';
import { placeFinder } from './order-places.ts';
import { seenOrder } from './seen-orders.ts';
import { ordersOf, routeOf } from './route-store.ts';

/** An order without a route is followed from so long before its window. */
const BEFORE_WINDOW_MS = HOUR_MS;
/** About a metre. */
const PLACE_PARTS = 1e5;

/** The order that is shared as its customer sees it; null = it is over, or whoever shared it may not any more. */
export async function viewArrival(
  here: ArrivalContext,
  { orderId, share }: { readonly orderId: number; readonly share: StoredArrival },
): Promise<ArrivalView | null> {
  const giver = await giverOf(here, share.giverId);
  const order = giver && (await seenOrder(here, giver, orderId));
  const now = here.clock.now();
  if (giver === null || order === null || arrivalEnd(order, share.sharedAt) <= now) return null;
  const going = isOpenOrder(order.state) ? await goingOf(here, giver, order) : null;
  const progress = going && progressIn(going, orderId);
  const place = await placeFinder(here, [giver, { id: order.ownerId, administrator: false }])(order.place);
  const arrival = arrivalOf(order, progress, now);
  return {
    customer: order.customer,
    reference: order.reference,
    address: order.place.address,
    place: place && { latitude: rounded(place.latitude), longitude: rounded(place.longitude) },
    from: order.from,
    to: order.to,
    ...arrival,
    // Where it is while it goes to others, or after it has left, is nobody's business here.
    vehicle: arrival.state === 'onTheWay' ? vehicleAt(going?.latest ?? null, now) : null,
    code: isOpenOrder(order.state) ? order.code : '',
    driverName: share.showsDriver ? order.driverName : '',
    formats: await formatsOf(here, order.ownerId, giver),
    answeredAt: now,
  };
}

const rounded = (degrees: number): number => Math.round(degrees * PLACE_PARTS) / PLACE_PARTS;

/** User who shared it, as they are now; null = gone, disabled, suspended, or without the rights. */
export async function giverOf(
  { trackingApi, clock, allows }: ArrivalContext,
  id: number,
): Promise<User | null> {
  const found = await trackingApi.as(id).users.read(id, soon());
  // Our own server answers nothing to who may not sign in; of another one only the account of the installation asks.
  const gone = trackingApi.isOurs ? [400, 401, 403, 404] : [400, 404];
  if (!found.ok && gone.includes(found.error.status)) return null;
  const user = answered(found);
  const isOver = user.expirationTime !== null && Date.parse(user.expirationTime) <= clock.now();
  return user.disabled || isOver || !(await allows(user, SHARING_RIGHTS)) ? null : user;
}

/** The way of the vehicle to this order and those before it; null = nothing of it is known. */
async function goingOf(
  here: ArrivalContext,
  giver: User,
  order: RoadOrderDetail,
): Promise<GoingRoute | null> {
  const { deviceId, ownerId, routeId, from, state } = order;
  if (deviceId === 0) return null;
  const route = routeId === 0 ? null : await routeOf(here.storage, routeId);
  if (route !== null) return goingRoute(here, giver, route, await ordersOf(here.storage, route));
  const now = here.clock.now();
  const isSoon = from !== null && Date.parse(from) - BEFORE_WINDOW_MS <= now;
  if (state !== 'underWay' && !isSoon) return null;
  const alone = { id: 0, ownerId, deviceId, beginsAt: new Date(now).toISOString(), start: null, end: null };
  return goingRoute(here, giver, alone, [order]);
}

function progressIn({ live: { stops }, isEarly }: GoingRoute, orderId: number): ArrivalProgress | null {
  const stop = stops.find((each) => each.orderId === orderId);
  if (!stop) return null;
  const next = stops.find(({ arrivedAt, expected }) => arrivedAt === null && expected !== null);
  const { arrivedAt, expected, risk } = stop;
  return {
    isNext: !isEarly && next?.orderId === orderId,
    arrivedAt,
    expected: expected && { from: expected.from, to: expected.to },
    isLate: risk === 'late',
  };
}

function vehicleAt(latest: Position | null, now: number): ArrivalVehicle | null {
  if (latest === null || now - Date.parse(latest.fixTime) > SILENT_MS) return null;
  const { latitude, longitude, course, fixTime, attributes } = latest;
  return {
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    course: Math.round(course),
    isMoving: attributes['motion'] === true,
    at: fixTime,
  };
}

/** Language, zone and units of a company. */
export async function formatsOf(
  { trackingApi, brand }: ArrivalContext,
  ownerId: number,
  giver: User,
): Promise<ArrivalView['formats']> {
  const client = trackingApi.as(giver.id);
  const read = ownerId === giver.id ? null : await client.users.read(ownerId, soon());
  const company = read?.ok === true ? read.value : giver;
  const { server } = answered(await client.server.read(soon()));
  return readerPreferences(company, server, { brand, defaults: SERVER_DEFAULTS });
}
