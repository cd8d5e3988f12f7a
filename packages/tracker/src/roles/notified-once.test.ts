import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { parseSmtpServer } from '@rastro/outgoing';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import type { Storage, StoredEvent } from '@rastro/storage';
import { dying } from '../../test/roles/dying-store.ts';
import { eventually, NO_OUTGOING, PLAIN_USER } from '../../test/open-test-tracker.ts';
import { ApiNodes, type ApiNode } from '../../test/roles/api-nodes.ts';

let smtp: SmtpSimulator;
let nodes: ApiNodes;
/** Time by which the clock of all nodes is ahead. */
let laterMs = 0;
before(async () => {
  smtp = await startSmtpSimulator({ user: 'a', password: 'b' });
});
after(() => smtp.close());
beforeEach(async () => {
  laterMs = 0;
  nodes = await ApiNodes.start();
});
afterEach(() => nodes.dispose());

function open(wrap?: (storage: Storage) => Storage): Promise<ApiNode> {
  const server = parseSmtpServer(`smtp://a:b@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  const outgoing = { ...NO_OUTGOING, mail: { server: server.value, from: 'no-reply@example.com' } };
  const clock = { ...systemClock, now: () => Date.now() + laterMs };
  return nodes.open({ clock, outgoing }, wrap);
}

/** A user who is mailed of the alarms of a vehicle. */
async function mailedUser({ directory }: ApiNode) {
  const email = `${Math.random()}@example.com`;
  const { id: userId } = await directory.users.create({ ...PLAIN_USER, email });
  const { id: deviceId } = await directory.devices.create({
    name: 'Van',
    uniqueId: email,
    attributes: {},
    groupId: 0,
    calendarId: 0,
    phone: null,
    model: null,
    contact: null,
    category: null,
    disabled: false,
    expirationTime: null,
  });
  const rule = await directory.linked.notification.create({
    attributes: { alarms: 'sos' },
    description: null,
    type: 'alarm',
    always: true,
    notificators: 'mail',
    commandId: 0,
    calendarId: 0,
  });
  const link = (propertyKind: string, propertyId: number) => ({
    ownerKind: 'user',
    ownerId: userId,
    propertyKind,
    propertyId,
  });
  await directory.links.change([link('device', deviceId), link('notification', rule.id)], []);
  return { deviceId, arrived: () => smtp.mails.filter(({ to }) => to.includes(email)).length };
}

/** As the process of positions stores it. @param told False = that process has died before it could tell anybody. */
async function raise({ storage, bus }: ApiNode, deviceId: number, told = true): Promise<StoredEvent> {
  const event: StoredEvent = {
    id: await storage.reserveIds('event', 1),
    deviceId,
    type: 'alarm',
    eventTime: Date.now() + laterMs,
    positionId: 0,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: { alarm: 'sos' },
  };
  await storage.commit({ positions: [], events: [event], states: [], outbox: [event.id] });
  if (told) bus.publish('fleet.changed', { devices: [], events: [event], positions: [], commands: [] });
  return event;
}
const deliveriesAt = ({ storage }: ApiNode) =>
  storage.deliveries({ userId: null, from: 0, to: 1e15, limit: 1000, offset: 0 });

test('[ROLE-34] an event notifies once, whichever nodes are there, and whoever raised it', async () => {
  const [a, b, c] = [await open(), await open(), await open()];
  const { deviceId, arrived } = await mailedUser(a);
  await eventually(() => c.directory.devices.get(deviceId) !== undefined);
  for (let round = 0; round < 30; round++) await raise([a, b, c][round % 3] ?? a, deviceId);
  await eventually(
    async () => (await deliveriesAt(b)).filter(({ status }) => status === 'sent').length === 30,
  );
  assert.equal(arrived(), 30);
  assert.deepEqual(await a.storage.outbox(10), []);
  assert.equal((await deliveriesAt(a)).length, 30);
});

test('[ROLE-34] an event of a process that died before it told anybody notifies once', async () => {
  const [a, b] = [await open(), await open()];
  const { deviceId, arrived } = await mailedUser(a);
  await raise(a, deviceId, false);
  // Whatever starts next makes them look again.
  await open();
  await eventually(() => arrived() === 1);
  await raise(b, deviceId);
  await eventually(() => arrived() === 2);
});

test('[ROLE-34] the work of a node that dies is finished by another, and what may have arrived is not sent again', async (t) => {
  const { state, wrap } = dying();
  t.after(() => smtp.script('RCPT', null));
  const a = await open(wrap);
  const { deviceId, arrived } = await mailedUser(a);
  await raise(a, deviceId);
  await eventually(() => arrived() === 1);
  const b = await open();
  smtp.script('RCPT', '450 later');
  // More than its lanes take at once: some are being sent, the others wait.
  await Promise.all(Array.from({ length: 20 }, () => raise(a, deviceId)));
  await eventually(async () => (await deliveriesAt(b)).length === 21);
  state.isDead = true;
  smtp.script('RCPT', null);
  const open_ = (await deliveriesAt(b)).filter(({ status }) => status === 'sending' || status === 'waiting');
  assert.ok(open_.length > 0);
  laterMs += 11_000;
  await eventually(async () => {
    const all = await deliveriesAt(b);
    return all.length === 21 && all.every(({ status }) => status === 'sent' || status === 'unknown');
  });
  const all = await deliveriesAt(b);
  const sent = all.filter(({ status }) => status === 'sent').length;
  assert.ok(sent > 1, 'what waited is sent');
  assert.ok(arrived() >= sent && arrived() <= 21, 'nothing twice');
});
