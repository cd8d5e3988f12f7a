import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, test } from 'node:test';
import type { ClientOptions } from 'ws';
import { systemClock } from '@rastro/base';
import { dataPacket, type TestRecord, TestDevice, imeiOf } from '@rastro/protocols/testing';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

/** An hour ago, one moment for all of this file: a second that passes meanwhile is no other record. */
const START = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const at = (seconds: number, values: Partial<TestRecord> = {}): TestRecord => ({
  time: START + seconds * 1000,
  latitude: -23.5,
  longitude: -46.6,
  ...values,
});

interface Stage extends TestTracker {
  readonly url: string;
  open(cookie: string, options?: ClientOptions): Promise<LiveClient>;
  /** Links and names as the API does. */
  link(userId: number, propertyKind: 'device' | 'group', propertyId: number): Promise<void>;
  unlink(userId: number, propertyKind: 'device' | 'group', propertyId: number): Promise<void>;
  /** Moves the clock that sessions and accounts are measured by. */
  later(ms: number): void;
}
const stages: { tracker: TestTracker; server: Server }[] = [];
afterEach(async () => {
  for (const { tracker, server } of stages.splice(0)) {
    await tracker.dispose();
    server.closeAllConnections();
    server.close();
  }
});

async function stage(pingMs?: number): Promise<Stage> {
  let clockOffsetMs = 0;
  const clock = { ...systemClock, now: () => Date.now() + clockOffsetMs };
  const tracker = await openTestTracker({ clock, ...(pingMs === undefined ? {} : { pingMs }) });
  const { url, server } = await serveTracker(tracker.tracker);
  stages.push({ tracker, server });
  const pair = (userId: number, propertyKind: string, propertyId: number) => [
    { ownerKind: 'user', ownerId: userId, propertyKind, propertyId },
  ];
  return {
    ...tracker,
    tracker: tracker.tracker,
    storage: tracker.storage,
    url,
    open: (cookie, options = {}) => LiveClient.open(`${url}/api/socket`, { headers: { cookie }, ...options }),
    link: (userId, kind, id) => tracker.tracker.directory.links.change(pair(userId, kind, id), []),
    unlink: (userId, kind, id) => tracker.tracker.directory.links.change([], pair(userId, kind, id)),
    later: (ms) => void (clockOffsetMs += ms),
  };
}

/** A device that has sent records, each acknowledged. */
async function reporting(t: Stage, n: number, records: readonly TestRecord[]): Promise<TestDevice> {
  const device = await TestDevice.signedIn(await t.port('teltonika'), imeiOf(n));
  await send(device, records);
  return device;
}
async function send(device: TestDevice, records: readonly TestRecord[]): Promise<void> {
  device.socket.write(dataPacket(records));
  await device.bytes(4);
}

test('[LIVE-1] the first frame holds the latest position of every visible device, and no others', async () => {
  const t = await stage();
  const ids = [await t.addDevice(imeiOf(1)), await t.addDevice(imeiOf(2)), await t.addDevice(imeiOf(3))];
  const userId = await t.addUser();
  await t.link(userId, 'device', ids[0] ?? 0);
  await t.link(userId, 'device', ids[1] ?? 0);
  await reporting(t, 1, [at(0), at(10)]);
  await reporting(t, 2, [at(-100 * 86_400)]);
  await reporting(t, 3, [at(0)]);
  const client = await t.open(await t.signIn(userId));
  const [first] = client.frames;
  assert.deepEqual(
    first?.positions?.map(({ deviceId }) => deviceId),
    [ids[0]],
    'one foreign, one older than 90 days',
  );
  assert.equal(Date.parse(first?.positions?.[0]?.fixTime ?? ''), at(10).time);
  const stranger = await t.open(await t.signIn(await t.addUser()));
  assert.deepEqual(stranger.frames[0]?.positions, []);
});

test('[LIVE-1] the first frame is as new after a time in which nobody had a browser open', async () => {
  const t = await stage();
  const userId = await t.addUser();
  await t.link(userId, 'device', await t.addDevice(imeiOf(1)));
  const cookie = await t.signIn(userId);
  const device = await reporting(t, 1, [at(0)]);
  const first = await t.open(cookie);
  first.socket.close();
  await eventually(() => t.tracker.openSockets() === 0);
  await send(device, [at(10)]);
  const second = await t.open(cookie);
  assert.equal(Date.parse(second.frames[0]?.positions?.[0]?.fixTime ?? ''), at(10).time);
});

test('[LIVE-2] what changes arrives as devices, positions and events', async () => {
  const t = await stage();
  const id = await t.addDevice(imeiOf(1));
  const userId = await t.addUser();
  await t.link(userId, 'device', id);
  const client = await t.open(await t.signIn(userId));
  const device = await reporting(t, 1, [at(0, { ignition: false })]);
  await send(device, [at(10, { ignition: true })]);
  await eventually(() =>
    client.frames.some(({ events }) => events?.some(({ type }) => type === 'ignitionOn')),
  );
  const latest = client.latestPositionIds.get(id);
  assert.ok(latest);
  const devices = client.frames.flatMap((frame) => frame.devices ?? []);
  assert.equal(devices.at(-1)?.status, 'online');
  assert.equal(devices.at(-1)?.positionId, latest);
  assert.ok(client.frames.some(({ events }) => events?.some(({ type }) => type === 'deviceOnline')));
  device.socket.destroy();
  await eventually(() => client.frames.flatMap((f) => f.devices ?? []).at(-1)?.status === 'offline');
});

test('[LIVE-3] at most one frame of a kind per 100 ms, with the newest of each device', async () => {
  const t = await stage();
  const id = await t.addDevice(imeiOf(1));
  const userId = await t.addUser();
  await t.link(userId, 'device', id);
  const client = await t.open(await t.signIn(userId));
  const device = await reporting(t, 1, [at(0)]);
  const others = await t.signIn(userId);
  for (let i = 1; i <= 60; i++) {
    await send(device, [at(i)]);
    // A newcomer's first frame must not hurry those who are there.
    if (i % 20 === 0) await t.open(others);
    // The pace of the device, many times that of frames.
    await pause(5);
  }
  const newest = async () => (await t.history(id)).at(-1)?.id;
  await eventually(async () => client.latestPositionIds.get(id) === (await newest()));
  const times = client.frames.filter(({ positions }) => positions?.length === 1).map((frame) => frame.at);
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  assert.ok(times.length >= 3 && times.length < 30, `${times.length} frames`);
  // The sender keeps 100 ms; the way to us may shorten a gap by its jitter.
  assert.ok(Math.min(...gaps) > 60, `frames ${Math.min(...gaps)} ms apart`);
});

test('[LIVE-4] each user gets his devices: by link, by group at any depth, and no longer after unlinking', async () => {
  const t = await stage();
  const { groups } = t.tracker.directory;
  const group = async (name: string, groupId: number) =>
    (await groups.create({ name, groupId, attributes: {} })).id;
  const top = await group('top', 0);
  const deep = await group('d', await group('c', await group('b', await group('a', top))));
  const linked = await t.addDevice(imeiOf(1));
  const inherited = await t.addDevice(imeiOf(2), { groupId: deep });
  const foreign = await t.addDevice(imeiOf(3));
  const userId = await t.addUser();
  await t.link(userId, 'device', linked);
  await t.link(userId, 'group', top);
  const client = await t.open(await t.signIn(userId));
  const devices = [
    await reporting(t, 1, [at(0)]),
    await reporting(t, 2, [at(0)]),
    await reporting(t, 3, [at(0)]),
  ];
  await eventually(() => client.deviceIdsSeen.size === 2);
  assert.deepEqual(client.deviceIdsSeen, new Set([linked, inherited]));
  await t.unlink(userId, 'device', linked);
  await groups.update({ id: deep, name: 'd', groupId: 0, attributes: {} });
  await t.link(userId, 'device', foreign);
  client.frames.length = 0;
  for (const device of devices) await send(device, [at(10)]);
  await eventually(() => client.deviceIdsSeen.has(foreign));
  // In the next frame no other device may arrive.
  await pause(150);
  assert.deepEqual(client.deviceIdsSeen, new Set([foreign]));
});

test('[LIVE-5] a reader that stops reading costs bounded memory and then gets the newest', async () => {
  const FLEET = 150;
  const ROUNDS = 20;
  const t = await stage();
  const userId = await t.addUser();
  // Far more than the system itself buffers for a connection.
  const attributes = { filler: 'x'.repeat(3900) };
  for (let n = 0; n < FLEET; n++)
    await t.link(userId, 'device', await t.addDevice(imeiOf(n), { attributes }));
  const client = await t.open(await t.signIn(userId));
  client.socket.pause();
  const devices = await Promise.all(Array.from({ length: FLEET }, (_, n) => reporting(t, n, [at(0)])));
  for (let round = 1; round <= ROUNDS; round++) {
    await Promise.all(devices.map((device) => send(device, [at(round)])));
    // The pace of the fleet: each round would be a frame of its own.
    await pause(90);
  }
  client.socket.resume();
  const newest = new Map<number, number>();
  for (const id of t.tracker.directory.links.of('user', userId, 'device')) {
    newest.set(id, (await t.history(id)).at(-1)?.id ?? 0);
  }
  await eventually(() => [...newest].every(([id, latest]) => client.latestPositionIds.get(id) === latest));
  const received = client.frames.flatMap(({ devices: list }) => list ?? []).length;
  const all = FLEET * ROUNDS;
  assert.ok(received < all * 0.75, `${received} of ${all} updates were kept for a reader that did not read`);
});

const ENDINGS: readonly (readonly [
  string,
  (t: Stage, userId: number, cookie: string) => Promise<unknown>,
])[] = [
  ['logout', (t, _userId, cookie) => t.api('DELETE', '/session', cookie)],
  ['the account is disabled', (t, userId) => change(t, userId, { disabled: true })],
  ['the account is deleted', async (t, userId) => removeUser(t, userId)],
  [
    'the account expires',
    (t, userId) =>
      change(t, userId, { expirationTime: inAMinute(), password: null }).then(() => t.later(61_000)),
  ],
  ['the session expires', async (t) => t.later(3_600_001)],
];
const inAMinute = (): string => new Date(Date.now() + 60_000).toISOString();

async function change(t: Stage, userId: number, fields: object): Promise<void> {
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const user = (await t.api('GET', `/users/${userId}`, administrator)).json as object;
  const reply = await t.api('PUT', `/users/${userId}`, administrator, { ...user, ...fields });
  assert.equal(reply.status, 200, reply.text);
}
async function removeUser(t: Stage, userId: number): Promise<void> {
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal((await t.api('DELETE', `/users/${userId}`, administrator)).status, 204);
}

for (const [ending, end] of ENDINGS) {
  test(`[LIVE-6] the socket closes within 5 s when ${ending}`, async () => {
    const t = await stage();
    const userId = await t.addUser();
    const cookie = await t.signIn(userId);
    const client = await t.open(cookie);
    const other = await t.open(await t.signIn(await t.addUser({ administrator: true })));
    await end(t, userId, cookie);
    await eventually(() => client.closeCode !== null, 5000);
    assert.equal(client.closeCode, 4000);
    assert.equal(other.closeCode, ending === 'the session expires' ? 4000 : null, 'others stay');
  });
}

test('[LIVE-6] the socket of a token, and of a session opened with it, closes when the token is revoked', async () => {
  const t = await stage();
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const token = (await t.api('POST', '/session/token', cookie, {})).text;
  const byToken = await LiveClient.open(`${t.url}/api/socket?token=${token}`, {});
  const opened = await fetch(`${t.url.replace('ws', 'http')}/api/session?token=${token}`);
  const derived = await t.open(opened.headers.get('set-cookie')?.split(';')[0] ?? '');
  const bystander = await t.open(cookie);
  assert.equal((await t.api('POST', '/session/token/revoke', cookie, { token })).status, 204);
  await eventually(() => byToken.closeCode === 4000 && derived.closeCode === 4000);
  assert.equal(bystander.closeCode, null);
});

test('[LIVE-6] a peer that ignores the close loses its connection', async () => {
  const t = await stage();
  const cookie = await t.signIn(await t.addUser());
  const client = await t.open(cookie);
  client.socket.pause();
  await t.api('DELETE', '/session', cookie);
  await eventually(() => t.tracker.openSockets() === 0, 5000);
});

test('[LIVE-7] no socket without a session, from a foreign origin, or with a dead token', async () => {
  const t = await stage();
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const refused = (path: string, options: ClientOptions) =>
    assert.rejects(LiveClient.open(t.url + path, options), /401/);
  await refused('/api/socket', {});
  await refused('/api/socket', { headers: { cookie: 'JSESSIONID=made-up' } });
  await refused('/api/socket', { headers: { cookie }, origin: 'https://evil.example' });
  await refused('/api/socket?token=made-up', { headers: { cookie } });
  const session = cookie.split('=')[1] ?? '';
  await refused(`/api/socket?token=${session}`, {});
  const token = (await t.api('POST', '/session/token', cookie, {})).text;
  await refused('/api/socket', { headers: { authorization: `Bearer ${token}` } });
  await refused('/api/socket', { headers: { cookie: `JSESSIONID=${token}` } });
  await t.open(cookie, { origin: t.url.replace('ws', 'http') });
});

test('[LIVE-8] garbage and oversized messages of a client harm nobody else', async () => {
  const t = await stage();
  const id = await t.addDevice(imeiOf(1));
  const userId = await t.addUser();
  await t.link(userId, 'device', id);
  const cookie = await t.signIn(userId);
  const good = await t.open(cookie);
  const odd = await t.open(cookie);
  for (const message of ['{}', '{"logs":true}', '', '\0', 'not json', '[1,2', randomBytes(500)]) {
    odd.socket.send(message);
  }
  const huge = await t.open(cookie);
  huge.socket.send('x'.repeat(1_000_000));
  await eventually(() => huge.closeCode !== null);
  assert.equal(huge.closeCode, 1009);
  for (const target of ['//', '/api/socket?%', 'http://[', '*']) await rawUpgrade(t.url, target);
  await reporting(t, 1, [at(0)]);
  await eventually(() => good.deviceIdsSeen.has(id) && odd.deviceIdsSeen.has(id));
});

/** An upgrade request with a target that no URL parser likes. */
async function rawUpgrade(url: string, target: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  socket.on('error', () => {});
  socket.resume();
  socket.write([`GET ${target} HTTP/1.1`, ...head, '', ''].join('\r\n'));
  await new Promise((resolve) => socket.once('close', resolve));
}

test('[LIVE-9] when the server stops, sockets are told to come back', async () => {
  const t = await stage();
  const client = await t.open(await t.signIn(await t.addUser()));
  await t.tracker.close();
  await eventually(() => client.closeCode !== null);
  assert.equal(client.closeCode, 1001);
});

test('[LIVE-14] who does not answer is gone, who answers stays; an account has a hundred sockets and no more', async () => {
  const t = await stage(300);
  const cookie = await t.signIn(await t.addUser());
  const there = await t.open(cookie);
  const lost = await t.open(cookie, { autoPong: false });
  await eventually(() => lost.closeCode !== null);
  // Two more pings: who answers must not be closed.
  await pause(700);
  assert.equal(there.closeCode, null);
  for (let i = 1; i < 100; i++) await t.open(cookie);
  await assert.rejects(t.open(cookie), /429/);
  const other = await t.open(await t.signIn(await t.addUser()));
  assert.equal(other.closeCode, null, 'another account has its own');
});
