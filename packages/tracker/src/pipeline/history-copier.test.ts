import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { knots } from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { storedPosition } from '../../test/stored-position.ts';

const BEGIN = Date.UTC(2026, 0, 5, 8);
const MINUTE_MS = 60_000;
const DEVICE = 7;
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

/** A vehicle that drives north for an hour, a position a minute, with the ids of another server. */
const drive = (first: number, count: number): StoredPosition[] =>
  Array.from({ length: count }, (_, at) =>
    storedPosition({
      id: 1000 + first + at,
      deviceId: DEVICE,
      fixTime: BEGIN + (first + at) * MINUTE_MS,
      latitude: -23.5 + (first + at) * 0.005,
      longitude: -46.6,
      speed: knots(20),
      attributes: { ignition: true },
    }),
  );

async function start() {
  const tracker = (t = await openTestTracker({ isReplica: true }));
  const { directory, copier } = tracker.tracker;
  const device = { id: DEVICE, name: 'Van', uniqueId: 'van', groupId: 0, attributes: {} };
  directory.follow({ kind: 'device', id: DEVICE, after: device });
  const userId = await tracker.addUser();
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: DEVICE };
  directory.follow({ kind: 'links', add: [link], remove: [] });
  const cookie = await tracker.signIn(userId);
  const day = { deviceId: DEVICE, from: BEGIN, to: BEGIN + 3_600_000 };
  const distances = async (): Promise<readonly number[]> => {
    await copier.settled([DEVICE]);
    const period = `from=${new Date(BEGIN).toISOString()}&to=${new Date(day.to).toISOString()}`;
    const reply = await tracker.api('GET', `/reports/trips?deviceId=${DEVICE}&${period}`, cookie);
    return (reply.json as { distance: number }[]).map(({ distance }) => distance);
  };
  const ids = async () => (await tracker.history(DEVICE)).map(({ id }) => id);
  return { tracker, copier, day, distances, ids, cookie };
}

test('[COPY-1] copied positions keep their ids, and trips are derived from them', async () => {
  const { copier, day, distances, ids } = await start();
  assert.equal(await copier.replace({ ...day, positions: drive(0, 60), isNew: true }), true);
  assert.deepEqual((await ids()).slice(0, 3), [1000, 1001, 1002]);
  const [distance] = await distances();
  assert.ok(distance !== undefined && Math.abs(distance - 32_839) < 5, String(distance));
  assert.equal(await copier.replace({ ...day, positions: drive(0, 60), isNew: false }), false, 'nothing new');
});

test('[COPY-2] a stretch is made equal: what came late is added, what is gone is removed, and trips follow', async () => {
  const { copier, day, distances, ids } = await start();
  const all = drive(0, 60);
  await copier.replace({ ...day, positions: [...all.slice(0, 20), ...all.slice(40)], isNew: true });
  await distances();
  assert.equal(await copier.replace({ ...day, positions: all, isNew: false }), true);
  assert.equal((await ids()).length, 60);
  const [whole] = await distances();
  await copier.replace({ ...day, positions: all.slice(0, 30), isNew: false });
  const [half] = await distances();
  assert.ok(whole !== undefined && half !== undefined && half < whole / 1.9, `${half} of ${whole}`);
  await copier.drop(DEVICE, day.from, day.to);
  assert.deepEqual([await ids(), await distances()], [[], []]);
});

test('[COPY-3] events are stored once, also when two bring the same ones at once', async () => {
  const { copier, tracker } = await start();
  const events = [1, 2].map((id): StoredEvent => ({
    id,
    deviceId: DEVICE,
    type: 'alarm',
    eventTime: BEGIN + id * MINUTE_MS,
    positionId: 0,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: { alarm: 'sos' },
  }));
  await Promise.all([copier.addEvents(DEVICE, events), copier.addEvents(DEVICE, events)]);
  await copier.addEvents(DEVICE, []);
  const stored: StoredEvent[] = [];
  const period = { from: BEGIN, to: BEGIN + 3_600_000, pageSize: 10 };
  for await (const page of tracker.storage.events({ deviceId: DEVICE, ...period })) stored.push(...page);
  assert.equal(stored.length, 2);
});

test('[COPY-4] a replica shows the states of the other server, and neither watches devices nor sends commands', async () => {
  const { copier, tracker } = await start();
  const [position] = drive(0, 1);
  assert.ok(position);
  copier.showStates([{ deviceId: DEVICE, status: 'online', lastUpdate: BEGIN, position }]);
  const queued = {
    deviceId: DEVICE,
    userId: 1,
    type: 'custom',
    textChannel: false,
    description: null,
    attributes: {},
    status: 'queued' as const,
    createdAt: BEGIN,
    expiresAt: BEGIN + 1,
    sentAt: null,
    changedAt: BEGIN,
    result: null,
    reason: null,
  };
  const [id = 0] = await tracker.storage.insertCommands([queued]);
  await tracker.restart();
  assert.equal((await tracker.storage.commandById(id))?.status, 'queued', 'it is not ours to end');
});
