import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceConnection } from '@rastro/fleet';
import { TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const IMEI = '861234560000013';
const MISTYPED = '861234560000031';
const STRANGER = '359000000000777';
const login = (imei: string): string => `##,imei:${imei},A;`;
const REPORT = `imei:${IMEI},tracker,250314093045,,F,123045.000,A,2333.0312,S,04637.9985,W,34.50,125.0;`;

interface Box {
  readonly tracker: TestTracker;
  readonly deviceId: number;
  readonly ask: (cookie?: string) => Promise<DeviceConnection>;
  readonly send: (protocol: string, text: string) => Promise<TestDevice>;
}
async function withDevice(work: (box: Box) => Promise<void>, options: object = {}): Promise<void> {
  const tracker = await openTestTracker(options);
  try {
    const deviceId = await tracker.addDevice(IMEI);
    const administrator = await tracker.signIn(await tracker.addUser({ administrator: true }));
    await work({
      tracker,
      deviceId,
      ask: async (cookie = administrator) =>
        (await tracker.api('GET', `/devices/${deviceId}/connection`, cookie)).json,
      send: async (protocol, text) => {
        const device = await TestDevice.connect(await tracker.port(protocol));
        device.socket.write(text);
        return device;
      },
    });
  } finally {
    await tracker.dispose();
  }
}
const listenerOf = ({ listeners }: DeviceConnection, name: string) =>
  listeners.find(({ protocol }) => protocol === name);

test('[CONNECT-600] it names the host and the real ports, and when something last came to each', async () => {
  await withDevice(
    async ({ tracker, ask, send }) => {
      const port = await tracker.port('gps103');
      const before = await ask();
      assert.equal(before.host, 'track.example.com');
      assert.deepEqual(listenerOf(before, 'gps103'), {
        protocol: 'gps103',
        port,
        lastMessage: null,
        lastFailure: null,
      });
      const device = await send('gps103', login(IMEI));
      await device.bytes(4);
      device.socket.write(REPORT);
      await eventually(async () => listenerOf(await ask(), 'gps103')?.lastMessage !== null);
      // Another protocol at this port: nothing of it makes a frame.
      const wrong = await send('gps103', '0123');
      wrong.socket.end();
      await eventually(async () => listenerOf(await ask(), 'gps103')?.lastFailure !== null);
    },
    { publicUrl: 'https://track.example.com' },
  );
});

test('[CONNECT-601] identifiers that nobody has are told to administrators; to others those like their own', async () => {
  await withDevice(async ({ tracker, deviceId, ask, send }) => {
    const userId = await tracker.addUser({});
    await tracker.tracker.directory.links.change(
      [{ ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: deviceId }],
      [],
    );
    const user = await tracker.signIn(userId);
    for (const imei of [STRANGER, MISTYPED]) await send('gps103', login(imei));
    await eventually(async () => (await ask()).unknown.length === 2);
    const unknown = new Set((await ask()).unknown.map(({ uniqueId }) => uniqueId));
    assert.deepEqual(unknown, new Set([MISTYPED, STRANGER]));
    assert.deepEqual(
      (await ask(user)).unknown.map(({ uniqueId, protocol }) => [uniqueId, protocol]),
      [[MISTYPED, 'gps103']],
    );
  });
});

test('[CONNECT-603] a tracker that was turned away is told; who does not see the device gets nothing', async () => {
  await withDevice(async ({ tracker, deviceId, ask, send }) => {
    const other = await tracker.signIn(await tracker.addUser({}));
    assert.notEqual((await tracker.api('GET', `/devices/${deviceId}/connection`, other)).status, 200);
    const { devices } = tracker.tracker.directory;
    const device = devices.get(deviceId);
    assert.ok(device);
    await devices.update({ ...device, disabled: true });
    await send('gps103', login(IMEI));
    await eventually(async () => (await ask()).refused?.reason === 'disabled');
  });
});
