import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { DeviceCommand } from '@rastro/fleet';
import { answerPacket, commandTexts, dataPacket, imeiOf, TestDevice } from '@rastro/protocols/testing';
import type { StoredCommand } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let cookie: string;
let imei: string;
let deviceId: number;
let counter = 0;
/** Called with each change of a command, before storage. */
let onUpdate: (command: StoredCommand) => void = () => {};

before(async () => {
  t = await openTestTracker({}, (storage) => ({
    ...storage,
    updateCommand: async (command) => {
      onUpdate(command);
      await storage.updateCommand(command);
    },
    claimCommand: async (command, replaces) => {
      onUpdate(command);
      return storage.claimCommand(command, replaces);
    },
  }));
});
after(() => t.dispose());
beforeEach(async () => {
  onUpdate = () => {};
  imei = imeiOf(7000 + counter++);
  deviceId = await t.addDevice(imei);
  cookie = await t.signIn(await t.addUser({ administrator: true }));
});

const send = (type: string, attributes: object) =>
  t.api('POST', '/commands/send', cookie, { deviceId, type, attributes });
const connectDevice = async (): Promise<TestDevice> => TestDevice.signedIn(await t.port('teltonika'), imei);
const texts = (device: TestDevice): readonly string[] => commandTexts(device.received);
async function queue(): Promise<readonly DeviceCommand[]> {
  return (await t.api('GET', `/commands/queue?deviceId=${deviceId}`, cookie)).json;
}
const statuses = async (): Promise<readonly string[]> => (await queue()).map(({ status }) => status);

test('[CMD-9] a sent command that could not be written down as sent still ends', async () => {
  onUpdate = ({ status }) => {
    if (status === 'sent') throw new Error('the disk is full');
  };
  const device = await connectDevice();
  await send('custom', { data: 'getver' });
  await eventually(() => texts(device).length === 1);
  device.socket.write(answerPacket('Ver:03.27.07'));
  await eventually(async () => (await statuses())[0] === 'accepted');
  device.socket.destroy();
});

test('[CMD-9] what became of a sent command is written down as soon as the disk takes it', async () => {
  const refused: string[] = [];
  onUpdate = ({ status }) => {
    if (status === 'sending') return;
    refused.push(status);
    throw new Error('the disk is full');
  };
  const device = await connectDevice();
  await send('custom', { data: 'getver' });
  await eventually(() => texts(device).length === 1);
  device.socket.write(answerPacket('Ver:03.27.07'));
  await eventually(() => refused.includes('accepted'));
  assert.deepEqual(await statuses(), ['sending']);
  onUpdate = () => {};
  await eventually(async () => (await statuses())[0] === 'accepted');
  assert.equal((await queue())[0]?.result, 'Ver:03.27.07');
  device.socket.destroy();
});

test('[CMD-13] a failure that cannot be written down is written down with the next message', async () => {
  await send('positionPeriodic', { frequency: 10 });
  let attempts = 0;
  onUpdate = () => {
    if (attempts++ === 0) throw new Error('the disk is full');
  };
  const device = await connectDevice();
  await eventually(() => attempts === 1);
  assert.deepEqual(await statuses(), ['queued']);
  device.socket.write(dataPacket([{ time: Date.now(), latitude: 52, longitude: 13 }]));
  await eventually(async () => (await statuses())[0] === 'failed');
  device.socket.destroy();
});
