import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority, platform } from 'node:os';
import { after, before, test } from 'node:test';
import { dataPacket, imeiOf, TestDevice, type TestRecord } from '@rastro/protocols/testing';
import type { TripItem } from '@rastro/fleet';
import { openTripReader, type TripSnapshot } from '@rastro/storage';
import { eventually, openTestTracker, SILENT, type TestTracker } from '../../test/open-test-tracker.ts';
import { dropOldPositions } from './drop-old-positions.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
let t: TestTracker;
let userId = 0;
let cookie = '';
before(async () => {
  t = await openTestTracker();
  userId = await t.addUser({ administrator: true });
  cookie = await t.signIn(userId);
});
after(() => t.dispose());

/** Half an hour out, four minutes at a light, half an hour back; a minute apart. */
function drives(): readonly TestRecord[] {
  let latitude = -23.5;
  return Array.from({ length: 80 }, (_, i) => {
    const isStopped = i < 2 || (i >= 32 && i < 37) || i >= 67;
    const before = latitude;
    if (!isStopped) latitude += 0.007;
    return {
      time: START + i * MINUTE,
      latitude: isStopped ? before : latitude,
      longitude: -46.6,
      speedKmh: isStopped ? 0 : 47,
    };
  });
}

let serial = 60;
async function driven(records = drives()): Promise<{ id: number; imei: string }> {
  const imei = imeiOf(serial++);
  const id = await t.addDevice(imei);
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id };
  await t.tracker.directory.links.change([link], []);
  await send(imei, records);
  return { id, imei };
}
async function send(imei: string, records: readonly TestRecord[]): Promise<void> {
  const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
  for (let at = 0; at < records.length; at += 10) {
    device.socket.write(dataPacket(records.slice(at, at + 10)));
    await device.bytes(4);
  }
  device.socket.destroy();
}
const period = `from=${new Date(START - MINUTE).toISOString()}&to=${new Date(START + 86_400_000).toISOString()}`;
async function trips(id: number): Promise<readonly TripItem[]> {
  const reply = await t.api('GET', `/reports/trips?deviceId=${id}&${period}`, cookie);
  assert.equal(reply.status, 200, reply.text);
  return reply.json;
}
async function inSnapshot<T>(read: (snapshot: TripSnapshot) => Promise<T>): Promise<T> {
  const reader = await openTripReader(t.storage.location);
  try {
    return await reader.inSnapshot(read);
  } finally {
    await reader.close();
  }
}
/** Stored history, with the newest records in it: a change of a vehicle has its derived history checked. */
async function piecesOf(id: number): Promise<string> {
  const entity = t.tracker.directory.devices.get(id);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, name: `${entity.name} ` });
  await trips(id);
  return inSnapshot(async (snapshot) =>
    JSON.stringify(await snapshot.pieces(id, 0, Number.MAX_SAFE_INTEGER)),
  );
}

const storedTrips = (id: number) =>
  inSnapshot(async (snapshot) => {
    const pieces = await snapshot.pieces(id, 0, Number.MAX_SAFE_INTEGER, ['trip']);
    return pieces.filter(({ ended }) => ended).length;
  });

test('[BOOK-51] other settings make other books; the former ones make the former books, bit by bit', async () => {
  const { id } = await driven();
  assert.equal((await trips(id)).length, 1);
  const former = await piecesOf(id);
  const entity = t.tracker.directory.devices.get(id);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, attributes: { 'trip.minStop': 120 } });
  assert.equal((await trips(id)).length, 2);
  await t.tracker.directory.devices.update({ ...entity, attributes: {} });
  assert.equal((await trips(id)).length, 1);
  assert.equal(await piecesOf(id), former);
  await t.setServer({ 'trip.minStop': 120 });
  assert.equal((await trips(id)).length, 2);
  await eventually(async () => (await storedTrips(id)) === 2);
  await t.setServer({ 'trip.minStop': 300 });
  await eventually(async () => (await storedTrips(id)) === 1);
});

test('[BOOK-52] what comes late and what is removed changes the figures at once, also those of days', async () => {
  const all = drives();
  const isHole = (_: TestRecord, i: number): boolean => i >= 20 && i < 32;
  const { id, imei } = await driven(all.filter((r, i) => !isHole(r, i)));
  const distance = async (): Promise<number> => {
    const reply = await t.api('GET', `/reports/summary?deviceId=${id}&${period}&daily=true`, cookie);
    const [day]: readonly { distance: number }[] = reply.json;
    return day?.distance ?? 0;
  };
  const whole = await driven();
  const [expected] = await trips(whole.id);
  assert.ok(expected);
  await trips(id);
  await send(imei, all.filter(isHole));
  assert.deepEqual(
    (await trips(id)).map(({ startTime, endTime, distance: metres }) => [startTime, endTime, metres]),
    [[expected.startTime, expected.endTime, expected.distance]],
  );
  assert.equal(await distance(), expected.distance);
  const half = `from=${new Date(START + 30 * MINUTE).toISOString()}&to=${new Date(START + 86_400_000).toISOString()}`;
  const gone = await t.api('DELETE', `/positions?deviceId=${id}&${half}`, cookie);
  assert.equal(gone.status, 204, gone.text);
  assert.ok((await distance()) < expected.distance / 2 + 800, String(await distance()));
  assert.equal((await trips(id))[0]?.endReason, null, 'it is under way again, as far as anybody knows');
});

test('[BOOK-58] what is older than HISTORY_DAYS goes but for the newest position; trips and sums stay, also after a restart', async () => {
  const { id } = await driven();
  await piecesOf(id);
  const before = await trips(id);
  const deps = {
    storage: t.storage,
    deviceIds: () => [id],
    retentionDays: async () => new Map<number, number>(),
    clock: { now: () => START + 30 * 86_400_000 },
    log: SILENT,
  };
  assert.equal(await dropOldPositions(31, deps, AbortSignal.any([])), 0);
  const gone = await dropOldPositions(7, deps, AbortSignal.any([]));
  const left = await t.history(id);
  assert.equal(gone + left.length, 80);
  assert.ok(left.length < 20 && left.length > 0, String(left.length));
  assert.equal(left.at(-1)?.fixTime, START + 79 * MINUTE);
  assert.deepEqual(await trips(id), before);
  await t.restart();
  assert.deepEqual(await trips(id), before);
});

test('[RETAIN-2] where customers have a limit older events and kept tracks go, too, never later than those of the installation', async () => {
  const { id } = await driven();
  await piecesOf(id);
  const before = await trips(id);
  const events = async (): Promise<number> => {
    const reply = await t.api('GET', `/reports/events?deviceId=${id}&${period}`, cookie);
    const found: readonly unknown[] = reply.json;
    return found.length;
  };
  const daysOfTracks = () => inSnapshot(async (snapshot) => (await snapshot.trackHeads(id, 0, 1e6)).length);
  assert.ok((await events()) > 0);
  const revision = await inSnapshot(async (snapshot) => (await snapshot.head(id))?.revision ?? 0);
  const track = { day: Math.floor(START / 86_400_000), head: new Uint8Array(1), body: new Uint8Array(1) };
  assert.ok(await t.storage.saveTrackDays(id, revision, [track]));
  assert.equal(await daysOfTracks(), 1);
  const after = async (days: number, limit: number): Promise<number> => {
    const deps = {
      storage: t.storage,
      deviceIds: () => [id],
      retentionDays: async () => new Map([[id, limit]]),
      clock: { now: () => START + 30 * 86_400_000 },
      log: SILENT,
    };
    return dropOldPositions(days, deps, AbortSignal.any([]));
  };
  assert.equal(await after(0, 31), 0);
  assert.ok((await events()) > 0);
  assert.ok((await after(7, 31)) > 0, 'the installation keeps it for a week');
  assert.equal(await after(0, 7), 0);
  assert.deepEqual([await events(), await daysOfTracks()], [0, 0]);
  assert.deepEqual(await trips(id), before, 'the books stay');
});

test(
  '[BOOK-59] the thread of the books steps back behind what devices send',
  { skip: platform() !== 'linux' },
  () => {
    const niceness = readdirSync('/proc/self/task').map((task) => {
      const fields = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return Number(fields[16]);
    });
    const own = getPriority();
    assert.ok(niceness.includes(Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL)), niceness.join());
    assert.ok(niceness.includes(own));
  },
);
