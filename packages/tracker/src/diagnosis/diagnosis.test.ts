import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { Diagnosis, FindingKind } from '@rastro/fleet';
import { TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const IMEI = '861234560000013';
const LOGIN = `##,imei:${IMEI},A;`;
const REPORT = `imei:${IMEI},tracker,250314093045,,F,123045.000,A,2333.0312,S,04637.9985,W,34.50,125.0;`;
/** Longer than the gap that makes a device `unknown`; twice it is less than a session lasts. */
const LONG = 1_200_000;

interface Box {
  readonly tracker: TestTracker;
  readonly deviceId: number;
  readonly ask: () => Promise<Diagnosis>;
  readonly later: (ms: number) => void;
}

async function withDevice(work: (box: Box) => Promise<void>, fields: object = {}): Promise<void> {
  let clockOffsetMs = 0;
  const clock = { ...systemClock, now: () => Date.now() + clockOffsetMs };
  const box = await openTestTracker({ clock });
  try {
    const deviceId = await box.addDevice(IMEI, fields);
    const cookie = await box.signIn(await box.addUser({ administrator: true }));
    const ask = async (): Promise<Diagnosis> =>
      (await box.api('GET', `/devices/${deviceId}/diagnosis`, cookie)).json;
    await work({ tracker: box, deviceId, ask, later: (ms) => void (clockOffsetMs += ms) });
  } finally {
    await box.dispose();
  }
}
const findingOf = ({ facts }: Diagnosis, kind: FindingKind) => facts.find((finding) => finding.kind === kind);
async function report(box: Box): Promise<TestDevice> {
  const device = await TestDevice.connect(await box.tracker.port('gps103'));
  device.socket.write(LOGIN);
  await device.bytes(4);
  device.socket.write(REPORT);
  await eventually(async () => findingOf(await box.ask(), 'protocol') !== undefined);
  return device;
}

test('[OFFLINE-1] a device is followed from never to online to gone', async () => {
  await withDevice(async (box) => {
    assert.equal((await box.ask()).verdict, 'neverConnected');
    const device = await report(box);
    const online = await box.ask();
    assert.equal(online.verdict, 'online');
    assert.equal(findingOf(online, 'protocol')?.value, 'gps103');
    assert.ok(findingOf(online, 'connected')?.at);
    device.socket.end();
    await eventually(async () => findingOf(await box.ask(), 'disconnected')?.value === 'deviceClosed');
    box.later(LONG);
    const gone = await box.ask();
    assert.equal(gone.verdict, 'connectionClosed');
    assert.equal(findingOf(gone, 'connected'), undefined);
    assert.ok(Date.now() - Date.parse(gone.silentSince ?? '') < LONG);
  });
});

test('[OFFLINE-1] an open connection that says nothing, and a server that has forgotten its doors', async () => {
  await withDevice(async (box) => {
    await report(box);
    box.later(LONG);
    assert.equal((await box.ask()).verdict, 'connectedSilent');
    await box.tracker.restart();
    assert.equal((await box.ask()).verdict, 'serverStarted');
    box.later(LONG);
    const closed = await box.ask();
    assert.equal(closed.verdict, 'portClosed');
    assert.equal(findingOf(closed, 'portClosed')?.value, 'gps103');
  });
});

test('[OFFLINE-3] neighbours that are silent, too, speak for the server', async () => {
  await withDevice(async (box) => {
    const port = await box.tracker.port('gps103');
    const device = await report(box);
    for (const at of [1, 2, 3]) {
      const imei = `86123456000010${at}`;
      await box.tracker.addDevice(imei);
      const other = await TestDevice.connect(port);
      other.socket.write(`##,imei:${imei},A;`);
      await other.bytes(4);
      other.socket.write(REPORT.replace(IMEI, imei));
      await eventually(async () => findingOf(await box.ask(), 'peers')?.count === at);
      other.socket.destroy();
    }
    device.socket.destroy();
    await eventually(async () => findingOf(await box.ask(), 'disconnected') !== undefined);
    box.later(LONG);
    const diagnosis = await box.ask();
    assert.equal(diagnosis.verdict, 'protocolSilent');
    assert.equal(findingOf(diagnosis, 'peers')?.value, 0);
  });
});

test('[OFFLINE-4] what was turned away is counted until it is let in', async () => {
  await withDevice(
    async (box) => {
      const port = await box.tracker.port('gps103');
      for (const _ of [1, 2]) {
        const device = await TestDevice.connect(port);
        device.socket.write(LOGIN);
        await device.closed;
      }
      const refused = await box.ask();
      assert.equal(refused.verdict, 'disabled');
      assert.deepEqual(
        [findingOf(refused, 'refused')?.value, findingOf(refused, 'refused')?.count],
        ['disabled', 2],
      );
      const device = box.tracker.tracker.directory.devices.get(box.deviceId);
      assert.ok(device);
      await box.tracker.tracker.directory.devices.update({ ...device, disabled: false });
      await report(box);
      assert.equal(findingOf(await box.ask(), 'refused'), undefined);
    },
    { disabled: true },
  );
});

test('[OFFLINE-4] what cannot be decoded is named until something can', async () => {
  await withDevice(async (box) => {
    const device = await TestDevice.connect(await box.tracker.port('gps103'));
    device.socket.write(LOGIN);
    await device.bytes(4);
    device.socket.write(`imei:${IMEI},tracker,nonsense;`);
    await eventually(async () => findingOf(await box.ask(), 'undecoded') !== undefined);
    assert.equal(findingOf(await box.ask(), 'undecoded')?.count, 1);
    device.socket.write(REPORT);
    await eventually(async () => findingOf(await box.ask(), 'undecoded') === undefined);
  });
});

test('[OFFLINE-5] somebody who does not see the device learns nothing', async () => {
  await withDevice(async (box) => {
    const path = `/devices/${box.deviceId}/diagnosis`;
    const stranger = await box.tracker.signIn(await box.tracker.addUser());
    assert.match((await box.tracker.api('GET', path, stranger)).text, /^Device access denied/);
    assert.equal((await box.tracker.api('GET', path)).status, 401);
  });
});
