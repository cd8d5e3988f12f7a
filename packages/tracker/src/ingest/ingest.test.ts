import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, test } from 'node:test';
import { dataPacket, loginPacket, type TestRecord, TestDevice, imeiOf } from '@rastro/protocols/testing';
import { StorageError, type Storage } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import type { TrackerOptions } from '../tracker.ts';

const IMEI = imeiOf(1);
const START = Date.UTC(2026, 0, 1);
const at = (seconds: number, values: Partial<TestRecord> = {}): TestRecord => ({
  time: START + seconds * 1000,
  latitude: -23.5,
  longitude: -46.6,
  ...values,
});

let open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open) await each.dispose();
  open = [];
});
async function start(
  options: Partial<TrackerOptions> = {},
  wrap?: (s: Storage) => Storage,
): Promise<TestTracker> {
  const test = await openTestTracker(options, wrap);
  open.push(test);
  return test;
}

test('[INGEST-1] a known device is accepted, stored and acknowledged with the number of its records', async () => {
  const t = await start();
  const id = await t.addDevice(IMEI);
  const device = await TestDevice.connect(await t.port('teltonika'));
  device.socket.write(loginPacket(IMEI));
  assert.deepEqual([...(await device.bytes(1))], [1]);
  device.socket.write(dataPacket([at(0), at(10)]));
  assert.equal((await device.bytes(4)).readUInt32BE(), 2);
  assert.deepEqual(
    (await t.history(id)).map((p) => p.fixTime),
    [START, START + 10_000],
  );
});

test('[INGEST-30] a damaged frame of a device that computes checksums is left for it to send again', async () => {
  const t = await start();
  const id = await t.addDevice(IMEI);
  const stored = async () => (await t.history(id)).map(({ fixTime }) => (fixTime - START) / 1000);
  const damaged = (second: number, speedKmh = 40): Buffer => {
    const packet = dataPacket([at(second, { speedKmh })]);
    packet.set([(packet.at(-1) ?? 0) ^ 0xff], packet.length - 1);
    return packet;
  };
  const first = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
  first.socket.write(damaged(0));
  assert.equal((await first.bytes(4)).readUInt32BE(), 1, 'a clone that has never been right is believed');
  first.socket.write(dataPacket([at(10)]));
  await first.bytes(4);
  first.socket.write(Buffer.concat([damaged(20), dataPacket([at(30)])]));
  assert.equal((await first.bytes(4)).readUInt32BE(), 1);
  assert.deepEqual(await stored(), [0, 10, 30], 'only the whole one');
  assert.equal(first.received.length, 0, 'and only that is answered');
  // On a new connection it is the same device; what it sends a second time to the letter is no damage.
  const second = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
  second.socket.write(Buffer.concat([damaged(40), damaged(40, 50), damaged(40, 50)]));
  await second.bytes(4);
  assert.deepEqual(await stored(), [0, 10, 30, 40]);
  assert.equal(second.received.length, 0);
});

test('[INGEST-2] an unknown, disabled or expired device is refused and stores nothing', async () => {
  const t = await start();
  const ids = [
    await t.addDevice(imeiOf(2), { disabled: true }),
    await t.addDevice(imeiOf(3), { expirationTime: '2020-01-01T00:00:00.000+00:00' }),
  ];
  for (const imei of [imeiOf(9), imeiOf(2), imeiOf(3)]) {
    const device = await TestDevice.connect(await t.port('teltonika'));
    device.socket.write(Buffer.concat([loginPacket(imei), dataPacket([at(0)])]));
    assert.deepEqual([...(await device.bytes(1))], [0]);
    await device.closed;
    assert.equal(device.received.length, 0, 'no acknowledgement');
  }
  for (const id of ids) assert.equal((await t.history(id)).length, 0);
});

test('[INGEST-3] unknown devices are registered when the setting says so, once for racing connections', async () => {
  const t = await start({ registerUnknown: { pattern: /^\d{15}$/, category: 'car', groupId: 0 } });
  const port = await t.port('teltonika');
  const race = Array.from({ length: 5 }, () => TestDevice.signedIn(port, IMEI));
  // All are registered, the newest connection wins and closes the others.
  const results = await Promise.allSettled(race);
  const winner = results
    .flatMap((r) => (r.status === 'fulfilled' ? r.value : []))
    .find((d) => !d.socket.destroyed);
  assert.ok(winner);
  const entity = t.tracker.directory.devices.byKey(IMEI);
  assert.equal(entity?.category, 'car');
  assert.equal(t.tracker.directory.devices.size, 1);
  winner.socket.write(dataPacket([at(0)]));
  assert.equal((await winner.bytes(4)).readUInt32BE(), 1);
});

test('[INGEST-18] an unknown device is registered while the installation has room, never as a hidden one', async () => {
  const t = await start({
    registerUnknown: { pattern: /./, category: null, groupId: 0 },
    deviceLimit: () => 2,
  });
  const port = await t.port('osmand');
  const hidden = await t.addDevice('deleted-1-abc');
  const send = async (id: string): Promise<number> => {
    const url = `http://127.0.0.1:${port}/?id=${id}&lat=1&lon=1&timestamp=${Math.trunc(Date.now() / 1000)}`;
    const answer = await fetch(url, { method: 'POST' });
    await answer.text();
    return answer.status;
  };
  assert.equal(await send('deleted-1-abc'), 400, 'a hidden device takes no data');
  assert.equal(await send('deleted-2-abc'), 400);
  const race = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(send));
  assert.equal(race.filter((status) => status === 200).length, 2);
  assert.equal(t.tracker.directory.devices.size, 3);
  assert.deepEqual(await t.history(hidden), []);
});

test('[INGEST-4] the newest connection wins; the end of the old one changes nothing', async () => {
  const t = await start();
  const id = await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const status = async () =>
    ((await t.api('GET', `/devices/${id}`, cookie)).json as { status: string }).status;
  const old = await TestDevice.signedIn(port, IMEI);
  const fresh = await TestDevice.signedIn(port, IMEI);
  await old.closed;
  // The device must not become offline.
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await status(), 'online');
  fresh.socket.destroy();
  await eventually(async () => (await status()) === 'offline');
});

test('[INGEST-5] frames byte by byte and glued together give the same rows', async () => {
  const t = await start();
  const id = await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const bytes = Buffer.concat([
    loginPacket(IMEI),
    dataPacket([at(0)]),
    Buffer.of(0xff),
    dataPacket([at(10), at(20)]),
  ]);
  const slow = await TestDevice.connect(port);
  for (const byte of bytes) slow.socket.write(Buffer.of(byte));
  assert.equal((await slow.bytes(9)).subarray(5).readUInt32BE(), 2);
  const whole = await TestDevice.connect(port);
  whole.socket.write(bytes);
  await whole.bytes(9);
  assert.equal((await t.history(id)).length, 3, 'the second time every record was known');
});

test('[INGEST-6] the acknowledgement leaves after the commit, never before', async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let isCommitting = false;
  const t = await start({}, (storage) => ({
    ...storage,
    commit: async (batch) => {
      if (batch.positions.length > 0) {
        isCommitting = true;
        await gate;
      }
      return storage.commit(batch);
    },
  }));
  await t.addDevice(IMEI);
  const device = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
  device.socket.write(dataPacket([at(0)]));
  await eventually(() => isCommitting);
  // No acknowledgement may arrive.
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(device.received.length, 0);
  release();
  assert.equal((await device.bytes(4)).readUInt32BE(), 1);
});

test('[INGEST-7] when storing fails nothing is acknowledged or shown, and the next try works', async () => {
  let broken = true;
  const t = await start({}, (storage) => ({
    ...storage,
    commit: (batch) => {
      const fails = broken && batch.positions.length > 0;
      return fails ? Promise.reject(new StorageError('write', 'UNAVAILABLE')) : storage.commit(batch);
    },
  }));
  const id = await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const first = await TestDevice.signedIn(port, IMEI);
  first.socket.write(dataPacket([at(0, { ignition: true })]));
  await first.closed;
  assert.equal(first.received.length, 0);
  assert.deepEqual((await t.api('GET', `/positions?deviceId=${id}`, cookie)).json, []);
  broken = false;
  const second = await TestDevice.signedIn(port, IMEI);
  second.socket.write(dataPacket([at(0, { ignition: true })]));
  await second.bytes(4);
  assert.equal((await t.history(id)).length, 1);
});

test('[INGEST-8] a device that sends faster than the disk is not read, and loses nothing', async () => {
  const t = await start(
    {
      tcp: { idleMs: 60_000, loginMs: 60_000, maxPending: 20, maxStrangers: 100 },
      commit: { maxRows: 50, commitRows: 4000, gatherMs: 1 },
    },
    (storage) => ({
      ...storage,
      commit: async (batch) => {
        assert.ok(batch.positions.length <= 120, `${batch.positions.length} rows at once`);
        // A slow disk.
        await new Promise((resolve) => setTimeout(resolve, 2));
        return storage.commit(batch);
      },
    }),
  );
  const id = await t.addDevice(IMEI);
  const device = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
  const packets = Array.from({ length: 300 }, (_, i) => dataPacket([at(i * 2), at(i * 2 + 1)]));
  device.socket.write(Buffer.concat(packets));
  const acknowledged = await device.bytes(4 * packets.length);
  assert.equal(acknowledged.length, 1200);
  assert.equal((await t.history(id)).length, 600);
});

test('[INGEST-9] a connection that never says who it is, or falls silent, is closed', async () => {
  const t = await start({ tcp: { idleMs: 80, loginMs: 40, maxPending: 500, maxStrangers: 100 } });
  await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const mute = await TestDevice.connect(port);
  await mute.closed;
  const idle = await TestDevice.signedIn(port, IMEI);
  await idle.closed;
});

test('[INGEST-10] a frame over the limit closes its connection, and only that', async () => {
  const t = await start();
  await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const good = await TestDevice.signedIn(port, IMEI);
  const bad = await TestDevice.connect(port);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(0x7fffffff, 4);
  bad.socket.write(Buffer.concat([header, Buffer.alloc(40_000)]));
  await bad.closed;
  good.socket.write(dataPacket([at(0)]));
  assert.equal((await good.bytes(4)).readUInt32BE(), 1);
});

test('[INGEST-11] UDP datagrams are stored and answered with their packet id', async () => {
  const t = await start();
  const id = await t.addDevice(IMEI);
  const port = await t.port('teltonika');
  const socket = createSocket('udp4');
  const avl = dataPacket([at(0)]).subarray(8, -4);
  const head = Buffer.from('0000cafe0105000f', 'hex');
  const datagram = Buffer.concat([head, Buffer.from(IMEI), avl]);
  datagram.writeUInt16BE(datagram.length - 2);
  socket.send(datagram, port, '127.0.0.1');
  const [reply] = (await once(socket, 'message')) as [Buffer];
  assert.equal(reply.toString('hex'), '0005cafe010501');
  assert.equal((await t.history(id)).length, 1);
  socket.close();
});

test('[INGEST-12] HTTP reports are answered 200 after storing, 400 when unknown or malformed, 413 when too long', async () => {
  const t = await start();
  const id = await t.addDevice('phone-1');
  const base = `http://127.0.0.1:${await t.port('osmand')}`;
  const status = async (path: string, init?: RequestInit) => (await fetch(base + path, init)).status;
  assert.equal(await status('/?id=phone-1&lat=-23.5&lon=-46.6&timestamp=1767225600&speed=10'), 200);
  assert.equal((await t.history(id)).length, 1);
  assert.equal(await status('/?id=nobody&lat=1&lon=1'), 400);
  assert.equal(await status('/?lat=1&lon=1'), 400);
  assert.equal(await status('/?id=phone-1&lat=abc&lon=1'), 400);
  assert.equal(await status('/', { method: 'POST', body: 'x'.repeat(100_000) }).catch(() => 413), 413);
  assert.equal((await t.history(id)).length, 1);
});

test('[INGEST-13] silence makes a device unknown; hearing from it makes it online', async () => {
  const t = await start({ statusTimeoutMs: 300 });
  const id = await t.addDevice('phone-1');
  const base = `http://127.0.0.1:${await t.port('osmand')}`;
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const status = async () =>
    ((await t.api('GET', `/devices/${id}`, cookie)).json as { status: string }).status;
  await fetch(`${base}/?id=phone-1&lat=1&lon=1`);
  assert.equal(await status(), 'online');
  await eventually(async () => (await status()) === 'unknown');
  await fetch(`${base}/?id=phone-1&lat=1&lon=1`);
  assert.equal(await status(), 'online');
});

test('[INGEST-14] what was acknowledged and worked out is there after a restart', async () => {
  const t = await start();
  const id = await t.addDevice(IMEI);
  const first = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
  first.socket.write(dataPacket([at(0, { ignition: false }), at(60, { latitude: -23.51, ignition: true })]));
  await first.bytes(4);
  first.socket.destroy();
  await t.restart();
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const latest = async () =>
    (
      (await t.api('GET', `/positions?deviceId=${id}`, cookie)).json as {
        attributes: Record<string, number>;
      }[]
    )[0];
  const before = Math.round((await latest())?.attributes['totalDistance'] ?? 0);
  assert.ok(before > 1000);
  const second = await TestDevice.signedIn(await t.port('teltonika'), IMEI);
  second.socket.write(
    dataPacket([at(60, { latitude: -23.51, ignition: true }), at(120, { latitude: -23.52 })]),
  );
  await second.bytes(4);
  assert.equal((await t.history(id)).length, 3, 'the resent record was known');
  assert.equal(Math.round((await latest())?.attributes['totalDistance'] ?? 0), before * 2);
});

test('[INGEST-17] a flood of tiny frames does not hold up the others', async () => {
  const t = await start();
  await t.addDevice(IMEI);
  await t.addDevice(imeiOf(2));
  const port = await t.port('teltonika');
  const flood = await TestDevice.signedIn(port, IMEI);
  const other = await TestDevice.signedIn(port, imeiOf(2));
  flood.socket.write(Buffer.alloc(100_000, 0xff));
  other.socket.write(dataPacket([at(0)]));
  assert.equal((await other.bytes(4)).readUInt32BE(), 1);
});
