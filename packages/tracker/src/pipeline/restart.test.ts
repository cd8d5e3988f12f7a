import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { hiddenDevice } from '@rastro/fleet';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

async function start(attributes: object) {
  let now = START;
  const tracker = (t = await openTestTracker({ clock: { ...systemClock, now: () => now } }));
  const deviceId = await tracker.addDevice('van', { attributes });
  return {
    tracker,
    deviceId,
    later: (ms: number) => void (now += ms),
    send: async (seconds: number, latitude = 52) => {
      now = Math.max(now, START + seconds * 1000);
      const port = await tracker.port('osmand');
      const query = `id=van&timestamp=${START / 1000 + seconds}&lat=${latitude}&lon=13`;
      assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
    },
    events: async (type: string) => {
      const times: number[] = [];
      const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
      for await (const page of tracker.storage.events(all)) {
        times.push(...page.filter((event) => event.type === type).map(({ eventTime }) => eventTime));
      }
      return times;
    },
  };
}

test('[PIPE-44] a moment of silence that passed while the server was down is told after its start, once', async () => {
  const { tracker, later, send, events } = await start({ deviceInactivityStart: 2 * HOUR });
  await send(0);
  later(5 * HOUR);
  await tracker.restart();
  await eventually(async () => (await events('deviceInactive')).length === 1);
  later(HOUR);
  await tracker.restart();
  // What this start has to say is committed before the next message is answered.
  await send(6 * 3600);
  assert.deepEqual(await events('deviceInactive'), [START + 5 * HOUR]);
});

test('[DEVFORM-22] a hidden device is not missed, however long it is silent', async () => {
  const { tracker, deviceId, later, send, events } = await start({ deviceInactivityStart: 2 * HOUR });
  await send(0);
  const { devices } = tracker.tracker.directory;
  const van = devices.get(deviceId);
  assert.ok(van);
  await devices.update({ ...van, ...hiddenDevice(van) });
  later(5 * HOUR);
  await tracker.restart();
  // Another device's message is answered after what the start has to say.
  await tracker.addDevice('bus');
  const query = `id=bus&timestamp=${START / 1000 + 5 * 3600}&lat=1&lon=1`;
  assert.equal((await fetch(`http://127.0.0.1:${await tracker.port('osmand')}/?${query}`)).status, 200);
  assert.deepEqual(await events('deviceInactive'), []);
});

test('[FENCE-17] an anchor that was made after the last position is left after a restart, too', async () => {
  const { tracker, deviceId, send, events } = await start({});
  await send(0);
  const { directory } = tracker.tracker;
  const anchor = await directory.linked.geofence.create({
    name: 'van',
    description: null,
    area: 'CIRCLE (52 13, 150)',
    attributes: { isAnchor: true, deviceId },
    calendarId: 0,
  });
  const link = { ownerKind: 'device', ownerId: deviceId, propertyKind: 'geofence', propertyId: anchor.id };
  await directory.links.change([link], []);
  await tracker.restart();
  await send(3600, 52.01);
  assert.deepEqual(await events('geofenceExit'), [START + HOUR]);
});

test('[PIPE-45] after a restart trip detection looks back as far as the attributes of the device say', async () => {
  const drive = async (restarts: boolean) => {
    const { tracker, send, events } = await start({ 'report.trip.minDuration': 1200 });
    for (let i = 0; i < 10; i++) await send(i * 120, 52 + Math.min(i, 3) * 0.01);
    if (restarts) await tracker.restart();
    for (let i = 10; i < 20; i++) await send(i * 120, 52.03);
    const counts = [await events('deviceMoving'), await events('deviceStopped')];
    await tracker.dispose();
    t = null;
    return counts;
  };
  const through = await drive(false);
  assert.equal(through[1]?.length, 1);
  assert.deepEqual(await drive(true), through);
});
