import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { Storage, StoredEvent } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const KM = 1000;
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

/** A van with a maintenance; a restart of the server checks it at once. */
async function start(body: object) {
  let now = START;
  let checks = 0;
  const counting = (storage: Storage): Storage => ({
    ...storage,
    lastServices: async (deviceIds) => {
      const found = await storage.lastServices(deviceIds);
      checks++;
      return found;
    },
  });
  const tracker = (t = await openTestTracker({ clock: { ...systemClock, now: () => now } }, counting));
  const deviceId = await tracker.addDevice('van');
  const made = await tracker.tracker.directory.linked.maintenance.create({
    name: 'Oil',
    attributes: {},
    start: 0,
    period: 0,
    type: 'totalDistance',
    ...body,
  });
  const link = { ownerKind: 'device', ownerId: deviceId, propertyKind: 'maintenance', propertyId: made.id };
  await tracker.tracker.directory.links.change([link], []);
  const events = async (type = 'maintenanceSoon'): Promise<readonly StoredEvent[]> => {
    const found: StoredEvent[] = [];
    const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
    for await (const page of tracker.storage.events(all)) found.push(...page.filter((e) => e.type === type));
    return found;
  };
  return {
    tracker,
    deviceId,
    maintenanceId: made.id,
    events,
    later: (ms: number) => void (now += ms),
    send: async (seconds: number, km: number) => {
      now = Math.max(now, START + seconds * 1000);
      const port = await tracker.port('osmand');
      const query = `id=van&timestamp=${START / 1000 + seconds}&lat=5&lon=5&totalDistance=${km * KM}`;
      assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
    },
    set: async (km: number) => {
      const admin = await tracker.signIn(await tracker.addUser({ administrator: true }));
      const totals = { deviceId, totalDistance: km * KM };
      await tracker.api('PUT', `/devices/${deviceId}/accumulators`, admin, totals);
    },
    /** After a start, what it has to say is committed before the next message is answered. */
    checkAfter: async (seconds: number) => {
      checks = 0;
      await tracker.restart();
      await eventually(() => checks > 0);
      const port = await tracker.port('osmand');
      await fetch(`http://127.0.0.1:${port}/?id=van&timestamp=${START / 1000 + seconds}&lat=5&lon=5`);
      return (await events()).map(({ attributes }) => attributes['due']);
    },
  };
}

test('[SOON-1] a maintenance is told of before it is due, once for each cycle, also over restarts', async () => {
  const oil = { start: 10_000 * KM, period: 10_000 * KM, attributes: { 'rastro.noticeBefore': 500 * KM } };
  const van = await start(oil);
  await van.send(0, 0);
  await van.set(9400);
  assert.deepEqual(await van.checkAfter(10), []);
  await van.set(9600);
  assert.deepEqual(await van.checkAfter(20), [10_000 * KM]);
  assert.deepEqual(await van.checkAfter(30), [10_000 * KM], 'not again');
  const [event] = await van.events();
  assert.deepEqual([event?.maintenanceId, event?.attributes['left']], [van.maintenanceId, 400 * KM]);
  await van.set(19_700);
  assert.deepEqual(await van.checkAfter(40), [10_000 * KM, 20_000 * KM], 'the next cycle');
});

test('[SOON-2] what was written into the service book moves what is told of', async () => {
  const oil = { start: 10_000 * KM, period: 10_000 * KM, attributes: { 'rastro.noticeBefore': 500 * KM } };
  const van = await start(oil);
  await van.send(0, 0);
  await van.set(19_700);
  await van.tracker.storage.addService({
    deviceId: van.deviceId,
    maintenanceId: van.maintenanceId,
    maintenanceName: 'Oil',
    time: START,
    odometer: 15_000 * KM,
    hours: null,
    cost: null,
    notes: null,
    userId: 1,
    userName: 'Ana',
    createdAt: START,
  });
  assert.deepEqual(await van.checkAfter(10), []);
});

test('[SOON-3] one by date is told of so many days before, and a late record tells nothing', async () => {
  const due = START + 30 * DAY;
  const van = await start({ type: 'serverTime', start: due, attributes: { 'rastro.noticeBefore': 7 * DAY } });
  await van.send(100, 0);
  assert.deepEqual(await van.checkAfter(110), []);
  await van.send(50, 0);
  assert.deepEqual(await van.events(), []);
  van.later(24 * DAY);
  assert.deepEqual(await van.checkAfter(120), [due]);
  await eventually(async () => (await van.events()).length === 1);
});
