import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import type { Device, NewShare, Position, Share, User, AccessLogPage } from '@rastro/fleet';
import { eventually } from '../../../test/eventually.ts';
import { runServer, type RunningServer } from '../../run-server.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { startForeignNode } from '../../../test/foreign-node.ts';
import { UserClient } from '../../../test/user-client.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'shares in front of others' };
const QUIET = { MAP_STYLE_URL: '', POSTCODE_URL: '' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-foreign-shares-'));
const start = (environment: Record<string, string>): Promise<RunningServer> =>
  runServer(
    readSettings({ PORT: '0', HOST: '127.0.0.1', ...QUIET, ...environment }, null),
    pino({ level: 'silent' }),
  );
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

let behind: RunningServer;
let foreign: Awaited<ReturnType<typeof startForeignNode>>;
let front: RunningServer;
let behindAdmin: UserClient;
before(async () => {
  behind = await start({ DATA_DIR: join(folder, 'behind'), PROTOCOLS: 'osmand:0', ...ADMIN });
  behindAdmin = new UserClient(() => behind.url);
  await behindAdmin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const token = (await behindAdmin.call('POST', '/api/session/token')).text;
  foreign = await startForeignNode(behind.url, ['/api/shares']);
  front = await start({
    TRACKING_SERVER_URL: foreign.url,
    TRACKING_SERVER_TOKEN: token,
    DATA_DIR: join(folder, 'front'),
  });
});
after(async () => {
  await front.close();
  foreign.close();
  await behind.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
/** A customer with two vans that have sent where they are, signed in at the node in front. */
async function owner() {
  const n = (made += 1);
  const account = { name: 'Owner', email: `owner${n}@example.com`, password: 'a yard of his own' };
  const user = await behindAdmin.json<User>('POST', '/api/users', { ...account, deviceLimit: -1 });
  const userClient = new UserClient(() => front.url);
  assert.equal(await userClient.signIn(account.email, account.password), 200);
  const vans: Device[] = [];
  for (const part of [1, 2]) {
    const attributes = { plate: `ABC1D2${part}`, simNumber: '8955', notes: 'secret', monthlyValue: 90 };
    const identity = { name: `Van ${part}`, uniqueId: `imei-${n}-${part}`, phone: '+5511999990000' };
    vans.push(await userClient.json<Device>('POST', '/api/devices', { ...identity, attributes }));
    await report(n, part, -23.5);
  }
  const [van, other] = vans;
  assert.ok(van && other);
  return { n, user, client: userClient, van, other };
}
async function report(n: number, part: number, lat: number): Promise<void> {
  const query = `id=imei-${n}-${part}&lat=${lat}&lon=-46.6&speed=20&ignition=true&driverUniqueId=77`;
  await fetch(`http://127.0.0.1:${behind.protocols['osmand']}/?${query}`);
}

/** A user with a link. */
async function guest(token: string) {
  const opened = await fetch(`${front.url}/api/session?token=${encodeURIComponent(token)}`);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = (path: string, method = 'GET') => fetch(front.url + path, { method, headers: { cookie } });
  const read = async <T>(path: string): Promise<T> => {
    const reply = await get(path);
    const text = await reply.text();
    assert.equal(reply.status, 200, `${path}: ${text}`);
    return JSON.parse(text);
  };
  return { status: opened.status, text: await opened.text(), cookie, get, read };
}
interface Frame {
  readonly positions?: readonly Position[];
  readonly gone?: readonly number[];
}
function watch(cookie: string) {
  const socket = new WebSocket(`${front.url.replace('http', 'ws')}/api/socket`, { headers: { cookie } });
  const frames: Frame[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8'))));
  const closed = new Promise<number>((done) => socket.on('close', done));
  socket.on('error', () => {});
  return { frames, closed, end: () => socket.terminate() };
}

test('[SHARE-16] in front of a server that keeps no shares the guest sees name, plate, state and place of what is shared', async () => {
  const { client, user, van, other, n } = await owner();
  const share = await client.json<NewShare>('POST', '/ext/shares', {
    deviceIds: [van.id],
    expiration: inHours(1),
    label: 'for the buyer',
  });
  assert.deepEqual([share.userId, share.deviceIds, share.label], [user.id, [van.id], 'for the buyer']);
  assert.match(share.url, /^http.*\/share\/[\w-]+$/);
  const looker = await guest(share.token);
  assert.equal(looker.status, 200);
  const session: User = JSON.parse(looker.text);
  assert.deepEqual([session.attributes['isShared'], session.readonly, session.temporary], [true, true, true]);
  assert.equal((await looker.read<User>('/api/session')).id, session.id);
  const devices = await looker.read<readonly Device[]>('/api/devices');
  assert.deepEqual(
    devices.map(({ id, name, status, uniqueId, phone, attributes }) => [
      id,
      name,
      status,
      uniqueId,
      phone,
      attributes,
    ]),
    [[van.id, 'Van 1', 'online', '', null, { plate: 'ABC1D21' }]],
  );
  const [position] = await looker.read<readonly Position[]>('/api/positions');
  assert.deepEqual(
    [position?.deviceId, position?.latitude, position?.protocol, position?.attributes['driverUniqueId']],
    [van.id, -23.5, null, undefined],
  );
  const everything = await Promise.all(
    [`/api/devices`, `/api/positions`, `/api/session`].map(async (path) => (await looker.get(path)).text()),
  );
  for (const secret of [`imei-${n}`, '+5511', '8955', 'secret', 'monthlyValue'])
    assert.ok(!everything.join(' ').includes(secret), secret);
  assert.equal((await looker.get(`/api/devices/${other.id}`)).status, 400);
  for (const path of ['/api/users', '/api/events/1', `/api/reports/route?deviceId=${van.id}`, '/ext/shares'])
    assert.ok((await looker.get(path)).status >= 400, path);
  for (const path of ['/api/groups', '/api/geofences']) assert.deepEqual(await looker.read(path), [], path);
  assert.ok((await looker.get(`/api/devices/${van.id}`, 'DELETE')).status >= 400);
  assert.equal((await behindAdmin.call('GET', `/api/devices/${van.id}`)).status, 200);
});

test('[SHARE-16] he reads the way since the share, and earlier only where that was asked for', async () => {
  const { client, van } = await owner();
  const period = `from=${inHours(-1)}&to=${inHours(1)}`;
  for (const [history, seen] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const wanted = { deviceId: van.id, expiration: inHours(1), history };
    const { token } = await client.json<NewShare>('POST', '/ext/shares', wanted);
    const looker = await guest(token);
    const track = await looker.read<readonly Position[]>(`/api/positions?deviceId=${van.id}&${period}`);
    assert.equal(track.length, seen, String(history));
  }
});

test('[SHARE-100] what a guest looks at is in the access log, and what opens the share never goes behind', async () => {
  const { client, van } = await owner();
  const wanted = { deviceId: van.id, expiration: inHours(1) };
  const { token, id } = await client.json<NewShare>('POST', '/ext/shares', wanted);
  foreign.requests.length = 0;
  const looker = await guest(token);
  await looker.read(`/api/positions`);
  await looker.read(`/api/positions?deviceId=${van.id}&from=${inHours(-1)}&to=${inHours(1)}`);
  const live = watch(looker.cookie);
  const root = new UserClient(() => front.url);
  await root.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  await eventually(async () => {
    const { lines } = await root.json<AccessLogPage>('GET', `/ext/devices/${van.id}/viewings`);
    const kinds = lines.filter(({ isGuest }) => isGuest).map(({ kind }) => kind);
    return ['latest', 'history', 'live'].every((kind) => kinds.some((each) => each === kind));
  });
  live.end();
  for (const path of ['/api/devices', '/api/server', '/api/socket'])
    await fetch(`${front.url}${path}?token=${token}`, { headers: { cookie: `JSESSIONID=${token}` } });
  await client.call('DELETE', `/ext/shares/${id}`);
  for (const path of ['/api/devices', '/api/server', '/api/session', `/api/devices?token=${token}`])
    await (await looker.get(path)).text();
  assert.ok(foreign.requests.length > 0);
  assert.deepEqual(
    foreign.requests.filter((each) => each.includes(token)),
    [],
  );
});

test('[SHARE-17] he watches live, and is out at once when it is revoked', async () => {
  const { client, van, n } = await owner();
  const share = await client.json<NewShare>('POST', '/ext/shares', {
    deviceId: van.id,
    expiration: inHours(1),
  });
  const looker = await guest(share.token);
  const live = watch(looker.cookie);
  await eventually(() => live.frames.length > 0);
  assert.equal(live.frames[0]?.positions?.[0]?.latitude, -23.5);
  await report(n, 1, -23.50005);
  await eventually(() => live.frames.some(({ positions }) => positions?.[0]?.latitude === -23.50005));
  assert.doesNotMatch(JSON.stringify(live.frames), /imei|driverUniqueId/);
  const [listed] = await client.json<readonly Share[]>('GET', '/ext/shares');
  assert.ok(Date.parse(listed?.lastUsedTime ?? '') > Date.now() - 60_000);
  await client.json('DELETE', `/ext/shares/${share.id}`);
  assert.equal(await live.closed, 4000);
  assert.equal((await looker.get('/api/devices')).status, 401);
  assert.equal((await looker.get('/api/session')).status, 404);
  assert.equal((await guest(share.token)).status, 401);
  assert.deepEqual(await client.json('GET', '/ext/shares'), []);
});

test('[SHARE-17] it ends with its time, and with what its giver loses; a server in trouble ends nothing', async () => {
  const { client: person, van, other, user } = await owner();
  const short = await person.json<NewShare>('POST', '/ext/shares', {
    deviceId: van.id,
    expiration: new Date(Date.now() + 3000).toISOString(),
  });
  const live = watch((await guest(short.token)).cookie);
  assert.equal(await live.closed, 4000);
  assert.equal((await guest(short.token)).status, 401);
  const both = await person.json<NewShare>('POST', '/ext/shares', {
    deviceIds: [van.id, other.id],
    expiration: inHours(1),
  });
  assert.equal(both.name, 'Van 1 +1');
  const looker = await guest(both.token);
  assert.equal((await looker.read<readonly Device[]>('/api/devices')).length, 2);
  foreign.fail(true);
  await eventually(async () => (await looker.get('/api/devices')).status === 502);
  foreign.fail(false);
  await eventually(async () => (await looker.get('/api/devices')).status === 200);
  const link = { userId: user.id, deviceId: van.id };
  await behindAdmin.call('DELETE', '/api/permissions', link);
  const ids = async () => (await looker.read<readonly Device[]>('/api/devices')).map(({ id }) => id);
  await eventually(async () => (await ids()).length === 1);
  await behindAdmin.call('POST', '/api/permissions', link);
  const [listed] = await person.json<readonly Share[]>('GET', '/ext/shares');
  assert.deepEqual(listed?.deviceIds, [other.id], 'what was lost does not come back');
  await behindAdmin.json('PUT', `/api/users/${user.id}`, { ...user, disabled: true });
  await eventually(async () => (await looker.get('/api/devices')).status === 401);
});

test('[SHARE-18] nobody shares, sees or ends what is not his; it is extended, labelled and linked anew', async () => {
  const mine = await owner();
  const ownClient = await owner();
  const wanted = { deviceId: mine.van.id, expiration: inHours(1) };
  assert.equal((await ownClient.client.call('POST', '/ext/shares', wanted)).status, 400);
  const late = await mine.client.call('POST', '/ext/shares', { ...wanted, expiration: inHours(-1) });
  assert.deepEqual([late.status, late.text.split(' - ')[0]], [400, 'Invalid data']);
  const share = await mine.client.json<NewShare>('POST', '/ext/shares', wanted);
  const at = `/ext/shares/${share.id}`;
  assert.equal((await ownClient.client.call('DELETE', at)).status, 400);
  assert.equal((await ownClient.client.call('PUT', at, { label: 'x' })).status, 400);
  assert.deepEqual(await ownClient.client.json('GET', '/ext/shares'), []);
  const place = { latitude: -23.4, longitude: -46.5 };
  const changed = await mine.client.json<Share>('PUT', at, {
    expiration: inHours(5),
    label: 'later',
    destination: place,
  });
  assert.deepEqual([changed.label, changed.destination], ['later', place]);
  const second = (await mine.client.call('POST', `${at}/link`)).text;
  for (const token of [share.token, second]) assert.equal((await guest(token)).status, 200);
  const session: User = JSON.parse((await guest(second)).text);
  assert.equal(session.attributes['share.destination'], '-23.4,-46.5');
  const guessed = second.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  assert.equal((await guest(guessed)).status, 401);
  const looker = await guest(second);
  const out = await looker.get('/api/session', 'DELETE');
  assert.match(out.headers.get('set-cookie') ?? '', /JSESSIONID=;.*Max-Age=0/);
});

test('[SHARE-18] a group is shared with what is in it now, and the form of the tracking API makes such a guest, too', async () => {
  const { client: person, van, other, n } = await owner();
  const group = await person.json<{ id: number }>('POST', '/api/groups', { name: 'North' });
  await person.json('PUT', `/api/devices/${van.id}`, { ...van, groupId: group.id });
  const share = await person.json<NewShare>('POST', '/ext/shares', {
    groupId: group.id,
    expiration: inHours(1),
  });
  assert.deepEqual([share.name, share.deviceIds], ['North', [van.id]]);
  const looker = await guest(share.token);
  const ids = async () => (await looker.read<readonly Device[]>('/api/devices')).map(({ id }) => id);
  assert.deepEqual(await ids(), [van.id]);
  await person.json('PUT', `/api/devices/${other.id}`, { ...other, groupId: group.id });
  await eventually(async () => (await ids()).length === 2);
  const basic = Buffer.from(`owner${n}@example.com:a yard of his own`).toString('base64');
  const form = await fetch(`${front.url}/api/share/device`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ deviceId: String(van.id), expiration: inHours(1) }),
  });
  const token = await form.text();
  const [device] = await (await guest(token)).read<readonly Device[]>('/api/devices');
  assert.deepEqual([device?.id, device?.uniqueId], [van.id, '']);
});

test('[SHARE-19] whoever looks after somebody lists what he shares and may end it, and nothing more', async () => {
  const { client: person, user, van } = await owner();
  const share = await person.json<NewShare>('POST', '/ext/shares', {
    deviceId: van.id,
    expiration: inHours(1),
  });
  const account = { name: 'Manager', email: 'manager@example.com', password: 'looks after others' };
  const { id: userId } = await behindAdmin.json<User>('POST', '/api/users', { ...account, userLimit: -1 });
  const manager = new UserClient(() => front.url);
  await manager.signIn(account.email, account.password);
  const list = `/ext/shares?userId=${user.id}`;
  const at = `/ext/shares/${share.id}`;
  assert.equal((await manager.call('GET', list)).status, 400);
  assert.equal((await manager.call('DELETE', at)).status, 400);
  await behindAdmin.call('POST', '/api/permissions', { userId, managedUserId: user.id });
  assert.equal((await manager.json<readonly Share[]>('GET', list))[0]?.id, share.id);
  assert.equal((await manager.call('POST', `${at}/link`)).status, 400);
  assert.equal((await manager.call('DELETE', at)).status, 204);
  assert.equal((await guest(share.token)).status, 401);
});

test('[SHARE-20] what is open to everybody is open to a guest, with names of places; a guest signs in with an account', async () => {
  const { client: person, user, van, n } = await owner();
  const { token } = await person.json<NewShare>('POST', '/ext/shares', {
    deviceIds: [van.id],
    expiration: inHours(1),
  });
  const looker = await guest(token);
  for (const [path, status] of [
    ['/api/health', 200],
    ['/api/server', 200],
    ['/api/session/actor', 204],
    ['/api/server/addresses?place=-23.5,-46.6', 200],
    ['/api/groups', 200],
    ['/api/users', 403],
    ['/api/server/timezones', 403],
  ] as const) {
    const reply = await looker.get(path);
    assert.equal(reply.status, status, `${path}: ${await reply.text()}`);
  }
  const signedIn = await fetch(`${front.url}/api/session`, {
    method: 'POST',
    headers: { cookie: looker.cookie },
    body: new URLSearchParams({ email: `owner${n}@example.com`, password: 'a yard of his own' }),
  });
  assert.equal(((await signedIn.json()) as User).id, user.id);
  assert.match(signedIn.headers.get('set-cookie') ?? '', /^JSESSIONID=/);
  assert.ok(!foreign.requests.some((each) => each.includes(token)), 'what opens the share goes nowhere');
});

test('[PERSON-1] what somebody shares is among his data, without what opens it', async () => {
  const { client: person, user, van } = await owner();
  const wanted = { deviceIds: [van.id], expiration: inHours(1), label: 'for the buyer' };
  const { id } = await person.json<NewShare>('POST', '/ext/shares', wanted);
  const root = new UserClient(() => front.url);
  await root.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const { shares } = await root.json<{ readonly shares: readonly object[] }>(
    'GET',
    `/ext/users/${user.id}/data`,
  );
  assert.deepEqual(
    shares.map((share) => [Object(share).id, Object(share).label, 'secrets' in share]),
    [[id, 'for the buyer', false]],
  );
});
