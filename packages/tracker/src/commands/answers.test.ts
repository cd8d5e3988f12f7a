import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { DeviceCommand } from '@rastro/fleet';
import { answerPacket, commandTexts, imeiOf, TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let cookie: string;
let deviceId: number;
let device: TestDevice;
let counter = 0;
/** Commits wait for it. */
let held: Promise<void> = Promise.resolve();
let laterMs = 0;

before(async () => {
  t = await openTestTracker({ clock: { ...systemClock, now: () => Date.now() + laterMs } }, (storage) => ({
    ...storage,
    commit: async (batch) => {
      await held;
      return storage.commit(batch);
    },
  }));
  await t.setServer({ 'command.lock': 'allow' });
});
after(() => t.dispose());
beforeEach(async () => {
  const imei = imeiOf(6000 + counter++);
  deviceId = await t.addDevice(imei);
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  device = await TestDevice.signedIn(await t.port('teltonika'), imei);
});
const send = (data: string) =>
  t.api('POST', '/commands/send', cookie, { deviceId, type: 'custom', attributes: { data } });
async function commands(): Promise<readonly DeviceCommand[]> {
  const found: readonly DeviceCommand[] = (await t.api('GET', `/commands/queue?deviceId=${deviceId}`, cookie))
    .json;
  return found.toReversed();
}
const statuses = async (): Promise<readonly string[]> => (await commands()).map(({ status }) => status);
const become = (...wanted: readonly string[]): Promise<void> =>
  eventually(async () => (await statuses()).join() === wanted.join());

test('[CMD-40] an answer goes to the command that it belongs to, whichever is older', async () => {
  await send('setdigout 1');
  await send('getver');
  device.socket.write(answerPacket('Ver:03.27.07'));
  await become('sent', 'accepted');
  device.socket.write(answerPacket('DOUT1:1'));
  await become('accepted', 'accepted');
  device.socket.destroy();
});

test('[CMD-40] a refusal makes it failed, with the words of the device', async () => {
  await send('setdigut 1');
  await eventually(() => commandTexts(device.received).length === 1);
  device.socket.write(answerPacket('Unknown command'));
  await become('failed');
  const [command] = await commands();
  assert.deepEqual(
    [command?.result, command?.reason],
    ['Unknown command', 'Command refused - Unknown command'],
  );
  device.socket.destroy();
});

test('[CMD-40] text that nobody asked for changes nothing; without an answer in time it is unanswered', async () => {
  await send('setdigout 1');
  const line = Buffer.from(answerPacket('OK'));
  line[10] = 5; // What something wired to the unit says.
  device.socket.write(line);
  await eventually(async () => (await t.history(deviceId)).length === 1);
  await become('sent');
  laterMs += 300_000;
  await become('unanswered');
  device.socket.write(answerPacket('DOUT1:1'));
  await become('accepted');
  device.socket.destroy();
});

test('[CMD-40] an answer goes to a command that waits for it, not to one that a lost connection may have taken', async () => {
  await send('getver');
  await become('sent');
  device.socket.destroy();
  await become('unknown');
  device = await TestDevice.signedIn(await t.port('teltonika'), imeiOf(6000 + counter - 1));
  await send('getver');
  await become('unknown', 'sent');
  device.socket.write(answerPacket('Ver:03.27.07'));
  await become('unknown', 'accepted');
  device.socket.destroy();
});

test('[CMD-40] an answer that waits for the disk goes to a command of its connection, though that has ended', async () => {
  await send('getver');
  await become('sent');
  device.socket.destroy();
  await become('unknown');
  device = await TestDevice.signedIn(await t.port('teltonika'), imeiOf(6000 + counter - 1));
  await send('getver');
  await become('unknown', 'sent');
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  const before = t.tracker.waiting().rows;
  device.socket.write(answerPacket('Ver:03.27.07'));
  await eventually(() => t.tracker.waiting().rows > before);
  device.socket.destroy();
  await become('unknown', 'unknown');
  release();
  await become('unknown', 'accepted');
});
