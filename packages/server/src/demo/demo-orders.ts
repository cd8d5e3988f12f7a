import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Device } from '@rastro/fleet';
import type { OrderPage, RoadOrder } from '@rastro/fleet/orders';
import type { RoadRouteDetail, RoutePage } from '@rastro/fleet/road-routes';
import type { HomeArea } from '@rastro/simulator';
import type { DemoClient } from './demo-client.ts';

const CUSTOMERS = [
  'Padaria Estrela',
  'Mercado Bom Preço',
  'Farmácia Central',
  'Oficina do Zeca',
  'Restaurante Sabor da Serra',
  'Papelaria Aquarela',
  'Clínica Vida Nova',
  'Pet Shop Amigo Fiel',
  'Ferragens União',
  'Escola Caminho do Saber',
] as const;
const STREETS = [
  'Rua das Flores',
  'Avenida Brasil',
  'Rua XV de Novembro',
  'Travessa do Porto',
  'Rua Sete',
] as const;
/** Orders of a day, and the vehicles that have a route for some of them. */
const A_DAY = 14;
const ROUTES_A_DAY = 3;
/** Days before and after the one on which the demonstration begins. */
const DAYS = [-1, 0, 1] as const;
/** Twenty to nine in the morning in Brazil: the first customers wait from nine on. */
const BEGIN_MS = 11 * HOUR_MS + 40 * MINUTE_MS;
/** Minutes after the plan at which stops are reached, one after the other: mostly on time, some late, few early. */
const AFTER_PLAN = [2, -3, 7, 0, 18, 4, -1, 11, 3, 26, 1, 5] as const;
/** Minutes that the work takes more than was planned. */
const MORE_WORK = [1, 4, -2, 0, 6] as const;
const METRES_PER_DEGREE = 111_320;
/** Angle after which places around a centre never line up. */
const TURN = Math.PI * (3 - Math.sqrt(5));

interface OrdersPlan {
  /** Where the past ends, in ms since 1970. */
  readonly beganAt: number;
  /** Town of the customers. */
  readonly around: Pick<HomeArea, 'centre' | 'radiusM'>;
  /** Identifier of whoever drives a vehicle; null = it delivers nothing. */
  readonly driverOf: (vehicle: string) => string | null;
}

/**
 * Orders of yesterday, today and tomorrow, most of them on routes. Each has its reference, and a day that has routes gets
 * no others, so that an interrupted start makes none twice.
 */
export async function addOrders(customer: DemoClient, extension: string, plan: OrdersPlan): Promise<void> {
  const { beganAt } = plan;
  const midnight = beganAt - (beganAt % DAY_MS);
  const orders = DAYS.flatMap((day) =>
    Array.from({ length: A_DAY }, (_, at) => orderAt(midnight + day * DAY_MS, at, day, plan)),
  );
  await customer.call({ method: 'POST', path: `${extension}/orders/import`, body: { orders } });
  const all = await customer.list<Device>('/api/devices');
  const devices = all.filter(({ name }) => plan.driverOf(name) !== null).slice(0, ROUTES_A_DAY);
  const page = await customer.call({ method: 'GET', path: `${extension}/orders?limit=500` });
  const { orders: made = [] }: Partial<OrderPage> = Object(page);
  const planned = made.filter(({ state }, at) => state === 'planned' && at % 7 !== 6);
  for (const day of DAYS)
    for (const route of await addRoutes(customer, extension, { plan, day, devices, planned }))
      await driveRoute(customer, extension, { route, beganAt });
}

/** Reports the stops of a route that are over by now, about when they were planned. */
async function driveRoute(
  customer: DemoClient,
  extension: string,
  { route, beganAt }: { readonly route: RoadRouteDetail; readonly beganAt: number },
): Promise<void> {
  for (const { orderId, arrivesAt, leavesAt } of route.stops) {
    if (arrivesAt === null || leavesAt === null) return;
    const arrived = Date.parse(arrivesAt) + (AFTER_PLAN[orderId % AFTER_PLAN.length] ?? 0) * MINUTE_MS;
    const more = Math.max(0, arrived - Date.parse(arrivesAt));
    const ended = Date.parse(leavesAt) + more + (MORE_WORK[orderId % MORE_WORK.length] ?? 0) * MINUTE_MS;
    const path = `${extension}/orders/${orderId}/steps`;
    const report = (kind: string, at: number, more: object = {}) =>
      customer.call({ method: 'POST', path, body: { id: randomUUID(), kind, at: new Date(at), ...more } });
    if (arrived > beganAt) return;
    await report('arrive', arrived);
    if (ended > beganAt) return;
    if (orderId % 11 === 5) await report('fail', ended, { reason: 'nobodyThere', note: 'Portão fechado' });
    else await report('done', ended);
  }
}

interface DayPlan {
  readonly plan: OrdersPlan;
  readonly day: number;
  readonly devices: readonly Device[];
  readonly planned: readonly RoadOrder[];
}
/** Deals the orders of a day to vehicles, each from the middle of the town and back. @returns those that were not there. */
async function addRoutes(
  customer: DemoClient,
  extension: string,
  { plan: { beganAt, around, driverOf }, day, devices, planned }: DayPlan,
): Promise<readonly RoadRouteDetail[]> {
  const midnight = beganAt - (beganAt % DAY_MS) + day * DAY_MS;
  const date = new Date(midnight).toISOString().slice(0, 'YYYY-MM-DD'.length);
  const path = `${extension}/routes`;
  const page = await customer.call({ method: 'GET', path: `${path}?from=${date}&to=${date}` });
  const { routes = [] }: Partial<RoutePage> = Object(page);
  if (routes.length > 0) return [];
  const made: RoadRouteDetail[] = [];
  const orders = planned.filter(({ from }) => {
    const begin = Date.parse(from ?? '');
    return begin >= midnight && begin < midnight + DAY_MS;
  });
  const { latitude, longitude } = around.centre;
  const depot = { address: 'Garagem', latitude, longitude };
  for (const [at, { id: deviceId, name }] of devices.entries()) {
    const orderIds = orders.filter((_, which) => which % devices.length === at).map(({ id }) => id);
    const beginsAt = new Date(midnight + BEGIN_MS);
    const driverUniqueId = driverOf(name) ?? '';
    const body = {
      day: date,
      deviceId,
      driverUniqueId,
      beginsAt,
      start: depot,
      end: depot,
      capacity: 300,
      orderIds,
    };
    const answer: Partial<RoadRouteDetail> = Object(await customer.call({ method: 'POST', path, body }));
    if (isRoute(answer)) made.push(answer);
  }
  return made;
}
/** A tier without routes makes none. */
const isRoute = (answer: Partial<RoadRouteDetail>): answer is RoadRouteDetail => answer.stops !== undefined;

function orderAt(midnight: number, at: number, day: number, { around }: OrdersPlan): object {
  // From nine in the morning in Brazil.
  const begin = midnight + 12 * HOUR_MS + Math.floor(at / 2) * HOUR_MS;
  const which = at + (day + 1) * 3;
  const { centre, radiusM } = around;
  const away = (radiusM * Math.sqrt((which % A_DAY) + 1)) / Math.sqrt(A_DAY + 1) / METRES_PER_DEGREE;
  return {
    reference: `OS-${1001 + (day + 1) * A_DAY + at}`,
    customer: CUSTOMERS[which % CUSTOMERS.length],
    place: {
      address: `${STREETS[which % STREETS.length]}, ${10 + ((which * 37) % 890)}`,
      latitude: centre.latitude + away * Math.sin(which * TURN),
      longitude: centre.longitude + away * Math.cos(which * TURN),
    },
    from: new Date(begin).toISOString(),
    to: new Date(begin + 2 * HOUR_MS).toISOString(),
    minutes: 10 + (at % 3) * 5,
    load: (at % 5) * 20,
    // Some customers have a code for the driver.
    code: at % 3 === 0 ? String(1000 + ((which * 2711) % 9000)) : '',
    contact: { name: ['Ana', 'Beto', 'Carla'][at % 3], phone: '', email: '' },
  };
}
