import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { COMMAND_TYPES, encodeRights, type DeviceCommand } from '@rastro/fleet';
import { TestDevice, imeiOf } from '@rastro/protocols/testing';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { startHttpSimulator, type HttpSimulator } from '@rastro/outgoing/testing';

let t: TestTracker;
let gateway: HttpSimulator;
let userId: number;
let cookie: string;
let deviceId: number;
let imei: string;
let counter = 0;
before(async () => {
  gateway = await startHttpSimulator(() => ({ status: 200 }));
  const sms = {
    url: gateway.url,
    template: '{"to":"{phone}","text":"{message}"}',
    headers: { authorization: 'Bearer s3cret' },
  };
  t = await openTestTracker({ outgoing: { ...NO_OUTGOING, sms } });
});
after(async () => {
  await t.dispose();
  await gateway.close();
});
beforeEach(async () => {
  gateway.script(() => ({ status: 200 }));
  imei = imeiOf(2000 + counter++);
  deviceId = await t.addDevice(imei, { phone: '+5511999998888' });
  userId = await t.addUser();
  cookie = await t.signIn(userId);
  await link('device', deviceId);
});

const link = (
  propertyKind: string,
  propertyId: number,
  ownerKind = 'user',
  ownerId = userId,
): Promise<void> => t.tracker.directory.links.change([{ ownerKind, ownerId, propertyKind, propertyId }], []);
const saved = async (fields: object = {}): Promise<number> => {
  const body = {
    description: 'Saved',
    type: 'custom',
    textChannel: false,
    attributes: { data: 'saved' },
    ...fields,
  };
  return (await t.tracker.directory.linked.command.create(body)).id;
};
const send = (body: object, query = '') => t.api('POST', `/commands/send${query}`, cookie, body);
const custom = (data: string, more: object = {}) => ({
  deviceId,
  type: 'custom',
  attributes: { data },
  ...more,
});
async function queueOf(id: number): Promise<readonly DeviceCommand[]> {
  return (await t.api('GET', `/commands/queue?deviceId=${id}`, cookie)).json;
}
const typesIn = (json: unknown): readonly string[] => (json as { type: string }[]).map(({ type }) => type);

test('[CMD-20] a saved command is sent as it is stored, to the device of the body', async () => {
  const id = await saved();
  const foreign = await send({ id, deviceId });
  assert.match(foreign.text, /^Command access denied/);
  await link('command', id);
  assert.match((await send({ id, deviceId })).text, /^Command access denied/, 'made for other vehicles');
  await link('command', id, 'device', deviceId);
  const reply = await send({ id, deviceId, type: 'engineStop', attributes: { data: 'other' }, unknown: 1 });
  assert.equal(reply.status, 202);
  const [queued] = await queueOf(deviceId);
  assert.deepEqual(
    [queued?.type, queued?.attributes, queued?.description, queued?.userId],
    ['custom', { data: 'saved' }, 'Saved', userId],
  );
});

test('[CMD-21] limited accounts send saved commands only; foreign devices get the one answer', async () => {
  const limited = await t.addUser({ limitCommands: true });
  cookie = await t.signIn(limited);
  await link('device', deviceId, 'user', limited);
  assert.match((await send(custom('x'))).text, /^Account has limited commands/);
  const id = await saved();
  await link('command', id, 'user', limited);
  await link('command', id, 'device', deviceId);
  assert.equal((await send({ id, deviceId })).status, 202);
  const other = await t.addDevice(`${imei}9`);
  for (const foreign of [other, 999_999, 0])
    assert.match((await send({ id, deviceId: foreign })).text, /^Device access denied/);
  for (const path of ['queue', 'types', 'send'])
    assert.match(
      (await t.api('GET', `/commands/${path}?deviceId=${other}`, cookie)).text,
      /^Device access denied/,
    );
  assert.equal((await send({ deviceId, attributes: {} })).status, 400, 'limited, before the missing type');
});

test('[DELEG-9] who may only look sends and takes back nothing, unless the right is his by name', async () => {
  const queued = ((await send(custom('waits'))).json as { id: number }).id;
  const { server } = t.tracker.directory;
  const lookers = [{ readonly: true }, { deviceReadonly: true }];
  for (const fields of lookers) {
    const id = await t.addUser(fields);
    cookie = await t.signIn(id);
    await link('device', deviceId, 'user', id);
    assert.match((await send(custom('x'))).text, /^Account is readonly/);
    assert.match((await t.api('DELETE', `/commands/queue/${queued}`, cookie)).text, /^Account is readonly/);
  }
  cookie = await t.signIn(userId);
  await t.tracker.directory.updateServer({ ...server, deviceReadonly: true });
  assert.match((await send(custom('x'))).text, /^Account is readonly/, 'by the settings of the server');
  await t.tracker.directory.updateServer({
    ...server,
    attributes: { 'rastro.enableAdvancedPerms': true },
  });
  const attributes = { 'rastro.advancedPerms': encodeRights(['devices.sendCommand']) };
  const named = await t.addUser({ readonly: true, attributes });
  cookie = await t.signIn(named);
  await link('device', deviceId, 'user', named);
  assert.equal((await send(custom('x'))).status, 202);
  assert.match((await send({ deviceId, type: 'engineStop' })).text, /^Account is readonly/);
  await t.tracker.directory.updateServer(server);
});

test('[CMD-22] to a group goes a copy for every device of its tree that the sender sees', async () => {
  const groups = t.tracker.directory.groups;
  const outer = await groups.create({ name: 'o', groupId: 0, attributes: {} });
  const inner = await groups.create({ name: 'i', groupId: outer.id, attributes: {} });
  const first = await t.addDevice(`${imei}1`, { groupId: outer.id });
  const second = await t.addDevice(`${imei}2`, { groupId: inner.id });
  await t.addDevice(`${imei}3`);
  const query = `?groupId=${outer.id}`;
  assert.match((await send(custom('x'), query)).text, /^Group access denied/);
  await link('group', outer.id);
  const reply = await send(custom('x', { deviceId: 0 }), query);
  assert.equal(reply.status, 202);
  const ids = (reply.json as { deviceId: number }[]).map((queued) => queued.deviceId);
  assert.deepEqual(
    ids.toSorted((a, b) => a - b),
    [first, second],
  );
  const device = await TestDevice.signedIn(await t.port('teltonika'), `${imei}1`);
  await eventually(async () => (await queueOf(first))[0]?.status === 'sent');
  const half = await send(custom('y', { attributes: { data: 'y', noQueue: true } }), query);
  assert.equal(half.status, 200, 'one of two has it');
  const none = await send({ deviceId: 0, type: 'alarmFall', attributes: { noQueue: true } }, query);
  assert.equal(none.status, 400, 'nobody has it');
  device.socket.destroy();
});

test('[CMD-23] types are those of the connection or the latest position; without a device there are 46', async () => {
  const types = async (query: string) =>
    typesIn((await t.api('GET', `/commands/types${query}`, cookie)).json);
  assert.deepEqual(await types(''), [...COMMAND_TYPES]);
  assert.equal(COMMAND_TYPES.length, 46);
  assert.deepEqual(await types(`?deviceId=${deviceId}`), ['custom']);
  const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
  assert.ok((await types(`?deviceId=${deviceId}`)).includes('engineStop'));
  assert.deepEqual(await types(`?deviceId=${deviceId}&textChannel=true`), ['custom']);
  device.socket.destroy();
});

test('[CMD-24] offered are saved commands of the caller and of the device or its groups, as far as it understands', async () => {
  const offered = async () => {
    const { json } = await t.api('GET', `/commands/send?deviceId=${deviceId}`, cookie);
    return (json as { id: number }[]).map(({ id }) => id);
  };
  const [both, mineOnly, deviceOnly, odd] = [
    await saved(),
    await saved(),
    await saved(),
    await saved({ type: 'alarmFall' }),
  ];
  for (const id of [both, mineOnly, odd]) await link('command', id);
  for (const id of [both, deviceOnly, odd]) await link('command', id, 'device', deviceId);
  assert.deepEqual(await offered(), [both]);
  const group = await t.tracker.directory.groups.create({ name: 'g', groupId: 0, attributes: {} });
  await link('command', mineOnly, 'group', group.id);
  const entity = t.tracker.directory.devices.get(deviceId);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, groupId: group.id });
  assert.deepEqual(
    (await offered()).toSorted((a, b) => a - b),
    [both, mineOnly],
  );
});

test('[CMD-25] the queue shows the life of each command, newest first, in pages; what waits can be taken back', async () => {
  await send(custom('a'));
  await send(custom('b'));
  const [newest, oldest] = await queueOf(deviceId);
  assert.deepEqual([newest?.attributes['data'], oldest?.attributes['data']], ['b', 'a']);
  assert.equal(newest?.status, 'queued');
  assert.match(newest.expirationTime ?? '', /^20\d\d-.*\+00:00$/);
  const page = (await t.api('GET', `/commands/queue?deviceId=${deviceId}&limit=1&offset=1`, cookie))
    .json as DeviceCommand[];
  assert.deepEqual(
    page.map(({ id }) => id),
    [oldest?.id],
  );
  const cancel = (id: number, who = cookie) => t.api('DELETE', `/commands/queue/${id}`, who);
  const stranger = await t.signIn(await t.addUser());
  assert.match((await cancel(newest.id, stranger)).text, /^Command access denied/);
  assert.match((await cancel(999_999)).text, /^Command access denied/);
  assert.equal((await cancel(newest.id)).status, 204);
  assert.match((await cancel(newest.id)).text, /^Command not queued/);
  const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
  await eventually(async () => (await queueOf(deviceId))[1]?.status === 'sent');
  assert.equal((await queueOf(deviceId))[0]?.status, 'cancelled');
  assert.equal(device.received.includes('b'), false);
  device.socket.destroy();
});

test('[CMD-26] live sockets of those who see the device get each change, guests none', async (test) => {
  const { url, server } = await serveTracker(t.tracker);
  test.after(() => server.close());
  const guestId = await t.addUser({ temporary: true });
  await link('device', deviceId, 'user', guestId);
  const open = async (who: string) => LiveClient.open(`${url}/api/socket`, { headers: { cookie: who } });
  const client = await open(cookie);
  const guest = await open(await t.signIn(guestId));
  await send(custom('x'));
  const device = await TestDevice.signedIn(await t.port('teltonika'), imei);
  const statuses = () =>
    client.frames.flatMap(({ commands }) => (commands ?? []).map(({ status }) => status));
  await eventually(() => statuses().includes('sent'));
  assert.deepEqual([...new Set(statuses())], ['queued', 'sending', 'sent']);
  await eventually(() => guest.frames.some(({ devices }) => devices !== undefined));
  assert.equal(
    guest.frames.some(({ commands }) => commands !== undefined),
    false,
  );
  for (const { socket } of [client, guest]) socket.terminate();
  device.socket.destroy();
});

test('[CMD-27] by SMS a text goes to the phone of the device through the gateway, once, with its outcome', async () => {
  const text = custom('reset "{uniqueId}"\n', { textChannel: true });
  const reply = await send(text);
  assert.equal(reply.status, 200);
  const seen = gateway.requests.at(-1);
  assert.deepEqual(JSON.parse(String(seen?.body)), { to: '+5511999998888', text: `reset "${imei}"\n` });
  assert.equal(seen?.headers.authorization, 'Bearer s3cret');
  const outcomes = [
    [() => ({ status: 500 }), 'failed'],
    [() => ({ status: 401 }), 'failed'],
    [() => ({ status: 429, headers: { 'retry-after': '5' } }), 'failed'],
  ] as const;
  for (const [script, status] of outcomes) {
    gateway.script(script);
    const asked = gateway.requests.length;
    const refused = await send(text);
    assert.match(refused.text, /^Command not sent - The SMS gateway did not take it/);
    assert.equal((await queueOf(deviceId))[0]?.status, status);
    assert.equal(gateway.requests.length, asked + 1, 'never twice');
  }
  assert.match((await send({ ...text, type: 'engineStop' })).text, /^Command not supported - .*SMS/);
  const entity = t.tracker.directory.devices.get(deviceId);
  assert.ok(entity);
  await t.tracker.directory.devices.update({ ...entity, phone: null });
  assert.match((await send(text)).text, /^Device without phone/);
});

test('[CMD-28] the server record says whether text messages can be sent; without a gateway they are refused', async (test) => {
  assert.equal(((await t.api('GET', '/server')).json as { textEnabled: boolean }).textEnabled, true);
  const bare = await openTestTracker();
  test.after(() => bare.dispose());
  assert.equal(((await bare.api('GET', '/server')).json as { textEnabled: boolean }).textEnabled, false);
  const who = await bare.signIn(await bare.addUser({ administrator: true }));
  const id = await bare.addDevice('1', { phone: '+1' });
  const refused = await bare.api(
    'POST',
    '/commands/send',
    who,
    custom('x', { deviceId: id, textChannel: true }),
  );
  assert.match(refused.text, /^SMS not configured/i);
});

test('[CMD-29] sending and taking back stand in the audit log, saved commands by their real type', async () => {
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const id = await saved({ type: 'engineStop' });
  await link('command', id);
  await link('command', id, 'device', deviceId);
  await send({ id, deviceId, type: 'custom' });
  const [queued] = await queueOf(deviceId);
  await t.api('DELETE', `/commands/queue/${queued?.id}`, cookie);
  const period = 'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
  const actions = (await t.api('GET', `/audit?${period}`, administrator)).json as {
    userId: number;
    actionType: string;
    objectType: string;
    objectId: number;
    attributes: object;
  }[];
  const own = actions
    .filter((action) => action.userId === userId)
    .map(({ actionType, objectType, objectId, attributes }) => [
      actionType,
      objectType,
      objectId,
      attributes,
    ]);
  assert.deepEqual(own, [
    ['command', 'device', deviceId, { type: 'engineStop', textChannel: false, savedCommandId: id }],
    ['remove', 'queuedCommand', queued?.id, {}],
  ]);
});

test('[CMD-38] an administrator says who may send free text: everybody, administrators, nobody', async () => {
  const { server } = t.tracker.directory;
  const allow = (who: string) =>
    t.tracker.directory.updateServer({ ...server, attributes: { 'command.custom': who } });
  const id = await saved();
  await link('command', id);
  await link('command', id, 'device', deviceId);
  try {
    await allow('administrators');
    assert.match((await send(custom('x'))).text, /^Custom commands forbidden/);
    assert.equal((await send({ id, deviceId })).status, 400, 'nor as it was saved');
    assert.equal((await send({ ...custom('x'), type: 'positionSingle' })).status, 202);
    cookie = await t.signIn(await t.addUser({ administrator: true }));
    assert.equal((await send(custom('x'))).status, 202);
    await allow('nobody');
    assert.equal((await send(custom('x'))).status, 400);
    assert.equal((await send(custom('x', { textChannel: true }))).status, 400);
  } finally {
    await t.tracker.directory.updateServer(server);
  }
  assert.equal((await send(custom('x'))).status, 202);
});
