import { theDay } from './made-day.ts';
import { openTestTracker } from './open-test-tracker.ts';

/** A tracker with `theDay` of a van, a vehicle that never moves, geofences, and a user who sees the van alone. */
export async function openDayOfVan() {
  const t = await openTestTracker({ reportDeviceDays: 100 });
  const userId = await t.addUser({
    administrator: true,
    attributes: { timezone: 'America/Sao_Paulo', 'rastro.lang': 'en' },
  });
  const cookie = await t.signIn(userId);
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, cookie, body)).json as { id: number }).id;
  const attributes = { speedLimit: 80 / 1.852, fuelPrice: 6, fuelCapacity: 100 };
  const van = await post('/devices', { name: 'Van', uniqueId: 'van', attributes });
  const parked = await post('/devices', { name: 'Parked', uniqueId: 'parked' });
  const fence = async (name: string, more: object = {}): Promise<number> => {
    const id = await post('/geofences', { name, area: 'CIRCLE (1 1, 5)', attributes: more });
    await t.api('POST', '/permissions', cookie, { deviceId: van, geofenceId: id });
    return id;
  };
  const [yard, shop] = [await fence('Yard'), await fence('Shop')];
  const road = await fence('Road', { speedLimit: 30 / 1.852 });
  await post('/drivers', { name: 'Eva', uniqueId: 'D1' });
  await t.storage.commit({ positions: theDay({ van, yard, shop, road }), events: [], states: [] });
  const other = await t.addUser();
  const link = { ownerKind: 'user', ownerId: other, propertyKind: 'device', propertyId: van };
  await t.tracker.directory.links.change([link], []);
  const guest = await t.signIn(other);
  return { t, cookie, guest, van, parked, yard, shop, road };
}
