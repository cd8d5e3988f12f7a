import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { StoredEvent } from '@rastro/storage';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually } from '../../test/open-test-tracker.ts';
import { NotifiedUser } from '../../test/notified-user.ts';

const w = new NotifiedUser();
before(() => w.open());
after(() => w.close());
beforeEach(() => w.anotherUser());

test('[NOTIF-17] a provider that hangs holds up neither devices nor other channels', async () => {
  w.sms.script(() => 'hang');
  await w.rule({ notificators: 'sms,mail' });
  const others = await Promise.all(Array.from({ length: 30 }, () => w.t.addUser({ phone: '+1' })));
  const shared = await w.rule({ notificators: 'sms' });
  for (const other of others) {
    await w.link('device', w.deviceId, 'user', other);
    await w.link('notification', shared, 'user', other);
  }
  await w.alarm();
  await eventually(() => w.sms.requests.length > 0);
  // Every way of the SMS channel is taken now; the mail is out, and a device is answered as ever.
  await eventually(() => w.mailsTo(`u${w.counter}@example.com`).length === 1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => w.report()));
  assert.deepEqual(new Set(answers), new Set([200]));
  const open = await w.t.storage.openDeliveries();
  assert.ok(open.length > 0, 'the provider was still hanging meanwhile');
  await eventually(async () => (await w.t.storage.openDeliveries()).length === 0, 20_000);
});

test('[NOTIF-18] channel command sends the saved command to the device of the event, once, and never in a circle', async () => {
  const command = await w.t.tracker.directory.linked.command.create({
    description: 'Stop',
    type: 'custom',
    textChannel: false,
    attributes: { data: 'halt' },
  });
  const id = await w.rule({ notificators: 'command', commandId: command.id });
  const colleague = await w.t.addUser();
  await w.link('device', w.deviceId, 'user', colleague);
  await w.link('notification', id, 'user', colleague);
  await w.rule({ notificators: 'command', type: 'queuedCommandSent', commandId: command.id });
  await w.rule({ notificators: 'command', commandId: 0 });
  await w.alarm();
  await w.settled(2);
  await eventually(
    async () => (await w.t.storage.commands({ deviceId: w.deviceId, limit: 10, offset: 0 })).length === 1,
  );
  await w.report();
  await w.report();
  await w.settled(3);
  const reasons = (await w.outcomes()).map(([, status, reason]) => `${status} ${reason}`).toSorted();
  assert.deepEqual(reasons, ['sent null', 'skipped NO_COMMAND', 'skipped RAISED_BY_COMMAND']);
  assert.equal((await w.t.storage.commands({ deviceId: w.deviceId, limit: 10, offset: 0 })).length, 1);
});

test('[DELEG-10] a rule sends a command only while one of its people may: by right, restriction and account', async () => {
  const command = await w.t.tracker.directory.linked.command.create({
    description: 'Stop',
    type: 'engineStop',
    textChannel: false,
    attributes: {},
  });
  await w.rule({ notificators: 'command', commandId: command.id });
  const { users } = w.t.tracker.directory;
  const owner = users.get(w.userId);
  assert.ok(owner);
  await w.link('command', command.id);
  const lost = [{ readonly: true }, { deviceReadonly: true }, { attributes: { isShared: true } }];
  for (const [at, fields] of lost.entries()) {
    await users.update({ ...owner, ...fields });
    await w.alarm();
    await w.settled(at + 1);
  }
  await w.t.tracker.directory.links.change(
    [],
    [{ ownerKind: 'user', ownerId: w.userId, propertyKind: 'command', propertyId: command.id }],
  );
  await users.update({ ...owner, limitCommands: true });
  await w.alarm();
  await w.settled(4);
  const reasons = (await w.outcomes()).map(([, status, reason]) => `${status} ${reason}`);
  assert.deepEqual(new Set(reasons), new Set(['skipped NO_RIGHT']));
  await users.update(owner);
  await w.alarm();
  await w.settled(5);
  assert.ok((await w.outcomes()).some(([, status]) => status === 'sent'));
});

test('[NOTIF-19] browsers get what the rules of their person say, with its text and looks; without any rule, everything', async (test) => {
  const { url, server } = await serveTracker(w.t.tracker);
  test.after(() => server.close());
  const plainId = await w.t.addUser();
  await w.link('device', w.deviceId, 'user', plainId);
  const open = async (who: string) => LiveClient.open(`${url}/api/socket`, { headers: { cookie: who } });
  const [ruled, plain] = [await open(w.cookie), await open(await w.t.signIn(plainId))];
  await w.rule({
    notificators: 'web',
    attributes: { alarms: 'sos', 'acme.sound': 'audio3', 'acme.pin': true, 'acme.color': 'red', secret: 'x' },
  });
  await w.alarm('tow');
  await w.alarm('sos');
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
  await w.settled(1);
  assert.deepEqual(await w.outcomes(), [['web', 'sent', null]]);
  for (const { socket } of [ruled, plain]) socket.terminate();
});

test('[NOTIF-20] a change of rule or link counts for the next event', async () => {
  const id = await w.rule();
  const entity = w.t.tracker.directory.linked.notification.get(id);
  assert.ok(entity);
  await w.alarm();
  await w.settled(1);
  await w.t.tracker.directory.linked.notification.update({ ...entity, attributes: { alarms: 'tow' } });
  await w.alarm('sos');
  await w.alarm('tow');
  await w.settled(2);
  await w.t.tracker.directory.links.change(
    [],
    [{ ownerKind: 'user', ownerId: w.userId, propertyKind: 'notification', propertyId: id }],
  );
  await w.alarm('tow');
  await w.link('notification', id);
  await w.t.api('DELETE', `/notifications/${id}`, w.cookie);
  await w.alarm('tow');
  await w.rule({ notificators: 'sms' });
  await w.alarm();
  await w.settled(3);
  assert.deepEqual(
    (await w.outcomes()).map(([channel]) => channel),
    ['mail', 'mail', 'sms'],
  );
});

test('[NOTIF-21] after a restart what waited is sent, what was being sent is unknown, and nothing twice', async () => {
  const notificationId = await w.rule();
  await w.alarm();
  await w.settled(1);
  const events: StoredEvent[] = [];
  for await (const page of w.t.storage.events({ deviceId: w.deviceId, from: 0, to: 1e15, pageSize: 100 }))
    events.push(...page);
  const event = events.find(({ type }) => type === 'alarm');
  assert.ok(event);
  const now = Date.now() + w.laterMs;
  const row = {
    userId: w.userId,
    notificationId,
    eventType: 'alarm',
    deviceId: w.deviceId,
    channel: 'mail',
    target: null,
    reason: null,
    attempts: 0,
    createdAt: now,
    changedAt: now,
  };
  const online = events.find(({ type }) => type === 'deviceOnline');
  await w.t.storage.insertDeliveries([
    { ...row, eventId: event.id, channel: 'sms', status: 'waiting' },
    { ...row, eventId: online?.id ?? 0, status: 'sending' },
    { ...row, eventId: 999_999, status: 'waiting' },
  ]);
  const before = { mails: w.smtp.mails.length, texts: w.sms.requests.length };
  await w.t.restart();
  w.port = await w.t.port('osmand');
  w.cookie = await w.t.signIn(w.userId);
  await w.settled(4);
  assert.deepEqual(
    (await w.outcomes()).map(([channel, status]) => [channel, status]),
    [
      ['mail', 'sent'],
      ['sms', 'sent'],
      ['mail', 'unknown'],
      ['mail', 'failed'],
    ],
  );
  assert.deepEqual([w.smtp.mails.length - before.mails, w.sms.requests.length - before.texts], [0, 1]);
});
