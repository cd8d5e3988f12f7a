import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { EVENT_TYPES, type NotificationDelivery, type PushBrowser } from '@rastro/fleet';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, NO_OUTGOING, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { startHttpSimulator, type HttpSimulator } from '@rastro/outgoing/testing';

let t: TestTracker;
let sms: HttpSimulator;
let userId: number;
let cookie: string;
before(async () => {
  sms = await startHttpSimulator(() => ({ status: 200 }));
  t = await openTestTracker({
    outgoing: {
      ...NO_OUTGOING,
      sms: { url: sms.url, template: 'to={phone}&text={message}', headers: {} },
      channels: {
        ...NO_OUTGOING.channels,
        webPush: { contact: 'mailto:a@b.c', hosts: ['push.example.com'] },
      },
    },
  });
});
after(async () => {
  await t.dispose();
  await sms.close();
});
beforeEach(async () => {
  sms.script(() => ({ status: 200 }));
  userId = await t.addUser({ phone: '+1', attributes: { language: 'en' } });
  cookie = await t.signIn(userId);
});
const typesIn = (json: unknown): readonly string[] => (json as { type: string }[]).map(({ type }) => type);
const lastText = (): string => new URLSearchParams(sms.requests.at(-1)?.body.toString()).get('text') ?? '';

test('[NOTIF-22] types are the 31 event types; channels those that are set up, announcements without browser and command', async () => {
  const get = async (path: string) => typesIn((await t.api('GET', path, cookie)).json);
  assert.deepEqual(await get('/notifications/types'), [...EVENT_TYPES]);
  assert.equal(EVENT_TYPES.length, 31);
  assert.deepEqual(await get('/notifications/notificators'), ['web', 'command', 'sms', 'webhook', 'webpush']);
  assert.deepEqual(await get('/notifications/notificators?announcement=true'), ['sms', 'webhook', 'webpush']);
});

test('[NOTIF-23] a test goes to the caller by one channel or all that reach him, and says why it failed', async (test) => {
  const { url, server } = await serveTracker(t.tracker);
  test.after(() => server.close());
  const client = await LiveClient.open(`${url}/api/socket`, { headers: { cookie } });
  assert.equal((await t.api('POST', '/notifications/test', cookie)).status, 204);
  assert.equal(lastText(), 'Test message');
  const isTest = ({ type, deviceId }: { type: string; deviceId: number }) =>
    type === 'test' && deviceId === 0;
  await eventually(() => client.frames.some(({ events }) => events?.some(isTest)));
  const one = (name: string) => t.api('POST', `/notifications/test/${name}`, cookie);
  assert.equal((await one('sms')).status, 204);
  assert.match((await one('webpush')).text, /^Notification not sent - webpush: this account has no address/);
  assert.match((await one('command')).text, /^Channel not available/);
  assert.match((await one('telegram')).text, /^Channel not available/);
  sms.script(() => ({ status: 503 }));
  assert.match((await one('sms')).text, /^Notification not sent - sms: unavailable, answered 503/);
  assert.equal((await t.api('POST', '/notifications/test', cookie)).status, 400);
  client.socket.terminate();
});

test('[NOTIF-24] announcements go from administrators and managers to those below them, never to guests', async () => {
  const send = (who: string, query = '', name = 'sms') =>
    t.api('POST', `/notifications/send/${name}${query}`, who, { subject: 'Hi', body: 'We close <early>' });
  assert.match((await send(cookie)).text, /^Manager access required/);
  const manager = await t.addUser({ userLimit: 5 });
  const [own, guest] = [
    await t.addUser({ phone: '+77' }),
    await t.addUser({ phone: '+78', temporary: true }),
  ];
  for (const id of [own, guest])
    await t.tracker.directory.links.change(
      [{ ownerKind: 'user', ownerId: manager, propertyKind: 'managedUser', propertyId: id }],
      [],
    );
  const who = await t.signIn(manager);
  const asked = sms.requests.length;
  assert.equal((await send(who)).status, 204);
  await eventually(() => sms.requests.length === asked + 1);
  assert.equal(lastText(), 'We close <early>');
  assert.equal(new URLSearchParams(sms.requests.at(-1)?.body.toString()).get('to'), '+77');
  assert.match((await send(who, `?userId=${userId}`)).text, /^User access denied/);
  assert.match((await send(who, '', 'web')).text, /^Channel not available/);
  await eventually(async () => {
    const [line] = await t.storage.deliveries({ userId: own, from: 0, to: 1e15, limit: 1, offset: 0 });
    return line?.status === 'sent' && line.eventType === 'announcement';
  });
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal((await send(administrator, `?userId=${userId}&userId=${own}`)).status, 204);
  await eventually(() => sms.requests.length === asked + 3);
});

test('[NOTIF-25] people read their own log, those above them theirs, administrators all of it', async () => {
  const other = await t.addUser();
  const row = {
    notificationId: 1,
    eventType: 'alarm',
    deviceId: 1,
    channel: 'mail',
    target: 'x',
    status: 'sent',
    reason: null,
    attempts: 1,
  } as const;
  const at = (userId: number, eventId: number, createdAt: number) => ({
    ...row,
    userId,
    eventId,
    createdAt,
    changedAt: createdAt,
  });
  await t.storage.insertDeliveries([at(userId, 71, 1000), at(other, 72, 2000), at(userId, 73, 3000)]);
  const read = async (query: string, who = cookie) => {
    const reply = await t.api('GET', `/notifications/deliveries?${query}`, who);
    if (reply.status !== 200) return reply.text;
    return (reply.json as readonly NotificationDelivery[])
      .map(({ eventId }) => eventId)
      .filter((id) => id >= 71 && id <= 73);
  };
  assert.deepEqual(await read(''), [73, 71]);
  assert.deepEqual(await read('all=true'), [73, 71], 'only administrators');
  assert.deepEqual(await read('to=1970-01-01T00:00:01Z'), [71]);
  assert.deepEqual(await read('limit=1&offset=1'), [71]);
  assert.match(String(await read(`userId=${other}`)), /^User access denied/);
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  assert.deepEqual(await read('all=true', administrator), [73, 72, 71]);
  assert.deepEqual(await read(`userId=${other}`, administrator), [72]);
});

test('[PUSH-10] a browser subscribes with the key of the installation and leaves again; odd ones are refused', async () => {
  const { publicKey } = (await t.api('GET', '/notifications/push-key', cookie)).json as { publicKey: string };
  assert.equal(Buffer.from(publicKey, 'base64url').length, 65);
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  const subscribe = (endpoint: string, more: object = {}, who = cookie) =>
    t.api('POST', '/notifications/push-subscriptions', who, {
      endpoint,
      keys,
      expirationTime: null,
      ...more,
    });
  const endpoint = 'https://push.example.com/abc';
  assert.equal((await subscribe(endpoint)).status, 204);
  assert.equal((await subscribe(endpoint)).status, 204, 'again is no second one');
  assert.equal((await t.storage.privateValues()).filter(({ ownerId }) => ownerId === userId).length, 1);
  for (const [address, more] of [
    ['https://evil.example.com/', {}],
    ['http://push.example.com/', {}],
    [endpoint, { keys: { ...keys, auth: 'short' } }],
    [endpoint, { keys: null }],
  ] as const)
    assert.match((await subscribe(address, more)).text, /^Invalid data/);
  const guest = await t.signIn(await t.addUser({ temporary: true }));
  assert.match((await subscribe(endpoint, {}, guest)).text, /^Account is readonly/);
  const leave = await t.api('DELETE', '/notifications/push-subscriptions', cookie, { endpoint });
  assert.equal(leave.status, 204);
  assert.equal((await t.storage.privateValues()).filter(({ ownerId }) => ownerId === userId).length, 0);
  const bare = await openTestTracker();
  const nobody = await bare.signIn(await bare.addUser());
  assert.match((await bare.api('GET', '/notifications/push-key', nobody)).text, /^Channel not available/);
  await bare.dispose();
});

test('[PUSH-12] one sees his own browsers, forgets one from another, and never sees or forgets somebody else’s', async () => {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  const at = '/notifications/push-subscriptions';
  const subscribe = (name: string, who = cookie) =>
    t.api('POST', at, who, { endpoint: `https://push.example.com/${name}`, keys });
  const listOf = async (who = cookie) => {
    const { text } = await t.api('GET', at, who);
    assert.doesNotMatch(text, /push\.example|p256dh|auth/, 'neither address nor key');
    return JSON.parse(text) as readonly PushBrowser[];
  };
  await subscribe('one');
  await subscribe('two');
  const [first, second] = await listOf();
  assert.ok(first && second && Date.parse(first.createdTime ?? '') > 0 && first.lastUsed === null);
  assert.equal(first.id.length, 43);

  const rival = await t.signIn(await t.addUser());
  await subscribe('one', rival);
  const [theirs] = await listOf(rival);
  assert.equal((await listOf(rival)).length, 1);
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  for (const id of [second.id, 'nothing', '..%2Fwebhook', 'keys'])
    assert.match((await t.api('DELETE', `${at}/${id}`, administrator)).text, /^Invalid data - browser/, id);
  assert.equal(
    (await t.api('DELETE', `${at}/${theirs?.id}`, cookie)).status,
    204,
    'the same name, but his own',
  );
  assert.equal((await listOf(rival)).length, 1);
  assert.equal((await listOf()).length, 1);
  assert.equal((await t.api('DELETE', `${at}/${theirs?.id}`, cookie)).status, 400, 'it has gone');
  for (const { id } of await listOf()) await t.api('DELETE', `${at}/${id}`, cookie);
});

test('[PUSH-11] the secret of a webhook can be set and kept, never read', async () => {
  const put = (body: object) => t.api('PUT', '/notifications/webhook', cookie, body);
  const get = async () => (await t.api('GET', '/notifications/webhook', cookie)).json as unknown;
  assert.deepEqual(await get(), { url: null, hasSecret: false });
  assert.match((await put({ url: 'https://a.example.com/x' })).text, /^Invalid data - secret/);
  assert.match((await put({ url: 'https://a.example.com', secret: 'short' })).text, /^Invalid data/);
  assert.match((await put({ url: 'file:///x', secret: 'long enough secret' })).text, /^Invalid data/);
  assert.equal((await put({ url: 'https://a.example.com/x', secret: 'long enough secret' })).status, 200);
  assert.equal((await put({ url: 'https://b.example.com/x' })).status, 200, 'the secret stays');
  assert.deepEqual(await get(), { url: 'https://b.example.com/x', hasSecret: true });
  const [stored] = (await t.storage.privateValues()).filter(({ ownerId }) => ownerId === userId);
  assert.match(stored?.value ?? '', /long enough secret/);
  await t.api('DELETE', '/notifications/webhook', cookie);
  assert.deepEqual(await get(), { url: null, hasSecret: false });
});

test('[NOTIF-26] a rule names channels that exist', async () => {
  const create = (notificators: string | null) =>
    t.api('POST', '/notifications', cookie, { type: 'alarm', notificators, attributes: { alarms: 'sos' } });
  for (const good of ['web', 'web, mail,telegram', 'webpush,webhook,firebase,sms,command'])
    assert.equal((await create(good)).status, 200, good);
  for (const bad of ['email', 'web,pigeon', 'Web'])
    assert.match((await create(bad)).text, /^Invalid data - notificators: names a channel/, bad);
  for (const none of [null, '', ' , '])
    assert.match((await create(none)).text, /^Invalid data - notificators: names no channel/, String(none));
});

test('[NOTIF-34] a rule for alarms names them, and its sound is a file that browsers play', async () => {
  const create = (type: string, attributes: object) =>
    t.api('POST', '/notifications', cookie, { type, notificators: 'web', attributes });
  for (const attributes of [{}, { alarms: '' }, { alarms: ' , ' }, { alarms: 5 }])
    assert.match(
      (await create('alarm', attributes)).text,
      /^Invalid data - attributes.alarms: names no alarm/,
    );
  assert.equal((await create('deviceOffline', {})).status, 200, 'others need none');
  const sound = (url: string) => create('deviceOnline', { 'rastro.soundURL': url });
  for (const good of ['', '/horn.mp3', 'https://sounds.example/a.OGG?v=2', 'http://localhost:8082/a.wav'])
    assert.equal((await sound(good)).status, 200, good);
  for (const bad of [
    'https://sounds.example/a.exe',
    '/?x=a.mp3',
    'https://a:b@c.example/a.mp3',
    'data:a.wav',
  ])
    assert.match((await sound(bad)).text, /^Invalid data - attributes.rastro.soundURL: is no address/, bad);
});

test('[NOTIF-30] twenty tests in ten minutes are enough for an account', async () => {
  const send = (who: string) => t.api('POST', '/notifications/test/sms', who);
  const all = await Promise.all(Array.from({ length: 60 }, () => send(cookie)));
  assert.equal(all.filter(({ status }) => status === 204).length, 20);
  assert.equal(all.filter(({ status }) => status === 429).length, 40);
  const other = await t.signIn(await t.addUser({ phone: '+2' }));
  assert.equal((await send(other)).status, 204, 'another account has its own');
});
