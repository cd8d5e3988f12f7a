import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { MaintenanceDue, ServiceEntry } from '@rastro/fleet';
import { NO_SUMS } from '@rastro/fleet/trips';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const KM = 1000;
const DAY = 86_400_000;
const OIL = { name: 'Oil', type: 'totalDistance', start: 10_000 * KM, period: 10_000 * KM };
let t: TestTracker;
let serial = 0;
let vanId: number;
let ana: { readonly id: number; readonly cookie: string };
let oil: { readonly id: number };

before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());
beforeEach(async () => {
  vanId = await t.addDevice(`svc-${serial++}`);
  ana = await newUser();
  await give('device', vanId);
  oil = await maintenance(OIL);
});

async function newUser(fields: object = {}): Promise<typeof ana> {
  const id = await t.addUser({ name: 'Ana', ...fields });
  return { id, cookie: await t.signIn(id) };
}
const give = (propertyKind: string, propertyId: number, ownerId = ana.id, ownerKind = 'user') =>
  t.tracker.directory.links.change([{ ownerKind, ownerId, propertyKind, propertyId }], []);
async function maintenance(body: object): Promise<{ readonly id: number }> {
  const made: { id: number } = (await t.api('POST', '/maintenance', ana.cookie, body)).json;
  await give('maintenance', made.id, vanId, 'device');
  return made;
}
const due = async (query: string, who = ana): Promise<readonly MaintenanceDue[]> =>
  (await t.api('GET', `/services/due${query}`, who.cookie)).json;
const serviceLog = async (query: string, who = ana): Promise<readonly ServiceEntry[]> =>
  (await t.api('GET', `/services${query}`, who.cookie)).json;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const write = (more: object, who = ana) =>
  t.api('POST', '/services', who.cookie, { deviceId: vanId, time: ago(1), ...more });

/** The vehicle has come so far, and drove so much on each of some days. */
async function drove(km: number, perDay: readonly number[]): Promise<void> {
  const port = await t.port('osmand');
  const id = t.tracker.directory.devices.get(vanId)?.uniqueId;
  const query = `id=${id}&lat=1&lon=1&timestamp=${Math.floor(Date.now() / 1000) - 60}`;
  assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  const set = { deviceId: vanId, totalDistance: km * KM };
  const admin = await newUser({ administrator: true });
  assert.equal((await t.api('PUT', `/devices/${vanId}/accumulators`, admin.cookie, set)).status, 204);
  const today = Math.floor(Date.now() / DAY);
  const days = perDay.map((each, i) => ({
    day: today - i,
    sums: { ...NO_SUMS, distanceM: each * KM },
    quarters: [],
  }));
  const change = {
    deviceId: vanId,
    head: null,
    replaces: null,
    pieces: [],
    replacesDays: null,
    driverDays: [],
  };
  // The trip updater may write at the same moment: then its revision is the next to build on.
  await eventually(async () => {
    const [cursor] = await t.storage.tripCursors([vanId]);
    return (await t.storage.applyTrips([{ ...change, revision: cursor?.revision ?? 0, days }]))[0] === true;
  });
}

test('[SERVICE-1] when it is due follows from the use of the last 30 days; without use nobody says', async () => {
  const [unknown] = await due(`?maintenanceId=${oil.id}`);
  assert.deepEqual([unknown?.state, unknown?.due, unknown?.dueTime], ['unknown', 10_000 * KM, null]);
  await drove(8000, [100, 0, 200]);
  const [line] = await due(`?deviceId=${vanId}`);
  assert.deepEqual(
    [line?.state, line?.value, line?.perDay, line?.lastTime],
    ['ahead', 8000 * KM, 100 * KM, null],
  );
  const days = (Date.parse(line?.dueTime ?? '') - Date.now()) / DAY;
  assert.ok(Math.abs(days - 20) < 0.1, String(days));
  const weekly = await maintenance({ name: 'TÜV', type: 'serverTime', start: Date.now() - DAY, period: 0 });
  assert.deepEqual(
    (await due('')).map(({ maintenanceId, state }) => [maintenanceId, state]),
    [
      [weekly.id, 'overdue'],
      [oil.id, 'ahead'],
    ],
  );
});

test('[SERVICE-2] what was done stands in the book of the vehicle, and sets when it is due next', async () => {
  await drove(12_000, []);
  assert.equal((await due(`?maintenanceId=${oil.id}`))[0]?.state, 'overdue');
  const made = await write({ maintenanceId: oil.id, odometer: 11_900 * KM, cost: 45_000, notes: ' filter ' });
  assert.equal(made.status, 200, made.text);
  const other = await write({ time: ago(3), notes: 'wiper' });
  const [first, second] = await serviceLog(`?deviceId=${vanId}`);
  const sent: ServiceEntry = made.json;
  assert.deepEqual(first, sent);
  assert.equal(second?.id, (other.json as ServiceEntry).id);
  assert.deepEqual(
    [first?.maintenanceName, first?.cost, first?.notes, first?.userName, first?.hours],
    ['Oil', 45_000, 'filter', 'Ana', null],
  );
  const [line] = await due(`?maintenanceId=${oil.id}`);
  assert.deepEqual([line?.due, line?.lastTime], [21_900 * KM, first?.time]);
  await t.restart();
  assert.equal((await serviceLog(`?maintenanceId=${oil.id}`)).length, 1, 'durable');
  await t.api('DELETE', `/maintenance/${oil.id}`, ana.cookie);
  assert.equal((await serviceLog(`?deviceId=${vanId}`))[0]?.maintenanceName, 'Oil', 'the book stays');
});

test('[SERVICE-3] without the odometer or hours that it counts, or in the future, nothing is written', async () => {
  const hours = await maintenance({ name: 'Belt', type: 'hours', start: 1, period: 1 });
  for (const [body, field] of [
    [{ maintenanceId: oil.id }, 'odometer'],
    [{ maintenanceId: hours.id, odometer: 5 }, 'hours'],
    [{ time: ago(-3) }, 'time'],
    [{ time: 'yesterday' }, 'time'],
    [{ cost: 1.5 }, 'cost'],
    [{ odometer: -1 }, 'odometer'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ] as const) {
    const reply = await write(body);
    assert.equal(reply.status, 400);
    assert.match(reply.text, new RegExp(`^Invalid data - ${field}`));
  }
  assert.deepEqual(await serviceLog(''), []);
});

test('[SERVICE-4] other people neither see nor write it; who only looks does not write; deleting is audited', async () => {
  const { json } = await write({ notes: 'tyres' });
  const { id } = json as ServiceEntry;
  const stranger = await newUser();
  assert.deepEqual([await serviceLog('', stranger), await due('', stranger)], [[], []]);
  assert.match((await write({}, stranger)).text, /^Device access denied/);
  const foreign = await t.api('DELETE', `/services/${id}`, stranger.cookie);
  const missing = await t.api('DELETE', '/services/999999', stranger.cookie);
  assert.deepEqual([foreign.status, foreign.text], [missing.status, missing.text]);
  const reader = await newUser({ readonly: true });
  await give('device', vanId, reader.id);
  assert.equal((await serviceLog('', reader)).length, 1);
  assert.match((await write({}, reader)).text, /^Account is readonly/);
  assert.match((await t.api('DELETE', `/services/${id}`, reader.cookie)).text, /^Account is readonly/);
  const unseen = await t.api('GET', `/services/due?maintenanceId=${oil.id}`, reader.cookie);
  assert.match(unseen.text, /^Maintenance access denied/);
  assert.equal((await t.api('DELETE', `/services/${id}`, ana.cookie)).status, 204);
  assert.deepEqual(await serviceLog(''), []);
  const admin = await newUser({ administrator: true });
  const query = `from=${ago(1)}&to=${ago(-1)}`;
  const log: readonly { objectType: string; actionType: string; objectId: number }[] = (
    await t.api('GET', `/audit?${query}`, admin.cookie)
  ).json;
  const entries = log.filter((each) => each.objectType === 'service' && each.objectId === id);
  assert.deepEqual(entries.map(({ actionType }) => actionType).toSorted(), ['create', 'remove']);
});
