import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { dataPacket, TestDevice, imeiOf } from '@rastro/protocols/testing';
import type { Storage } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { LiveClient, serveTracker } from '../../test/live-client.ts';

const IMEI = imeiOf(1);
const START = Date.UTC(2026, 0, 1);
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

interface ApiPosition {
  readonly id: number;
  readonly fixTime: string;
  readonly attributes: Readonly<Record<string, number>>;
}

async function start(wrap?: (storage: Storage) => Storage) {
  const tracker = (t = await openTestTracker({}, wrap));
  const deviceId = await tracker.addDevice(IMEI);
  const userId = await tracker.addUser();
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: deviceId };
  await tracker.tracker.directory.links.change([link], []);
  const cookie = await tracker.signIn(userId);
  const device = await TestDevice.signedIn(await tracker.port('teltonika'), IMEI);
  const send = async (...seconds: readonly number[]): Promise<void> => {
    const at = (s: number) => ({ time: START + s * 1000, latitude: 52 + s / 10_000, longitude: 13 });
    device.socket.write(dataPacket(seconds.map(at)));
    assert.equal((await device.bytes(4)).readUInt32BE(), seconds.length);
  };
  const latest = async () =>
    ((await tracker.api('GET', `/positions?deviceId=${deviceId}`, cookie)).json as ApiPosition[])[0];
  const times = async () => (await tracker.history(deviceId)).map(({ fixTime }) => (fixTime - START) / 1000);
  const remove = (path: string, as = cookie) => tracker.api('DELETE', path, as);
  return { tracker, deviceId, userId, cookie, send, latest, times, remove };
}
const range = (from: number, to: number) =>
  `from=${new Date(START + from * 1000).toISOString()}&to=${new Date(START + to * 1000).toISOString()}`;

test('[PIPE-32] totals set by hand make a new latest position, and what comes later counts on from them', async () => {
  const { tracker, deviceId, cookie, send, latest, times } = await start();
  const put = (body: object, as = cookie) =>
    tracker.api('PUT', `/devices/${deviceId}/accumulators`, as, { deviceId, ...body });
  assert.equal((await put({ totalDistance: 1 })).text, 'Invalid data - deviceId: the device has no position');
  await send(0, 10);
  const before = await latest();
  const { url, server } = await serveTracker(tracker.tracker);
  const browser = await LiveClient.open(`${url}/api/socket`, { headers: { cookie } });
  assert.equal((await put({ totalDistance: 5_000_000, hours: 7_200_000 })).status, 204);
  const after = await latest();
  assert.ok(before && after && after.id > before.id);
  assert.equal(after.fixTime, before.fixTime);
  assert.deepEqual([after.attributes.totalDistance, after.attributes.hours], [5_000_000, 7_200_000]);
  await eventually(() => browser.latestPositionIds.get(deviceId) === after.id);
  browser.socket.terminate();
  server.close();
  assert.equal((await put({ hours: 3_600_000 })).status, 204, 'one of the two');
  await send(20);
  const total = (await latest())?.attributes ?? {};
  assert.ok(Math.abs((total['totalDistance'] ?? 0) - 5_000_111.3) < 1, String(total['totalDistance']));
  assert.equal(total['hours'], 3_600_000);
  await send(10);
  assert.deepEqual(await times(), [0, 10, 10, 10, 20], 'the records themselves are still known');
  await tracker.restart();
  assert.equal((await latest())?.attributes['hours'], 3_600_000);
});

test('[PIPE-33] totals keep their place in the order of what arrives', async () => {
  let release = (): void => {};
  let held: Promise<void> | null = null;
  const { tracker, deviceId, cookie, send, latest } = await start((storage) => ({
    ...storage,
    commit: async (batch) => {
      await held;
      return storage.commit(batch);
    },
  }));
  await send(0);
  held = new Promise((resolve) => (release = resolve));
  const path = `/devices/${deviceId}/accumulators`;
  const reply = tracker.api('PUT', path, cookie, { deviceId, totalDistance: 1000 });
  const sent = send(10);
  await eventually(() => tracker.tracker.counters.records.get('teltonika') === 2);
  release();
  assert.equal((await reply).status, 204);
  await sent;
  assert.ok(Math.abs(((await latest())?.attributes['totalDistance'] ?? 0) - 1111.3) < 1);
});

test('[PIPE-34] totals are for those who may change the device', async () => {
  const { tracker, deviceId, userId, send } = await start();
  await send(0);
  const put = async (as: string) =>
    (await tracker.api('PUT', `/devices/${deviceId}/accumulators`, as, { deviceId, hours: 1 })).text;
  const stranger = await tracker.signIn(await tracker.addUser());
  assert.match(await put(stranger), /^Device access denied/);
  const users = tracker.tracker.directory.users;
  const user = users.get(userId);
  assert.ok(user);
  for (const [flag, answer] of [
    ['readonly', /^Account is readonly/],
    ['deviceReadonly', /^Account is device readonly/],
  ] as const) {
    await users.update({ ...user, [flag]: true });
    assert.match(await put(await tracker.signIn(userId)), answer);
  }
});

test('[PIPE-35] a removed position is gone; when it was the latest, the newest one left is', async () => {
  const { deviceId, send, latest, times, remove, tracker } = await start();
  await send(0, 10, 20);
  const newest = await latest();
  assert.equal((await remove(`/positions/${newest?.id}`)).status, 204);
  assert.deepEqual(await times(), [0, 10]);
  const now = await latest();
  assert.equal(Date.parse(now?.fixTime ?? ''), START + 10_000);
  await send(10);
  assert.deepEqual(await times(), [0, 10], 'the record of the new latest position is known');
  await send(30);
  assert.ok(
    Math.abs(((await latest())?.attributes['distance'] ?? 0) - 222.6) < 1,
    'from the one that is left',
  );
  assert.equal((await remove(`/positions?deviceId=${deviceId}&${range(0, 10)}`)).status, 204);
  assert.deepEqual(await times(), [30]);
  assert.equal((await remove(`/positions?deviceId=${deviceId}&${range(0, 99)}`)).status, 204);
  assert.deepEqual([await latest(), await times()], [undefined, []]);
  await tracker.restart();
  assert.equal(await latest(), undefined);
});

test('[PIPE-36] a removal between commits loses nothing of what arrives meanwhile', async () => {
  const { deviceId, send, latest, times, remove } = await start();
  const before = Array.from({ length: 250 }, (_, i) => i * 10);
  for (let i = 0; i < before.length; i += 50) await send(...before.slice(i, i + 50));
  const reply = remove(`/positions?deviceId=${deviceId}&${range(0, 2490)}`);
  for (let i = 0; i < 20; i++) await send(3000 + i);
  assert.equal((await reply).status, 204);
  assert.deepEqual(
    await times(),
    Array.from({ length: 20 }, (_, i) => 3000 + i),
  );
  assert.equal(Date.parse((await latest())?.fixTime ?? ''), START + 3_019_000);
});

test('[PIPE-37] history is removed by those who may write and see the device; the rest get one answer', async () => {
  const { tracker, deviceId, userId, cookie, send, latest, remove } = await start();
  await send(0);
  const id = (await latest())?.id;
  const stranger = await tracker.signIn(await tracker.addUser());
  const foreign = await remove(`/positions/${id}`, stranger);
  assert.deepEqual([foreign.status, foreign.text], [400, (await remove('/positions/99999', stranger)).text]);
  assert.match(
    (await remove(`/positions?deviceId=${deviceId}&${range(0, 1)}`, stranger)).text,
    /^Device access/,
  );
  const administrator = await tracker.signIn(await tracker.addUser({ administrator: true }));
  assert.equal((await remove('/positions/99999', administrator)).status, 404);
  assert.equal((await remove(`/positions?deviceId=${deviceId}`, cookie)).status, 400, 'never without bounds');
  const users = tracker.tracker.directory.users;
  const user = users.get(userId);
  assert.ok(user);
  await users.update({ ...user, readonly: true });
  assert.match((await remove(`/positions/${id}`, await tracker.signIn(userId))).text, /^Account is readonly/);
  await users.update({ ...user, deviceReadonly: true });
  const looker = await tracker.signIn(userId);
  for (const path of [`/positions/${id}`, `/positions?deviceId=${deviceId}&${range(0, 1)}`])
    assert.match((await remove(path, looker)).text, /^Account is device readonly/);
  assert.equal((await latest())?.id, id);
});
