import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { DeviceCommand } from '@rastro/fleet';
import {
  answerPacket,
  commandTexts,
  dataPacket,
  loginPacket,
  TestDevice,
  imeiOf,
} from '@rastro/protocols/testing';
import type { Storage, StoredCommand } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { newCommand } from '../pending-records/command-life.ts';

let t: TestTracker;
let cookie: string;
let imei: string;
let deviceId: number;
let counter = 0;
/** Added to the clock. */
let laterMs = 0;
/** Commits wait for this. */
let held: Promise<void> | null = null;
/** Called with each change of a command, before storage. */
let onUpdate: (command: StoredCommand) => void = () => {};

before(async () => {
  const clock = { ...systemClock, now: () => Date.now() + laterMs };
  const wrap = (storage: Storage): Storage => ({
    ...storage,
    updateCommand: async (command) => {
      onUpdate(command);
      await storage.updateCommand(command);
    },
    claimCommand: async (command, replaces) => {
      onUpdate(command);
      return storage.claimCommand(command, replaces);
    },
    commit: async (batch) => {
      await held;
      return storage.commit(batch);
    },
  });
  t = await openTestTracker({ clock }, wrap);
  await t.setServer({ 'command.lock': 'allow' });
});
after(() => t.dispose());
beforeEach(async () => {
  onUpdate = () => {};
  imei = imeiOf(1000 + counter++);
  deviceId = await t.addDevice(imei);
  cookie = await t.signIn(await t.addUser({ administrator: true }));
});

const send = (type: string, attributes: object = {}, more: object = {}) =>
  t.api('POST', '/commands/send', cookie, { deviceId, type, attributes, ...more });
const custom = (data: string, attributes: object = {}) => send('custom', { data, ...attributes });
const connectDevice = async (): Promise<TestDevice> => TestDevice.signedIn(await t.port('teltonika'), imei);
const texts = (device: TestDevice): readonly string[] => commandTexts(device.received);
async function queue(): Promise<readonly DeviceCommand[]> {
  return (await t.api('GET', `/commands/queue?deviceId=${deviceId}`, cookie)).json;
}
const statuses = async (): Promise<readonly string[]> =>
  (await queue()).map(({ status }) => status).toReversed();
async function eventTypes(): Promise<readonly (readonly [string, unknown])[]> {
  const found: (readonly [string, unknown])[] = [];
  const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
  for await (const page of t.storage.events(all))
    for (const { type, attributes } of page) found.push([type, attributes['id']]);
  return found;
}
const report = (fields: object = {}) =>
  dataPacket([{ time: Date.now() + laterMs, latitude: -23.5, longitude: -46.6, ...fields }]);

test('[CMD-4] to a connected device a command goes at once, and its answer makes it accepted', async () => {
  const device = await connectDevice();
  const reply = await send('engineStop');
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.json, {
    id: 0,
    attributes: {},
    deviceId,
    type: 'engineStop',
    textChannel: false,
    description: null,
  });
  await eventually(() => texts(device).length === 1);
  assert.deepEqual(texts(device), ['setdigout 1']);
  assert.deepEqual(await statuses(), ['sent']);
  device.socket.write(answerPacket('DOUT1:1'));
  await eventually(async () => (await statuses())[0] === 'accepted');
  assert.equal((await queue())[0]?.result, 'DOUT1:1');
  assert.equal(
    (await eventTypes()).some(([type]) => type === 'queuedCommandSent'),
    false,
    'it did not wait',
  );
  device.socket.destroy();
});

test("[CMD-5] the vehicle's own report of the new state confirms it; an old or contrary one does not", async () => {
  const device = await connectDevice();
  await send('engineStop');
  device.socket.write(report({ out1: false }));
  device.socket.write(report({ time: Date.now() + laterMs - 60_000, out1: true }));
  device.socket.write(answerPacket('OK'));
  await eventually(async () => (await statuses())[0] === 'accepted');
  assert.deepEqual(await statuses(), ['accepted']);
  await send('engineResume');
  device.socket.write(report({ time: Date.now() + laterMs + 1000, out1: true }));
  device.socket.write(report({ time: Date.now() + laterMs + 2000, out1: false }));
  await eventually(async () => (await statuses())[1] === 'confirmed');
  assert.deepEqual(await statuses(), ['accepted', 'confirmed'], 'the newer one made the older one moot');
  device.socket.destroy();
});

test('[CMD-6] for an absent device commands wait, and leave in order with its next message, each with an event', async () => {
  const first = await custom('one');
  const second = await custom('two');
  assert.deepEqual([first.status, second.status], [202, 202]);
  const { id } = first.json as { id: number };
  assert.deepEqual(first.json, {
    id,
    attributes: { data: 'one' },
    deviceId,
    type: 'custom',
    textChannel: false,
  });
  assert.deepEqual(await statuses(), ['queued', 'queued']);
  const device = await connectDevice();
  await eventually(() => texts(device).length === 2);
  assert.deepEqual(texts(device), ['one', 'two']);
  await eventually(
    async () => (await eventTypes()).filter(([type]) => type === 'queuedCommandSent').length === 2,
  );
  const sent = (await eventTypes())
    .filter(([type]) => type === 'queuedCommandSent')
    .map(([, queueId]) => queueId);
  assert.deepEqual(sent, [id, id + 1]);
  device.socket.write(report());
  assert.deepEqual(await statuses(), ['sent', 'sent']);
  device.socket.destroy();
});

test('[CMD-7] the queue survives a restart', async () => {
  await custom('kept');
  await t.restart();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  assert.deepEqual(await statuses(), ['queued']);
  const device = await connectDevice();
  await eventually(() => texts(device).length === 1);
  assert.deepEqual(texts(device), ['kept']);
  device.socket.destroy();
});

test('[CMD-8] what was being sent when the process ended is unknown, and is never sent again', async () => {
  const order = { deviceId, userId: 1, textChannel: false, description: null, attributes: {} };
  const now = Date.now();
  await t.storage.insertCommands([
    { ...newCommand({ ...order, type: 'engineStop' }, now), status: 'sending', sentAt: now },
  ]);
  await t.restart();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  assert.deepEqual(await statuses(), ['unknown']);
  const device = await connectDevice();
  await custom('next');
  await eventually(() => texts(device).length === 1);
  assert.deepEqual(texts(device), ['next']);
  device.socket.write(report({ out1: true }));
  await eventually(async () => (await statuses())[0] === 'confirmed', 5000);
  device.socket.destroy();
});

test('[CMD-9] before the first byte leaves it is durable that the command is being sent', async () => {
  const device = await connectDevice();
  const before: (readonly [string, number])[] = [];
  onUpdate = ({ status }) => before.push([status, texts(device).length]);
  await custom('x');
  assert.deepEqual(before[0], ['sending', 0]);
  await eventually(() => texts(device).length === 1);
  onUpdate = () => {
    throw new Error('disk full');
  };
  const refused = await custom('y');
  assert.equal(refused.status, 202, 'what cannot be written down stays queued');
  onUpdate = () => {};
  device.socket.write(report());
  await eventually(() => texts(device).length === 2);
  assert.deepEqual(texts(device), ['x', 'y']);
  device.socket.destroy();
});

test('[CMD-10] a command too old is not sent: its own end, a day for what acts on the vehicle, else a week', async () => {
  const now = Date.now() + laterMs;
  await custom('soon', { expiresIn: 60 });
  await send('engineStop');
  await send('getVersion');
  const ends = (await queue()).map(({ expirationTime }) =>
    Math.round((Date.parse(expirationTime ?? '') - now) / 60_000),
  );
  assert.deepEqual(ends.toReversed(), [1, 24 * 60, 7 * 24 * 60]);
  laterMs += 61_000;
  await eventually(async () => (await statuses())[0] === 'expired');
  laterMs += 24 * 3_600_000;
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  const device = await connectDevice();
  await eventually(() => texts(device).length === 1);
  assert.deepEqual(texts(device), ['getver']);
  await eventually(async () => (await statuses()).join() === 'expired,expired,sent');
  device.socket.destroy();
});

test('[CMD-11] racing connections and senders: each command reaches the device once, in order', async () => {
  const orders = Array.from({ length: 20 }, (_, i) => `c${i}`);
  const sending = orders.slice(0, 10).map((data) => custom(data));
  const devices = await Promise.allSettled([connectDevice(), connectDevice(), connectDevice()]);
  await Promise.all([...sending, ...orders.slice(10).map((data) => custom(data))]);
  const last = await connectDevice();
  const all = [...devices.flatMap((d) => (d.status === 'fulfilled' ? [d.value] : [])), last];
  const ended = ['sent', 'unknown'];
  await eventually(async () => (await queue()).every(({ status }) => ended.includes(status)));
  const certain = (await queue())
    .filter(({ status }) => status === 'sent')
    .map(({ attributes }) => attributes['data'] as string);
  await eventually(() => {
    const got = all.flatMap(texts);
    return certain.every((data) => got.includes(data));
  });
  const got = all.flatMap(texts);
  assert.equal(new Set(got).size, got.length, 'none came twice');
  for (const device of all) device.socket.destroy();
});

test('[CMD-12] what was written to a connection that ends without another word is unknown', async () => {
  const device = await connectDevice();
  await custom('lost?');
  device.socket.destroy();
  await eventually(async () => (await statuses())[0] === 'unknown');
  const again = await connectDevice();
  await custom('heard');
  again.socket.write(report());
  await eventually(async () => (await t.history(deviceId)).length === 1);
  again.socket.destroy();
  await eventually(async () => {
    const state: { status: string } = (await t.api('GET', `/devices/${deviceId}`, cookie)).json;
    return state.status === 'offline';
  });
  assert.deepEqual(await statuses(), ['unknown', 'sent'], 'after a word it may be trusted');
});

test('[CMD-13] what a protocol cannot say fails: at once when connected, else when the device comes', async () => {
  const waiting = await send('positionPeriodic', { frequency: 10 });
  assert.equal(waiting.status, 202);
  const device = await connectDevice();
  await eventually(async () => (await statuses())[0] === 'failed');
  const refused = await send('alarmArm');
  assert.equal(refused.status, 400);
  assert.match(refused.text, /^Command not supported - alarmArm .*teltonika/);
  const empty = await send('custom');
  assert.match(empty.text, /^Invalid data - attributes\.data/);
  assert.deepEqual(await statuses(), ['failed', 'failed', 'failed']);
  assert.deepEqual(texts(device), []);
  device.socket.destroy();
});

test('[CMD-40] after a restart an answer goes to the command that was sent since', async () => {
  const order = { deviceId, userId: 1, textChannel: false, description: null };
  const now = Date.now();
  const before = newCommand({ ...order, type: 'custom', attributes: { data: 'getver' } }, now);
  await t.storage.insertCommands([{ ...before, status: 'sent', sentAt: now }]);
  await t.restart();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  const device = await connectDevice();
  await custom('getver');
  await eventually(() => texts(device).length === 1);
  assert.deepEqual(await statuses(), ['sent', 'sent']);
  device.socket.write(answerPacket('Ver:03.27.07'));
  await eventually(async () => (await statuses())[1] === 'accepted');
  assert.deepEqual(await statuses(), ['sent', 'accepted']);
  device.socket.destroy();
});

test('[CMD-14] with noQueue an absent device is a failure, and nothing waits', async () => {
  const refused = await custom('now', { noQueue: true });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /^Device not connected - /);
  assert.deepEqual(await queue(), []);
  const device = await connectDevice();
  assert.equal((await custom('now', { noQueue: true })).status, 200);
  device.socket.destroy();
});

test('[CMD-15] {uniqueId} in a text is the device; devicePassword comes from the device or the nearest group', async () => {
  const outer = await t.tracker.directory.groups.create({
    name: 'o',
    groupId: 0,
    attributes: { devicePassword: 'far' },
  });
  const inner = await t.tracker.directory.groups.create({
    name: 'i',
    groupId: outer.id,
    attributes: { devicePassword: '777' },
  });
  const loginFrame = Buffer.from('78780d0103534135321503620002 2d06 0d0a'.replaceAll(' ', ''), 'hex');
  imei = '353413532150362';
  const fields = { groupId: inner.id, attributes: { 'gt06.alternative': true } };
  deviceId = await t.addDevice(imei, fields);
  await custom('SET,{uniqueId}#');
  await send('engineStop');
  const device = await TestDevice.connect(await t.port('gt06'));
  device.socket.write(loginFrame);
  await eventually(() => device.received.includes('DYD,'));
  assert.ok(device.received.includes(`SET,${imei}#`));
  assert.ok(device.received.includes('DYD,777#'));
  device.socket.destroy();
});

test('[CMD-16] a device that reports by HTTP gets one command in each answer', async () => {
  const port = await t.port('osmand');
  const ask = async (): Promise<string> => {
    const time = Math.round((Date.now() + laterMs) / 1000) + counter++;
    const response = await fetch(`http://127.0.0.1:${port}/?id=${imei}&lat=1&lon=2&timestamp=${time}`);
    return response.text();
  };
  assert.equal(await ask(), '');
  assert.equal((await custom('first')).status, 202, 'there is no connection to write to');
  await custom('second');
  assert.equal(await ask(), 'first');
  assert.equal(await ask(), 'second');
  assert.equal(await ask(), '');
  await eventually(async () => (await statuses()).every((status) => status === 'sent'));
});

test('[CMD-17] over UDP a command follows the datagram of its device; without an answer it becomes unknown', async (test) => {
  const port = await t.port('teltonika');
  const body = report();
  const inner = Buffer.concat([Buffer.from([0, imei.length]), Buffer.from(imei), body.subarray(8, -4)]);
  const datagram = Buffer.concat([Buffer.from([0, inner.length + 3, 0, 1, 1, 5]), inner]);
  datagram.writeUInt16BE(datagram.length - 2, 0);
  await custom('by air');
  const socket = createSocket('udp4');
  test.after(() => socket.close());
  const received: Buffer[] = [];
  socket.on('message', (message) => received.push(message));
  socket.send(datagram, port, '127.0.0.1');
  await eventually(() => received.some((message) => message.includes('by air')));
  await eventually(async () => (await statuses())[0] === 'sent');
  laterMs += 60_000;
  assert.equal((await custom('too late')).status, 202, 'the way back is closed by now');
  laterMs += 300_000;
  await eventually(async () => (await statuses())[0] === 'unknown');
});

test('[CMD-18] a full queue refuses, and the queue of a deleted device is gone', async () => {
  for (let i = 0; i < 100; i++) assert.equal((await custom(`${i}`)).status, 202);
  const refused = await custom('one too many');
  assert.match(refused.text, /^Command queue full - /);
  await t.api('DELETE', `/devices/${deviceId}`, cookie);
  assert.deepEqual(await t.storage.commands({ deviceId, limit: 10, offset: 0 }), []);
});

test('[CMD-19] a device that may not talk gets no command', async () => {
  const device = await connectDevice();
  const entity = t.tracker.directory.devices.get(deviceId);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, disabled: true });
  assert.equal((await custom('x')).status, 202);
  assert.deepEqual(texts(device), []);
  device.socket.destroy();
});

test('[CMD-34] nothing is written to a connection before its first message is answered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const device = await TestDevice.connect(await t.port('teltonika'));
  device.socket.write(loginPacket(imei));
  await eventually(async () => {
    const types: readonly { type: string }[] = (
      await t.api('GET', `/commands/types?deviceId=${deviceId}`, cookie)
    ).json;
    return types.length > 1;
  });
  assert.equal((await custom('first words')).status, 202);
  held = null;
  resolve();
  await eventually(() => device.received.includes('first words'));
  assert.equal(device.received[0], 1, 'the answer to the login');
  device.socket.destroy();
});
