import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import {
  calendarOf,
  fence,
  NOW,
  openTestPipeline,
  record,
  type TestPipeline,
} from '../../test/open-test-pipeline.ts';
import { openTestTracker } from '../../test/open-test-tracker.ts';

let open: TestPipeline[] = [];
afterEach(async () => {
  for (const each of open) await each.close();
  open = [];
});
async function start(): Promise<TestPipeline> {
  const pipeline = await openTestPipeline();
  open.push(pipeline);
  return pipeline;
}

/** Eleven kilometers to the north. */
const LINE = 'LINESTRING (52 13, 52.1 13)';
const CORRIDOR = { corridor: true, polylineDistance: 100 };
/** Every 15 seconds 200 m on. @param east Degrees beside the line; a hundredth is 680 m. */
const drive = (from: number, to: number, east = 0) =>
  Array.from({ length: to - from }, (_, at) =>
    record((from + at) * 15, { latitude: 52.01 + (from + at) * 0.0018, longitude: 13 + east }),
  );
const routeEvents = ({ events }: ReturnType<TestPipeline['feed']>) =>
  events
    .filter(({ type }) => type.startsWith('route'))
    .map(({ type, geofenceId, eventTime }) => [type, geofenceId, (eventTime - NOW) / 1000]);

test('[CORRIDOR-6] a vehicle that leaves the corridor of a linked line raises an event, and another when it is back', async () => {
  const t = await start();
  const line = await t.add('geofence', fence(LINE, CORRIDOR));
  await t.add('geofence', fence(LINE, { polylineDistance: 100 }));
  assert.deepEqual(routeEvents(t.feed(drive(0, 5))), []);
  assert.deepEqual(routeEvents(t.feed(drive(5, 9, 0.01))), [['routeDeviation', line.id, 75]]);
  assert.deepEqual(routeEvents(t.feed(drive(9, 12, 0.01))), [], 'once');
  // What a tracker had in its memory is history.
  assert.deepEqual(routeEvents(t.feed(drive(2, 4))), []);
  assert.deepEqual(routeEvents(t.feed(drive(12, 15))), [['routeReturn', line.id, 195]]);
});

test('[CORRIDOR-6] its own thresholds count, a record without a fix does not, and the calendar of the line rules', async () => {
  const t = await start();
  const wide = await t.add('geofence', fence(LINE, { ...CORRIDOR, corridorOuter: 1000 }));
  const slow = await t.add('geofence', fence(LINE, { ...CORRIDOR, corridorSeconds: 120 }));
  const calendar = await t.directory.linked.calendar.create(calendarOf('1000', '1100'));
  await t.add('geofence', fence(LINE, CORRIDOR, calendar.id));
  t.feed(drive(0, 5));
  const invalid = drive(5, 20, 0.01).map((each) => ({
    ...each,
    fix: each.fix && { ...each.fix, valid: false },
  }));
  assert.deepEqual(routeEvents(t.feed(invalid)), []);
  assert.deepEqual(routeEvents(t.feed(drive(20, 28, 0.01))), []);
  assert.deepEqual(routeEvents(t.feed(drive(28, 30, 0.01))), [['routeDeviation', slow.id, 300]]);
  assert.deepEqual(routeEvents(t.feed(drive(30, 34, 0.02))), [['routeDeviation', wide.id, 450]]);
});

test('[CORRIDOR-6] a line that is linked no longer is forgotten, and one of another vehicle says nothing', async () => {
  const t = await start();
  const line = await t.add('geofence', fence(LINE, CORRIDOR));
  const other = await t.device();
  t.feed(drive(0, 5));
  assert.deepEqual(Object.keys(t.live.of(t.van.id).pending.memory.corridors), [String(line.id)]);
  t.feed(drive(0, 5), other.id);
  assert.deepEqual(routeEvents(t.feed(drive(5, 9, 0.01), other.id)), []);
  await t.unlink('geofence', line.id);
  assert.deepEqual(routeEvents(t.feed(drive(5, 9, 0.01))), []);
  assert.deepEqual(t.live.of(t.van.id).pending.memory.corridors, {});
});

test('[CORRIDOR-7] a restart in the middle of a deviation loses nothing and says nothing twice', async () => {
  const tracker = await openTestTracker({ clock: { ...systemClock, now: () => NOW + 600_000 } });
  try {
    const deviceId = await tracker.addDevice('van');
    const { directory } = tracker.tracker;
    const line = await directory.linked.geofence.create(fence(LINE, CORRIDOR));
    await directory.links.change(
      [{ ownerKind: 'device', ownerId: deviceId, propertyKind: 'geofence', propertyId: line.id }],
      [],
    );
    const send = async (records: readonly ReturnType<typeof record>[]): Promise<void> => {
      const port = await tracker.port('osmand');
      for (const { fix } of records) {
        assert.ok(fix);
        const { time, latitude, longitude } = fix;
        const query = `id=van&timestamp=${time / 1000}&lat=${latitude}&lon=${longitude}`;
        assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
      }
    };
    await send([...drive(0, 5), ...drive(5, 7, 0.01)]);
    await tracker.restart();
    await send(drive(7, 9, 0.01));
    await tracker.restart();
    await send([...drive(9, 11, 0.01), ...drive(11, 14)]);
    const found: unknown[] = [];
    const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
    for await (const page of tracker.storage.events(all))
      for (const { type, eventTime, geofenceId } of page)
        if (type.startsWith('route')) found.push([type, geofenceId, (eventTime - NOW) / 1000]);
    assert.deepEqual(found, [
      ['routeDeviation', line.id, 75],
      ['routeReturn', line.id, 180],
    ]);
  } finally {
    await tracker.dispose();
  }
});
