import { randomUUID } from 'node:crypto';
import type { Device } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { RoadRouteDetail } from '@rastro/fleet/road-routes';
import type { BothKinds, Kind } from './both-kinds.ts';
import type { UserClient } from './user-client.ts';

// For tests: a company with vans, orders and routes.

let made = 0;
export const DAY = '2026-12-01';
export const DEPOT = { latitude: -23.5, longitude: -46.6 };
export const placeAt = (step: number) => ({ latitude: -23.5 - step / 100, longitude: -46.6 });

/** A company with a dispatcher, who sees one of two vans, and orders at places a kilometre apart. */
export async function company(both: BothKinds, kind: Kind, count = 3) {
  const root = await both.root(kind);
  const acme = await both.account(kind, root, 'acme', { userLimit: -1 });
  const dispatcher = await both.account(kind, acme.client, 'dispatcher');
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', { name, uniqueId: `route-${kind}-${(made += 1)}` });
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  await acme.client.json('POST', '/api/permissions', { userId: dispatcher.id, deviceId: van1.id });
  const orders: RoadOrderDetail[] = [];
  for (let at = 1; at <= count; at++)
    orders.push(
      await acme.client.json<RoadOrderDetail>('POST', '/ext/orders', {
        customer: `Loja ${at}`,
        place: placeAt(at),
        load: 10,
      }),
    );
  return { root, acme, dispatcher, van1, van2, ids: orders.map(({ id }) => id) };
}
export const routeBody = (deviceId: number, orderIds: readonly number[], more: object = {}) => ({
  day: DAY,
  deviceId,
  beginsAt: `${DAY}T08:00:00Z`,
  start: DEPOT,
  end: DEPOT,
  orderIds,
  ...more,
});
export const makeRoute = (
  client: UserClient,
  deviceId: number,
  orderIds: readonly number[],
  more: object = {},
) => client.json<RoadRouteDetail>('POST', '/ext/routes', routeBody(deviceId, orderIds, more));
export const orderOf = (client: UserClient, id: number) =>
  client.json<RoadOrderDetail>('GET', `/ext/orders/${id}`);
export const routeOf = (client: UserClient, id: number) =>
  client.json<RoadRouteDetail>('GET', `/ext/routes/${id}`);
export const step = (client: UserClient, id: number, kind: string, more: object = {}) =>
  client.json('POST', `/ext/orders/${id}/steps`, { id: randomUUID(), kind, ...more });
export const stopsOf = ({ stops }: RoadRouteDetail): readonly number[] => stops.map(({ orderId }) => orderId);
