import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { knots } from '@rastro/fleet';
import { openTripReader } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { verifyTrips } from '../trips/verify-trips.ts';
import { DEFAULT_PIPELINE_OPTIONS } from './options.ts';
import type { PastEntry } from './history-importer.ts';

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

/** An hour's drive to the north each day, parked otherwise. */
function entries(days: number): PastEntry[] {
  return Array.from({ length: days * 120 }, (_, at): PastEntry => {
    const [day, minute] = [Math.floor(at / 120), at % 120];
    const isDriving = minute > 20 && minute < 80;
    const time = START + day * 86_400_000 + minute * MINUTE;
    const driven = day * 60 + Math.min(60, Math.max(0, minute - 20));
    const fix = {
      time,
      valid: true,
      latitude: -23 + driven * 0.005,
      longitude: -46,
      altitude: 0,
      speed: knots(isDriving ? 18 : 0),
      course: 0,
      accuracy: 0,
    };
    return { deviceTime: time, fix, network: null, attributes: { ignition: isDriving } };
  });
}

test('[PASTDOOR-1] what a device lived is stored with totals and events, its books are made, and nobody is told', async () => {
  const tracker = (t = await openTestTracker());
  const deviceId = await tracker.addDevice('van');
  const userId = await tracker.addUser({ administrator: true });
  const { directory, past } = tracker.tracker;
  const rule = await directory.linked.notification.create({
    type: 'ignitionOn',
    notificators: 'web',
    always: true,
    description: null,
    commandId: 0,
    calendarId: 0,
    attributes: {},
  });
  const user = { ownerKind: 'user', ownerId: userId };
  await directory.links.change([{ ...user, propertyKind: 'notification', propertyId: rule.id }], []);
  await past.add(deviceId, 'osmand', entries(5));
  past.complete(deviceId);
  const stored = await tracker.history(deviceId);
  assert.equal(stored.length, 600);
  const cookie = await tracker.signIn(userId);
  const [position] = (await tracker.api('GET', `/positions?deviceId=${deviceId}`, cookie)).json as {
    serverTime: string;
    fixTime: string;
    attributes: { totalDistance: number };
  }[];
  assert.ok(position);
  assert.ok(Math.abs(position.attributes.totalDistance - 300 * 555) < 2000);
  assert.equal(Date.parse(position.serverTime) - Date.parse(position.fixTime), 1000);
  const types: string[] = [];
  for await (const page of tracker.storage.events({
    deviceId,
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    pageSize: 100,
  }))
    types.push(...page.map(({ type }) => type));
  assert.equal(types.filter((type) => type === 'ignitionOn').length, 5);
  const reader = await openTripReader(tracker.storage.location);
  const trips = () =>
    reader.inSnapshot((snapshot) => snapshot.pieces(deviceId, 0, Number.MAX_SAFE_INTEGER, ['trip']));
  await eventually(async () => (await trips()).filter(({ ended }) => ended === 'ignitionOff').length === 5);
  await reader.close();
  const all = { userId: null, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10, offset: 0 };
  assert.deepEqual(await tracker.storage.deliveries(all), []);
  const published: unknown[] = [];
  const { storage } = tracker;
  await verifyTrips({
    storage,
    brand: 'rastro',
    pipeline: DEFAULT_PIPELINE_OPTIONS,
    onProgress: (device) => published.push(device.wrong),
  });
  assert.deepEqual(published, [[]]);
});

test('[PASTDOOR-2] a start after a kill goes on after the newest record that is stored; twice the same is once', async () => {
  const tracker = (t = await openTestTracker());
  const deviceId = await tracker.addDevice('van');
  const all = entries(4);
  await tracker.tracker.past.add(deviceId, 'osmand', all.slice(0, 300));
  await tracker.restart();
  const { past } = tracker.tracker;
  const after = past.newestTime(deviceId);
  assert.equal(after, all[299]?.deviceTime);
  await past.add(
    deviceId,
    'osmand',
    all.filter(({ deviceTime }) => deviceTime > after - 5 * MINUTE),
  );
  const stored = await tracker.history(deviceId);
  assert.deepEqual(
    stored.map(({ fixTime }) => fixTime),
    all.map(({ deviceTime }) => deviceTime),
  );
});

test('[PASTDOOR-3] a past that cannot be stored leaves the device as it was', async () => {
  let isBroken = false;
  const tracker = (t = await openTestTracker({}, (storage) => ({
    ...storage,
    commit: (batch) => (isBroken ? Promise.reject(new Error('no disk')) : storage.commit(batch)),
  })));
  const deviceId = await tracker.addDevice('van');
  const all = entries(2);
  const { past } = tracker.tracker;
  await past.add(deviceId, 'osmand', all.slice(0, 100));
  isBroken = true;
  await assert.rejects(past.add(deviceId, 'osmand', all.slice(100)), /no disk/);
  isBroken = false;
  assert.equal(past.newestTime(deviceId), all[99]?.deviceTime);
  await past.add(deviceId, 'osmand', all.slice(100));
  assert.equal((await tracker.history(deviceId)).length, all.length);
});
