import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { NotifiedUser } from '../../test/notified-user.ts';

const w = new NotifiedUser();
before(() => w.open());
after(() => w.close());
beforeEach(() => w.anotherUser());

test('[NOTIF-10] an event tells whom its rule names, by every channel, and the log says so with masked addresses', async () => {
  await w.rule({ notificators: 'mail, sms' });
  await w.alarm();
  await w.settled(2);
  assert.equal(w.mailsTo(`u${w.counter}@example.com`).length, 1);
  assert.match(w.mailsTo(`u${w.counter}@example.com`)[0]?.source ?? '', /Subject: Van \d+ alarm: SOS/);
  assert.match(w.sms.requests.at(-1)?.body.toString() ?? '', /alarm%3A%20SOS/);
  const [delivery] = await w.deliveries();
  assert.match(delivery?.target ?? '', /…/);
  assert.deepEqual(
    [delivery?.eventType, delivery?.deviceId, delivery?.tries, delivery?.userId],
    ['alarm', w.deviceId, 1, w.userId],
  );
  assert.deepEqual(
    (await w.outcomes()).map(([, status]) => status),
    ['sent', 'sent'],
  );
});

test('[NOTIF-35] a message says where it happened, in words; a text message only what', async () => {
  await w.rule({ notificators: 'mail, sms' });
  const there = { lat: '-22.97', lon: '-49.87' };
  assert.equal(await w.report(there), 200);
  assert.equal(await w.report({ ...there, alarm: 'sos' }), 200);
  await w.settled(2);
  const [mail] = w.mailsTo(`u${w.counter}@example.com`);
  assert.match(mail?.source ?? '', /Ourinhos, S/);
  assert.doesNotMatch(w.sms.requests.at(-1)?.body.toString() ?? '', /Ourinhos/);
});

test('[NOTIF-11] rules count by link to device or group, or for everything; people need link and sight', async () => {
  const group = await w.t.tracker.directory.groups.create({ name: 'g', groupId: 0, attributes: {} });
  const inner = await w.t.tracker.directory.groups.create({ name: 'i', groupId: group.id, attributes: {} });
  const entity = w.t.tracker.directory.devices.get(w.deviceId);
  assert.ok(entity);
  await w.t.tracker.directory.devices.update({ ...entity, groupId: inner.id });
  const unlinked = await w.rule({ always: false, attributes: { alarms: 'sos', n: 1 } });
  const byGroup = await w.rule({ always: false });
  await w.link('notification', byGroup, 'group', group.id);
  const byDevice = await w.rule({ always: false });
  await w.link('notification', byDevice, 'device', w.deviceId);
  const always = await w.rule();
  const [blind, colleague] = [await w.t.addUser(), await w.t.addUser()];
  await w.link('notification', byDevice, 'user', blind);
  await w.link('notification', byDevice, 'user', colleague);
  await w.link('device', w.deviceId, 'user', colleague);
  await w.alarm();
  await w.settled(3);
  const ruleIds = (await w.deliveries())
    .map(({ notificationId }) => notificationId)
    .toSorted((a, b) => a - b);
  assert.deepEqual(ruleIds, [byGroup, byDevice, always]);
  assert.equal(ruleIds.includes(unlinked), false);
  const all = await w.t.storage.deliveries({ userId: null, from: 0, to: 1e15, limit: 1000, offset: 0 });
  const userIds = new Set(
    all.filter(({ notificationId }) => notificationId === byDevice).map((each) => each.userId),
  );
  assert.deepEqual(userIds, new Set([w.userId, colleague]));
});

test('[NOTIF-12] why somebody was not told stands in the log: calendar, disabled, no address, channel off', async () => {
  const never = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n').toString('base64');
  const calendar = await w.t.tracker.directory.linked.calendar.create({
    name: 'never',
    data: never,
    attributes: {},
  });
  await w.rule({ calendarId: calendar.id });
  await w.rule({ notificators: 'telegram' });
  await w.rule({ notificators: 'webhook' });
  await w.alarm();
  await w.settled(3);
  const reasons = async () =>
    (await w.outcomes()).map(([channel, status, reason]) => `${channel} ${status} ${reason}`).toSorted();
  assert.deepEqual(await reasons(), [
    'mail skipped CALENDAR',
    'telegram skipped CHANNEL_OFF',
    'webhook skipped NO_ADDRESS',
  ]);
  const disabled = await w.t.addUser({ disabled: true });
  await w.link('device', w.deviceId, 'user', disabled);
  const both = await w.rule();
  await w.link('notification', both, 'user', disabled);
  await w.alarm();
  await w.settled(4);
  const deliveries = await w.t.storage.deliveries({
    userId: disabled,
    from: 0,
    to: 1e15,
    limit: 10,
    offset: 0,
  });
  assert.deepEqual(
    deliveries.map(({ status, reason }) => [status, reason]),
    [['skipped', 'DISABLED']],
  );
});

test('[NOTIF-13] old events tell nobody', async () => {
  await w.rule();
  const time = Math.floor((Date.now() + w.laterMs) / 1000) - 3600;
  await w.report({ timestamp: String(time) });
  await w.report({ timestamp: String(time + 1), alarm: 'sos' });
  await w.alarm();
  await w.settled(1);
  assert.equal((await w.deliveries()).length, 1, 'only the one of now');
});

test('[NOTIF-14] a passing failure is tried again, a final one is not; the log has tries and reason', async () => {
  await w.rule({ notificators: 'sms' });
  let attempts = 0;
  w.sms.script(() => (++attempts < 3 ? { status: 503 } : { status: 200 }));
  await w.alarm();
  await w.settled(1);
  const [delivery] = await w.deliveries();
  assert.deepEqual([delivery?.status, delivery?.tries, delivery?.reason], ['sent', 3, null]);
  w.sms.script(() => ({ status: 400 }));
  await w.alarm();
  await w.settled(2);
  const [refused] = await w.deliveries();
  assert.deepEqual(
    [refused?.status, refused?.tries, refused?.reason],
    ['failed', 1, 'INVALID_REQUEST: answered 400'],
  );
  w.sms.script(() => ({ status: 500 }));
  await w.alarm();
  await w.settled(3);
  const [away] = await w.deliveries();
  assert.deepEqual([away?.status, away?.tries], ['failed', 6]);
});

test('[NOTIF-15] a text message that may have left is not sent again', async () => {
  await w.rule({ notificators: 'sms' });
  w.sms.script(() => 'hang');
  const asked = w.sms.requests.length;
  await w.alarm();
  await w.settled(1);
  assert.equal((await w.deliveries())[0]?.status, 'unknown');
  assert.equal(w.sms.requests.length, asked + 1);
});

test('[NOTIF-16] a rule tells somebody so often in ten minutes; what is more is logged, not sent', async () => {
  await w.rule();
  for (let i = 0; i < 5; i++) await w.alarm();
  await w.settled(5);
  const reasons = (await w.outcomes()).map(([, , reason]) => reason);
  assert.deepEqual(
    reasons.filter((reason) => reason !== null),
    ['RATE_LIMIT', 'RATE_LIMIT'],
  );
  w.laterMs += 600_000;
  await w.alarm();
  await w.settled(6);
  assert.equal((await w.deliveries())[0]?.status, 'sent');
});
