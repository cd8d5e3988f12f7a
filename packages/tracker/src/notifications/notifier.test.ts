import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { NotificationDelivery } from '@rastro/fleet';
import type { StoredEvent } from '@rastro/storage';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import {
  type HttpSimulator,
  type Script,
  type SmtpSimulator,
  startHttpSimulator,
  startSmtpSimulator,
} from '@rastro/outgoing/testing';

let t: TestTracker;
let sms: HttpSimulator;
let smtp: SmtpSimulator;
let port: number;
let deviceId: number;
let userId: number;
let cookie: string;
let uniqueId: string;
let counter = 0;
let laterMs = 0;
const TAKES: Script = () => ({ status: 200 });

before(async () => {
  sms = await startHttpSimulator(TAKES);
  smtp = await startSmtpSimulator();
  const server = { host: '127.0.0.1', port: smtp.port, secure: false, login: null };
  t = await openTestTracker({
    clock: { ...systemClock, now: () => Date.now() + laterMs },
    outgoing: {
      ...NO_OUTGOING,
      mail: { server, from: 'rastro@example.com' },
      sms: { url: sms.url, template: '{phone} {message}', headers: {} },
      notificationLimit: 3,
      timeoutMs: 300,
    },
  });
  port = await t.port('osmand');
});
after(async () => {
  await t.dispose();
  await Promise.all([sms.close(), smtp.close()]);
});
beforeEach(async () => {
  sms.script(TAKES);
  smtp.script('RCPT', null);
  uniqueId = `n-${counter++}`;
  deviceId = await t.addDevice(uniqueId, { name: `Van ${counter}` });
  userId = await t.addUser({
    email: `u${counter}@example.com`,
    phone: `+${counter}`,
    attributes: { language: 'en' },
  });
  cookie = await t.signIn(userId);
  await link('device', deviceId);
});

const link = (
  propertyKind: string,
  propertyId: number,
  ownerKind = 'user',
  ownerId = userId,
): Promise<void> => t.tracker.directory.links.change([{ ownerKind, ownerId, propertyKind, propertyId }], []);
/** A rule of the person of this test. */
async function rule(fields: object = {}): Promise<number> {
  const body = {
    attributes: { alarms: 'sos' },
    description: null,
    type: 'alarm' as const,
    always: true,
    notificators: 'mail',
    commandId: 0,
    calendarId: 0,
    ...fields,
  };
  const { id } = await t.tracker.directory.linked.notification.create(body);
  await link('notification', id);
  return id;
}
let seconds = 0;
/** A report by HTTP. */
async function report(values: Record<string, string> = {}): Promise<number> {
  const time = Math.floor((Date.now() + laterMs) / 1000) - 600 + seconds++;
  const query = new URLSearchParams({ id: uniqueId, lat: '1', lon: '2', timestamp: `${time}`, ...values });
  const answer = await fetch(`http://127.0.0.1:${port}/?${query.toString()}`);
  return answer.status;
}
async function alarm(name = 'sos'): Promise<void> {
  assert.equal(await report(), 200);
  assert.equal(await report({ alarm: name }), 200);
}
async function deliveries(query = ''): Promise<readonly NotificationDelivery[]> {
  return (await t.api('GET', `/notifications/deliveries?${query}`, cookie)).json;
}
const outcomes = async (): Promise<readonly (readonly [string, string, string | null])[]> =>
  (await deliveries()).map(({ channel, status, reason }) => [channel, status, reason] as const).toReversed();
const settled = async (count: number): Promise<void> =>
  eventually(async () => {
    const all = await deliveries();
    return all.length >= count && all.every(({ status }) => status !== 'waiting' && status !== 'sending');
  });
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));

test('[NOTIF-10] an event tells whom its rule names, by every channel, and the log says so with masked addresses', async () => {
  await rule({ notificators: 'mail, sms' });
  await alarm();
  await settled(2);
  assert.equal(mailsTo(`u${counter}@example.com`).length, 1);
  assert.match(mailsTo(`u${counter}@example.com`)[0]?.source ?? '', /Subject: Van \d+ alarm: SOS/);
  assert.match(sms.requests.at(-1)?.body.toString() ?? '', /alarm%3A%20SOS/);
  const [delivery] = await deliveries();
  assert.match(delivery?.target ?? '', /…/);
  assert.deepEqual(
    [delivery?.eventType, delivery?.deviceId, delivery?.tries, delivery?.userId],
    ['alarm', deviceId, 1, userId],
  );
  assert.deepEqual(
    (await outcomes()).map(([, status]) => status),
    ['sent', 'sent'],
  );
});

test('[NOTIF-35] a message says where it happened, in words; a text message only what', async () => {
  await rule({ notificators: 'mail, sms' });
  const there = { lat: '-22.97', lon: '-49.87' };
  assert.equal(await report(there), 200);
  assert.equal(await report({ ...there, alarm: 'sos' }), 200);
  await settled(2);
  const [mail] = mailsTo(`u${counter}@example.com`);
  assert.match(mail?.source ?? '', /Ourinhos, S/);
  assert.doesNotMatch(sms.requests.at(-1)?.body.toString() ?? '', /Ourinhos/);
});

test('[NOTIF-11] rules count by link to device or group, or for everything; people need link and sight', async () => {
  const group = await t.tracker.directory.groups.create({ name: 'g', groupId: 0, attributes: {} });
  const inner = await t.tracker.directory.groups.create({ name: 'i', groupId: group.id, attributes: {} });
  const entity = t.tracker.directory.devices.get(deviceId);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, groupId: inner.id });
  const unlinked = await rule({ always: false, attributes: { alarms: 'sos', n: 1 } });
  const byGroup = await rule({ always: false });
  await link('notification', byGroup, 'group', group.id);
  const byDevice = await rule({ always: false });
  await link('notification', byDevice, 'device', deviceId);
  const always = await rule();
  const [blind, colleague] = [await t.addUser(), await t.addUser()];
  await link('notification', byDevice, 'user', blind);
  await link('notification', byDevice, 'user', colleague);
  await link('device', deviceId, 'user', colleague);
  await alarm();
  await settled(3);
  const told = (await deliveries()).map(({ notificationId }) => notificationId).toSorted((a, b) => a - b);
  assert.deepEqual(told, [byGroup, byDevice, always]);
  assert.equal(told.includes(unlinked), false);
  const all = await t.storage.deliveries({ userId: null, from: 0, to: 1e15, limit: 1000, offset: 0 });
  const people = new Set(
    all.filter(({ notificationId }) => notificationId === byDevice).map((each) => each.userId),
  );
  assert.deepEqual(people, new Set([userId, colleague]));
});

test('[NOTIF-12] why somebody was not told stands in the log: calendar, disabled, no address, channel off', async () => {
  const never = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n').toString('base64');
  const calendar = await t.tracker.directory.linked.calendar.create({
    name: 'never',
    data: never,
    attributes: {},
  });
  await rule({ calendarId: calendar.id });
  await rule({ notificators: 'telegram' });
  await rule({ notificators: 'webhook' });
  await alarm();
  await settled(3);
  const reasons = async () =>
    (await outcomes()).map(([channel, status, reason]) => `${channel} ${status} ${reason}`).toSorted();
  assert.deepEqual(await reasons(), [
    'mail skipped CALENDAR',
    'telegram skipped CHANNEL_OFF',
    'webhook skipped NO_ADDRESS',
  ]);
  const disabled = await t.addUser({ disabled: true });
  await link('device', deviceId, 'user', disabled);
  const both = await rule();
  await link('notification', both, 'user', disabled);
  await alarm();
  await settled(4);
  const kept = await t.storage.deliveries({ userId: disabled, from: 0, to: 1e15, limit: 10, offset: 0 });
  assert.deepEqual(
    kept.map(({ status, reason }) => [status, reason]),
    [['skipped', 'DISABLED']],
  );
});

test('[NOTIF-13] old events tell nobody', async () => {
  await rule();
  const time = Math.floor((Date.now() + laterMs) / 1000) - 3600;
  await report({ timestamp: String(time) });
  await report({ timestamp: String(time + 1), alarm: 'sos' });
  await alarm();
  await settled(1);
  assert.equal((await deliveries()).length, 1, 'only the one of now');
});

test('[NOTIF-14] a passing failure is tried again, a final one is not; the log has tries and reason', async () => {
  await rule({ notificators: 'sms' });
  let tries = 0;
  sms.script(() => (++tries < 3 ? { status: 503 } : { status: 200 }));
  await alarm();
  await settled(1);
  const [delivery] = await deliveries();
  assert.deepEqual([delivery?.status, delivery?.tries, delivery?.reason], ['sent', 3, null]);
  sms.script(() => ({ status: 400 }));
  await alarm();
  await settled(2);
  const [refused] = await deliveries();
  assert.deepEqual(
    [refused?.status, refused?.tries, refused?.reason],
    ['failed', 1, 'INVALID_REQUEST: answered 400'],
  );
  sms.script(() => ({ status: 500 }));
  await alarm();
  await settled(3);
  const [away] = await deliveries();
  assert.deepEqual([away?.status, away?.tries], ['failed', 6]);
});

test('[NOTIF-15] a text message that may have left is not sent again', async () => {
  await rule({ notificators: 'sms' });
  sms.script(() => 'hang');
  const asked = sms.requests.length;
  await alarm();
  await settled(1);
  assert.equal((await deliveries())[0]?.status, 'unknown');
  assert.equal(sms.requests.length, asked + 1);
});

test('[NOTIF-16] a rule tells somebody so often in ten minutes; what is more is logged, not sent', async () => {
  await rule();
  for (let i = 0; i < 5; i++) await alarm();
  await settled(5);
  const reasons = (await outcomes()).map(([, , reason]) => reason);
  assert.deepEqual(
    reasons.filter((reason) => reason !== null),
    ['RATE_LIMIT', 'RATE_LIMIT'],
  );
  laterMs += 600_000;
  await alarm();
  await settled(6);
  assert.equal((await deliveries())[0]?.status, 'sent');
});

test('[NOTIF-17] a provider that hangs holds up neither devices nor other channels', async () => {
  sms.script(() => 'hang');
  await rule({ notificators: 'sms,mail' });
  const others = await Promise.all(Array.from({ length: 30 }, () => t.addUser({ phone: '+1' })));
  const shared = await rule({ notificators: 'sms' });
  for (const other of others) {
    await link('device', deviceId, 'user', other);
    await link('notification', shared, 'user', other);
  }
  await alarm();
  await eventually(() => sms.requests.length > 0);
  // Every way of the SMS channel is taken now; the mail is out, and a device is answered as ever.
  await eventually(() => mailsTo(`u${counter}@example.com`).length === 1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => report()));
  assert.deepEqual(new Set(answers), new Set([200]));
  const open = await t.storage.openDeliveries();
  assert.ok(open.length > 0, 'the provider was still hanging meanwhile');
  await eventually(async () => (await t.storage.openDeliveries()).length === 0, 20_000);
});

test('[NOTIF-18] channel command sends the saved command to the device of the event, once, and never in a circle', async () => {
  const command = await t.tracker.directory.linked.command.create({
    description: 'Stop',
    type: 'custom',
    textChannel: false,
    attributes: { data: 'halt' },
  });
  const id = await rule({ notificators: 'command', commandId: command.id });
  const colleague = await t.addUser();
  await link('device', deviceId, 'user', colleague);
  await link('notification', id, 'user', colleague);
  await rule({ notificators: 'command', type: 'queuedCommandSent', commandId: command.id });
  await rule({ notificators: 'command', commandId: 0 });
  await alarm();
  await settled(2);
  await eventually(async () => (await t.storage.commands({ deviceId, limit: 10, offset: 0 })).length === 1);
  await report();
  await report();
  await settled(3);
  const reasons = (await outcomes()).map(([, status, reason]) => `${status} ${reason}`).toSorted();
  assert.deepEqual(reasons, ['sent null', 'skipped NO_COMMAND', 'skipped RAISED_BY_COMMAND']);
  assert.equal((await t.storage.commands({ deviceId, limit: 10, offset: 0 })).length, 1);
});

test('[DELEG-10] a rule sends a command only while one of its people may: by right, restriction and account', async () => {
  const command = await t.tracker.directory.linked.command.create({
    description: 'Stop',
    type: 'engineStop',
    textChannel: false,
    attributes: {},
  });
  await rule({ notificators: 'command', commandId: command.id });
  const { users } = t.tracker.directory;
  const owner = users.get(userId);
  assert.ok(owner);
  await link('command', command.id);
  const lost = [{ readonly: true }, { deviceReadonly: true }, { attributes: { isShared: true } }];
  for (const [at, fields] of lost.entries()) {
    await users.update({ ...owner, ...fields });
    await alarm();
    await settled(at + 1);
  }
  await t.tracker.directory.links.change(
    [],
    [{ ownerKind: 'user', ownerId: userId, propertyKind: 'command', propertyId: command.id }],
  );
  await users.update({ ...owner, limitCommands: true });
  await alarm();
  await settled(4);
  const reasons = (await outcomes()).map(([, status, reason]) => `${status} ${reason}`);
  assert.deepEqual(new Set(reasons), new Set(['skipped NO_RIGHT']));
  await users.update(owner);
  await alarm();
  await settled(5);
  assert.ok((await outcomes()).some(([, status]) => status === 'sent'));
});

test('[NOTIF-19] browsers get what the rules of their person say, with its text and looks; without any rule, everything', async (test) => {
  const { url, server } = await serveTracker(t.tracker);
  test.after(() => server.close());
  const plainId = await t.addUser();
  await link('device', deviceId, 'user', plainId);
  const open = async (who: string) => LiveClient.open(`${url}/api/socket`, { headers: { cookie: who } });
  const [ruled, plain] = [await open(cookie), await open(await t.signIn(plainId))];
  await rule({
    notificators: 'web',
    attributes: { alarms: 'sos', 'acme.sound': 'audio3', 'acme.pin': true, 'acme.color': 'red', secret: 'x' },
  });
  await alarm('tow');
  await alarm('sos');
  const events = (client: LiveClient) => client.frames.flatMap((frame) => frame.events ?? []);
  const alarms = (client: LiveClient) => events(client).filter(({ type }) => type === 'alarm');
  await eventually(() => alarms(ruled).length === 1 && alarms(plain).length === 2);
  assert.equal(events(ruled).length, 1, 'nothing that no rule names');
  const { attributes } = alarms(ruled)[0] as unknown as { attributes: Record<string, unknown> };
  assert.match(String(attributes['message']), /^Van \d+ alarm: SOS · /);
  assert.deepEqual(
    { ...attributes, message: '' },
    { alarm: 'sos', 'acme.sound': 'audio3', 'acme.pin': true, 'acme.color': 'red', message: '' },
  );
  assert.ok(events(plain).length > 2, 'online and alarms');
  await settled(1);
  assert.deepEqual(await outcomes(), [['web', 'sent', null]]);
  for (const { socket } of [ruled, plain]) socket.terminate();
});

test('[NOTIF-20] a change of rule or link counts for the next event', async () => {
  const id = await rule();
  const entity = t.tracker.directory.linked.notification.get(id);
  assert.ok(entity);
  await alarm();
  await settled(1);
  await t.tracker.directory.linked.notification.update({ ...entity, attributes: { alarms: 'tow' } });
  await alarm('sos');
  await alarm('tow');
  await settled(2);
  await t.tracker.directory.links.change(
    [],
    [{ ownerKind: 'user', ownerId: userId, propertyKind: 'notification', propertyId: id }],
  );
  await alarm('tow');
  await link('notification', id);
  await t.api('DELETE', `/notifications/${id}`, cookie);
  await alarm('tow');
  await rule({ notificators: 'sms' });
  await alarm();
  await settled(3);
  assert.deepEqual(
    (await outcomes()).map(([channel]) => channel),
    ['mail', 'mail', 'sms'],
  );
});

test('[NOTIF-21] after a restart what waited is sent, what was being sent is unknown, and nothing twice', async () => {
  const notificationId = await rule();
  await alarm();
  await settled(1);
  const events: StoredEvent[] = [];
  for await (const page of t.storage.events({ deviceId, from: 0, to: 1e15, pageSize: 100 }))
    events.push(...page);
  const event = events.find(({ type }) => type === 'alarm');
  assert.ok(event);
  const now = Date.now() + laterMs;
  const row = {
    userId,
    notificationId,
    eventType: 'alarm',
    deviceId,
    channel: 'mail',
    target: null,
    reason: null,
    tries: 0,
    createdAt: now,
    changedAt: now,
  };
  const online = events.find(({ type }) => type === 'deviceOnline');
  await t.storage.insertDeliveries([
    { ...row, eventId: event.id, channel: 'sms', status: 'waiting' },
    { ...row, eventId: online?.id ?? 0, status: 'sending' },
    { ...row, eventId: 999_999, status: 'waiting' },
  ]);
  const before = { mails: smtp.mails.length, texts: sms.requests.length };
  await t.restart();
  port = await t.port('osmand');
  cookie = await t.signIn(userId);
  await settled(4);
  assert.deepEqual(
    (await outcomes()).map(([channel, status]) => [channel, status]),
    [
      ['mail', 'sent'],
      ['sms', 'sent'],
      ['mail', 'unknown'],
      ['mail', 'failed'],
    ],
  );
  assert.deepEqual([smtp.mails.length - before.mails, sms.requests.length - before.texts], [0, 1]);
});
