import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceCommand } from '@rastro/fleet';
import { commandTexts, imeiOf, TestDevice } from '@rastro/protocols/testing';
import { eventually, openTestTracker } from '../../test/open-test-tracker.ts';

test('[CMD-101] a command that another process has taken is not sent', async (context) => {
  const t = await openTestTracker();
  context.after(() => t.dispose());
  const imei = imeiOf(1);
  const deviceId = await t.addDevice(imei);
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  const custom = (data: string) =>
    t.api('POST', '/commands/send', cookie, { deviceId, type: 'custom', attributes: { data } });

  assert.equal((await custom('mine')).status, 202);
  assert.equal((await custom('yours')).status, 202);
  const queue: readonly DeviceCommand[] = (await t.api('GET', `/commands/queue?deviceId=${deviceId}`, cookie))
    .json;
  const [theirs] = queue;
  const stored = (await t.storage.commandById(theirs?.id ?? 0)) ?? assert.fail();
  await t.storage.updateCommand({ ...stored, status: 'sending' });
  const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
  await eventually(() => commandTexts(device.received).includes('mine'));
  assert.equal((await custom('last')).status, 200);
  await eventually(() => commandTexts(device.received).includes('last'));
  assert.deepEqual(commandTexts(device.received), ['mine', 'last']);
  device.socket.destroy();
});
