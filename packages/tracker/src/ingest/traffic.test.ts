import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { test } from 'node:test';
import type { Clock } from '@rastro/base';
import type { TrafficRecording } from '@rastro/fleet';
import { TestDevice } from '@rastro/protocols/testing';
import { LiveClient, serveTracker, type LiveFrame } from '../../test/live-client.ts';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { Traffic } from './traffic.ts';

const IMEI = '861234560000013';
const tracker = (imei = IMEI): string =>
  `imei:${imei},tracker,250314093045,,F,123045.000,A,2333.0312,S,04637.9985,W,34.50,125.0;`;

async function withTracker(work: (box: TestTracker) => Promise<void>): Promise<void> {
  const box = await openTestTracker();
  try {
    await work(box);
  } finally {
    await box.dispose();
  }
}

/** An administrator with calls about one device. */
async function watcherOf(box: TestTracker, deviceId: number) {
  const cookie = await box.signIn(await box.addUser({ administrator: true }));
  const path = `/devices/${deviceId}/traffic`;
  const recording = (reply: { json: never }): TrafficRecording => reply.json;
  return {
    start: async (seconds = 60) => box.api('POST', path, cookie, { seconds }),
    read: async (after = 0) => recording(await box.api('GET', `${path}?after=${after}`, cookie)),
    stop: async () => box.api('DELETE', path, cookie),
  };
}

test('[TRAFFIC-1] keeps what a recorded device says and is told, raw and decoded, and nothing else', async () => {
  await withTracker(async (box) => {
    const deviceId = await box.addDevice(IMEI);
    await box.addDevice('861234560000099');
    const watcher = await watcherOf(box, deviceId);
    assert.deepEqual((await watcher.read()).state, 'none');
    assert.equal((await watcher.start()).status, 200);
    const port = await box.port('gps103');
    const other = await TestDevice.connect(port);
    other.socket.write(`##,imei:861234560000099,A;${tracker('861234560000099')}`);
    await other.bytes(4);
    const device = await TestDevice.connect(port);
    device.socket.write(`##,imei:${IMEI},A;\r\n`);
    await device.bytes(4);
    device.socket.write(tracker());
    await eventually(async () => (await watcher.read()).total === 3);
    const { state, messages } = await watcher.read();
    assert.equal(state, 'recording');
    assert.deepEqual(
      messages.map(({ sequence, direction, text }) => [sequence, direction, text]),
      [
        [1, 'in', `##,imei:${IMEI},A;`],
        [2, 'out', 'LOAD'],
        [3, 'in', tracker()],
      ],
    );
    const [, sent, report] = messages;
    assert.equal(sent?.hex, Buffer.from('LOAD').toString('hex'));
    assert.deepEqual([report?.protocol, report?.host, report?.damaged], ['gps103', '127.0.0.1', false]);
    assert.equal(report?.records[0]?.fixTime, '2025-03-14T12:30:45.000Z');
    assert.deepEqual(
      (await watcher.read(2)).messages.map(({ sequence }) => sequence),
      [3],
    );
    assert.equal((await watcher.stop()).status, 204);
    assert.equal((await watcher.read()).state, 'none');
  });
});

test('[TRAFFIC-2] ends after its time and after 2,000 messages, and starts anew', () => {
  let now = Date.UTC(2026, 0, 1);
  const clock: Clock = { now: () => now, sleep: async () => {} };
  const traffic = new Traffic(clock);
  assert.equal(traffic.isWatched, false);
  const receive = (deviceId: number, bytes = Uint8Array.of(1)): void =>
    traffic.sent({ deviceId, protocol: 'gt06', host: '', bytes });
  traffic.start(1, 10);
  assert.equal(traffic.isWatched, true);
  receive(1);
  now += 10_000;
  receive(1);
  assert.deepEqual([traffic.read(1, 0).state, traffic.read(1, 0).total], ['ended', 1]);
  traffic.start(1, 900);
  for (let count = 0; count < 2100; count++) receive(1, new Uint8Array(10_000));
  const { state, total, messages } = traffic.read(1, 1990);
  assert.deepEqual([state, total, messages.length], ['ended', 2000, 10]);
  assert.deepEqual([messages[0]?.bytes, messages[0]?.hex.length, messages[0]?.text], [10_000, 8192, null]);
  for (let deviceId = 2; deviceId <= 11; deviceId++) assert.equal(traffic.start(deviceId, 60), true);
  assert.equal(traffic.read(1, 0).state, 'none');
  assert.equal(traffic.start(12, 60), false);
});

test('[TRAFFIC-3] only an administrator starts, reads and stops, for a sensible time', async () => {
  await withTracker(async (box) => {
    const deviceId = await box.addDevice(IMEI);
    const userId = await box.addUser({ userLimit: -1 });
    await box.tracker.directory.links.change(
      [{ ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: deviceId }],
      [],
    );
    const cookie = await box.signIn(userId);
    const path = `/devices/${deviceId}/traffic`;
    for (const [method, body] of [['POST', { seconds: 60 }], ['GET'], ['DELETE']] as const) {
      const reply = await box.api(method, path, cookie, body);
      assert.equal(reply.status, 400, method);
      assert.match(reply.text, /^Administrator access required/);
    }
    const watcher = await watcherOf(box, deviceId);
    for (const seconds of [0, 9, 901, 10.5]) assert.equal((await watcher.start(seconds)).status, 400);
    assert.equal((await watcher.start(900)).status, 200);
    const stranger = await watcherOf(box, 999);
    assert.equal((await stranger.start()).status, 404);
  });
});

test('[TRAFFIC-4] what cannot be decoded and what is refused says why', async () => {
  await withTracker(async (box) => {
    const deviceId = await box.addDevice(IMEI);
    const watcher = await watcherOf(box, deviceId);
    await watcher.start();
    const device = await TestDevice.connect(await box.port('gps103'));
    device.socket.write(`##,imei:${IMEI},A;imei:${IMEI},tracker,250314093045,,Q,123045.000,A;`);
    await eventually(async () => (await watcher.read()).messages.some(({ error }) => error !== null));
    const failed = (await watcher.read()).messages.find(({ error }) => error !== null);
    assert.match(failed?.error ?? '', /^MALFORMED: /);
    const before = box.tracker.directory.devices.get(deviceId);
    assert.ok(before);
    await box.tracker.directory.devices.update({ ...before, disabled: true });
    const again = await TestDevice.connect(await box.port('gps103'));
    again.socket.write(`##,imei:${IMEI},A;`);
    await eventually(async () =>
      (await watcher.read()).messages.some(({ error }) => error === 'REFUSED: disabled'),
    );
  });
});

test('[TRAFFIC-5] live sockets get raw traffic on request, of what their user may see', async () => {
  await withTracker(async (box) => {
    const mine = await box.addDevice(IMEI);
    await box.addDevice('861234560000099');
    const { url, server } = await serveTracker(box.tracker);
    try {
      const userId = await box.addUser();
      await box.tracker.directory.links.change(
        [{ ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: mine }],
        [],
      );
      const open = async (id: number): Promise<LiveClient> =>
        LiveClient.open(`${url}/api/socket`, { headers: { cookie: await box.signIn(id) } });
      const administrator = await open(await box.addUser({ administrator: true }));
      const user = await open(userId);
      const otherUser = await open(userId);
      for (const { socket } of [administrator, user]) socket.send('{"logs": true}');
      user.socket.send('no JSON');
      const receive = async (imei: string): Promise<void> => {
        const device = await TestDevice.connect(await box.port('gps103'));
        device.socket.write(`##,imei:${imei},A;`);
      };
      const logsIn = ({ frames }: LiveClient) =>
        frames.flatMap((frame) => (frame as LiveFrame & { logs?: readonly Log[] }).logs ?? []);
      // The switch travels on another connection than the messages.
      await eventually(async () => {
        await receive(IMEI);
        return logsIn(user).length > 0 && logsIn(administrator).length > 0;
      });
      await receive('861234560000099');
      await receive('861234560000555');
      await eventually(() => new Set(logsIn(administrator).map(({ uniqueId }) => uniqueId)).size === 3);
      assert.deepEqual(new Set(logsIn(user).map(({ deviceId }) => deviceId)), new Set([mine]));
      assert.deepEqual(logsIn(otherUser), []);
      const unknown = logsIn(administrator).find(({ uniqueId }) => uniqueId === '861234560000555');
      assert.deepEqual(unknown, {
        host: '127.0.0.1',
        protocol: 'gps103',
        uniqueId: '861234560000555',
        deviceId: 0,
        data: '##,imei:861234560000555,A;',
      });
      user.socket.send('{"logs": false}');
      administrator.socket.close();
      await eventually(() => administrator.closeCode !== null);
      const count = logsIn(user).length;
      otherUser.socket.send('{"logs": true}');
      await eventually(async () => {
        await receive(IMEI);
        return logsIn(otherUser).length > 1;
      });
      assert.ok(logsIn(user).length <= count + 1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

interface Log {
  readonly host: string;
  readonly protocol: string;
  readonly uniqueId: string | null;
  readonly deviceId: number;
  readonly data: string;
}

test('[TRAFFIC-6] datagrams and HTTP requests are recorded, too', async () => {
  await withTracker(async (box) => {
    const deviceId = await box.addDevice(IMEI);
    const watcher = await watcherOf(box, deviceId);
    await watcher.start();
    const socket = createSocket('udp4');
    socket.send(`##,imei:${IMEI},A;`, await box.port('gps103'), '127.0.0.1');
    await eventually(async () => (await watcher.read()).total === 2);
    socket.close();
    const osmand = await box.port('osmand');
    await fetch(`http://127.0.0.1:${osmand}/?id=${IMEI}&lat=-23.5&lon=-46.6`);
    await fetch(`http://127.0.0.1:${osmand}/?id=${IMEI}&lat=x`);
    await eventually(async () => (await watcher.read()).total === 5);
    assert.deepEqual(
      (await watcher.read()).messages.map(({ direction, text, error }) => [direction, text, error]),
      [
        ['in', `##,imei:${IMEI},A;`, null],
        ['out', 'LOAD', null],
        ['in', `GET /?id=${IMEI}&lat=-23.5&lon=-46.6`, null],
        ['out', '200', null],
        ['in', `GET /?id=${IMEI}&lat=x`, 'MALFORMED: parameter lat'],
      ],
    );
  });
});
