import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { DeviceCommand } from '@rastro/fleet';
import { commandTexts, dataPacket, imeiOf, TestDevice, type TestRecord } from '@rastro/protocols/testing';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let cookie: string;
let deviceId: number;
let device: TestDevice;
let counter = 0;
let laterMs = 0;
const now = (): number => Date.now() + laterMs;

before(async () => {
  t = await openTestTracker({ clock: { ...systemClock, now } });
});
after(() => t.dispose());
beforeEach(async () => {
  await t.setServer({ 'command.lock': 'wait' });
  const imei = imeiOf(7000 + counter++);
  deviceId = await t.addDevice(imei, { phone: '+5511999998888' });
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  device = await TestDevice.signedIn(await t.port('teltonika'), imei);
});

const send = (type = 'engineStop', attributes: object = {}, more: object = {}) =>
  t.api('POST', '/commands/send', cookie, { deviceId, type, attributes, ...more });
async function report(record: Partial<TestRecord>): Promise<void> {
  const before = (await t.history(deviceId)).length;
  device.socket.write(dataPacket([{ time: now(), latitude: -23.5, longitude: -46.6, ...record }]));
  await eventually(async () => (await t.history(deviceId)).length > before);
}
async function commands(): Promise<readonly DeviceCommand[]> {
  const found: readonly DeviceCommand[] = (await t.api('GET', `/commands/queue?deviceId=${deviceId}`, cookie))
    .json;
  return found.toReversed();
}
const lives = async (): Promise<string> =>
  (await commands())
    .map(({ status, reason }) => (reason === null ? status : `${status} ${reason}`))
    .join(', ');
const become = (wanted: string): Promise<void> => eventually(async () => (await lives()) === wanted);

test('[CMD-41] a moving vehicle is locked once it stands, for as long as the rule says', async () => {
  await report({ speedKmh: 80, ignition: true });
  assert.equal((await send()).status, 202);
  assert.equal(await lives(), 'waiting moving');
  laterMs += 5000;
  await report({ speedKmh: 0, ignition: true });
  await become('waiting settling');
  laterMs += 5000;
  await report({ speedKmh: 30, ignition: true });
  await become('waiting moving');
  assert.deepEqual(commandTexts(device.received), []);
  laterMs += 5000;
  await report({ speedKmh: 4, ignition: true });
  laterMs += 10_000;
  await become('sent');
  // It is on its way: written, and not yet read by the vehicle.
  await eventually(() => commandTexts(device.received).length > 0);
  assert.deepEqual(commandTexts(device.received), ['setdigout 1']);
  device.socket.destroy();
});

test('[CMD-41] one that stands is locked at once; of one whose speed is not known a report has to come', async () => {
  await send();
  assert.equal(await lives(), 'waiting unknown', 'it never told');
  await report({ speedKmh: 0 });
  laterMs += 10_000;
  await become('sent');
  assert.equal((await send()).status, 200, 'it stands for long enough');
  laterMs += 300_000;
  await send();
  await eventually(async () => (await lives()).endsWith('waiting unknown'));
  await report({ speedKmh: 90, ignition: false });
  laterMs += 10_000;
  await eventually(async () => (await lives()).endsWith('sent'), 5000);
  laterMs += 1_800_000;
  assert.equal((await send()).status, 200, 'the ignition would have been told');
  device.socket.destroy();
});

test('[CMD-41] whatever its words and its way: as text, as it was saved, to a group', async () => {
  await report({ speedKmh: 80 });
  await send('custom', { data: 'setdigout 1' });
  const id = (
    await t.tracker.directory.linked.command.create({
      description: 'Lock',
      type: 'engineStop',
      textChannel: false,
      attributes: {},
    })
  ).id;
  await send('custom', {}, { id });
  const groupId = (await t.tracker.directory.groups.create({ name: 'g', groupId: 0, attributes: {} })).id;
  const entity = t.tracker.directory.devices.get(deviceId);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, groupId });
  const body = { type: 'engineStop', attributes: {} };
  assert.equal((await t.api('POST', `/commands/send?groupId=${groupId}`, cookie, body)).status, 202);
  assert.equal(await lives(), 'waiting moving, waiting moving, waiting moving');
  device.socket.destroy();
});

test('[CMD-42] other commands pass it; freeing the engine or taking it back ends it', async () => {
  await report({ speedKmh: 80 });
  await send();
  assert.equal((await send('getVersion')).status, 200);
  assert.equal(await lives(), 'waiting moving, sent');
  assert.equal((await send('engineResume')).status, 200);
  assert.equal(await lives(), 'cancelled the engine was freed meanwhile, sent, sent');
  await send();
  const last = (await commands()).at(-1);
  assert.equal((await t.api('DELETE', `/commands/queue/${last?.id}`, cookie)).status, 204);
  assert.ok((await lives()).endsWith('cancelled moving'));
  await send('engineStop', { expiresIn: 60 });
  laterMs += 61_000;
  await eventually(async () => (await commands()).at(-1)?.status === 'expired');
  device.socket.destroy();
});

test('[CMD-43] the server may refuse or allow it, the sender may force it; what cannot wait is refused', async () => {
  await report({ speedKmh: 80 });
  assert.match((await send('engineStop', { noQueue: true })).text, /^Vehicle moving/);
  assert.equal((await send('engineStop', { lockNow: true })).status, 200);
  await t.setServer({ 'command.lock': 'refuse' });
  assert.match((await send()).text, /^Vehicle moving/);
  await t.setServer({ 'command.lock': 'allow' });
  assert.equal((await send()).status, 200);
  await t.setServer({ 'command.lock': 'wait', 'command.lockBelowSpeed': 100, 'command.lockAfterSeconds': 0 });
  assert.equal((await send()).status, 200);
  await t.setServer({ 'command.lockBelowSpeed': 10, 'command.lockAfterSeconds': 10 });
  device.socket.destroy();
});

test('[CMD-42] it survives a restart', async () => {
  await report({ speedKmh: 80 });
  await send();
  device.socket.destroy();
  await t.restart();
  assert.equal(await lives(), 'waiting moving');
  device = await TestDevice.signedIn(await t.port('teltonika'), imeiOf(7000 + counter - 1));
  laterMs += 1000;
  await report({ speedKmh: 0 });
  laterMs += 10_000;
  await become('sent');
  device.socket.destroy();
});
