import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { Device, Position, Share } from '@rastro/fleet';
import { makePng } from '@rastro/outgoing/testing';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const HOUR = 3_600_000;
let t: TestTracker;
let now = Date.UTC(2026, 5, 1);
before(async () => {
  t = await openTestTracker({ clock: { ...systemClock, now: () => now } });
});
after(() => t.dispose());

const inHours = (hours: number): string => new Date(now + hours * HOUR).toISOString();
let serial = 0;
async function owner(fields: object = {}) {
  const id = await t.addUser(fields);
  const cookie = await t.signIn(id);
  const uniqueId = `s${++serial}`;
  const deviceId = await t.addDevice(uniqueId, { name: 'Van' });
  const group = await t.tracker.directory.groups.create({ name: 'North', groupId: 0, attributes: {} });
  const inGroup = await t.addDevice(`g${serial}`, { groupId: group.id });
  const link = { ownerKind: 'user', ownerId: id };
  await t.tracker.directory.links.change(
    [
      { ...link, propertyKind: 'device', propertyId: deviceId },
      { ...link, propertyKind: 'group', propertyId: group.id },
    ],
    [],
  );
  const share = (what: 'device' | 'group', form: Record<string, string>, as = cookie) =>
    t.api('POST', `/share/${what}`, as, new URLSearchParams(form));
  return { id, cookie, deviceId, groupId: group.id, inGroup, share };
}
const open = (token: string) => t.api('GET', `/session?token=${token}`);
const seen = async (cookie: string): Promise<readonly number[]> =>
  ((await t.api('GET', '/devices', cookie)).json as { id: number }[]).map(({ id }) => id);

test('[SHARE-1] a shared link opens one device, read-only, until its end', async () => {
  const { deviceId, share } = await owner();
  const { text: token } = await share('device', { deviceId: String(deviceId), expiration: inHours(2) });
  const guest = await open(token);
  const user = guest.json as Record<string, unknown>;
  assert.deepEqual(
    [user['temporary'], user['readonly'], user['disableReports'], user['limitCommands'], user['name']],
    [true, true, true, true, 'Van'],
  );
  assert.deepEqual(user['attributes'], { isShared: true, 'share.since': inHours(0).replace('Z', '+00:00') });
  assert.deepEqual(await seen(guest.cookie), [deviceId]);
  const put = await t.api('PUT', `/devices/${deviceId}`, guest.cookie, {
    id: deviceId,
    name: 'X',
    uniqueId: '?',
  });
  assert.match(put.text, /^Account is readonly/);
  const period = `deviceId=${deviceId}&from=${inHours(-9)}&to=${inHours(0)}`;
  for (const past of [`/reports/route?${period}`, `/reports/trips?${period}`, '/positions?id=1'])
    assert.match((await t.api('GET', past, guest.cookie)).text, /^Operation restricted/);
  now += 2 * HOUR;
  assert.equal((await open(token)).status, 401);
  assert.equal((await t.api('GET', '/devices', guest.cookie)).status, 401);
});

test('[SHARE-2] a shared group opens its devices', async () => {
  const { groupId, inGroup, share } = await owner();
  const { text: token } = await share('group', { groupId: String(groupId), expiration: inHours(1) });
  assert.deepEqual(await seen((await open(token)).cookie), [inGroup]);
});

type Listed = Pick<Share, 'expiration'>;
const listed = async (cookie: string, query = ''): Promise<readonly Share[]> =>
  (await t.api('GET', `/shares${query}`, cookie)).json;

test('[SHARE-3] each share has a guest of its own: one ends and the other stays', async () => {
  const { id, cookie, deviceId, share } = await owner();
  const [long, short] = [
    await share('device', { deviceId: String(deviceId), expiration: inHours(9) }),
    await share('device', { deviceId: String(deviceId), expiration: inHours(1) }),
  ];
  const shares = (await listed(cookie)).toSorted((a, b) => a.id - b.id);
  const common = { name: 'Van', userId: id, deviceId, groupId: 0 };
  assert.partialDeepStrictEqual(shares, [common, common]);
  const ends = shares.map(({ expiration }) => Date.parse(expiration ?? ''));
  assert.deepEqual(ends, [now + 9 * HOUR, now + HOUR], 'the second does not prolong the first');
  now += 2 * HOUR;
  assert.equal((await open(short.text)).status, 401);
  assert.equal((await open(long.text)).status, 200);
});

test('[SHARE-6] a share is listed, extended, given another link and ended by its giver alone', async () => {
  const { id, cookie: first, groupId, share } = await owner();
  const stranger = await owner();
  const { text: token } = await share('group', { groupId: String(groupId), expiration: inHours(1) });
  const [only] = await listed(first);
  assert.ok(only);
  assert.deepEqual([only.groupId, only.deviceId], [groupId, 0]);
  const end = { expiration: inHours(5) };
  for (const [method, path, body] of [
    ['PUT', `/shares/${only.id}`, end],
    ['DELETE', `/shares/${only.id}`, undefined],
    ['POST', `/shares/${only.id}/link`, undefined],
  ] as const)
    assert.match((await t.api(method, path, stranger.cookie, body)).text, /^Share access denied/);
  const longer = await t.api('PUT', `/shares/${only.id}`, first, end);
  assert.equal(Date.parse((longer.json as Listed).expiration ?? ''), now + 5 * HOUR);
  now += 2 * HOUR;
  const guest = await open(token);
  assert.equal(guest.status, 200, 'the link lives as long as the share');
  const cookie = await t.signIn(id);
  const { text: another } = await t.api('POST', `/shares/${only.id}/link`, cookie);
  assert.equal((await open(another)).status, 200);
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  assert.ok((await listed(boss, '?all=true')).some(({ id }) => id === only.id));
  assert.deepEqual(await listed(boss), []);
  assert.equal((await t.api('DELETE', `/shares/${only.id}`, cookie)).status, 204);
  for (const link of [token, another]) assert.equal((await open(link)).status, 401);
  assert.equal((await t.api('GET', '/devices', guest.cookie)).status, 401);
  assert.deepEqual(await listed(cookie), []);
});

test('[SHARE-7] a share dies with its giver, his device and his right, and does not come back', async () => {
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const { directory } = t.tracker;
  const lost: readonly [string, (who: Awaited<ReturnType<typeof owner>>) => Promise<unknown>][] = [
    ['deleted', ({ id }) => t.api('DELETE', `/users/${id}`, boss)],
    ['disabled', ({ id }) => change(id, { disabled: true }).then(() => change(id, { disabled: false }))],
    ['over', ({ id }) => change(id, { expirationTime: inHours(-1) })],
    [
      'device unlinked',
      ({ id, deviceId }) => t.api('DELETE', '/permissions', boss, { userId: id, deviceId }),
    ],
    ['device deleted', ({ deviceId }) => t.api('DELETE', `/devices/${deviceId}`, boss)],
    ['right lost', ({ id }) => change(id, { attributes: { 'rastro.isQrDriverId': 3 } })],
  ];
  const change = async (id: number, fields: object) => {
    const user = directory.users.get(id);
    assert.ok(user);
    return directory.users.update({ ...user, ...fields });
  };
  for (const [name, lose] of lost) {
    const who = await owner();
    const form = { deviceId: String(who.deviceId), expiration: inHours(9) };
    const guest = await open((await who.share('device', form)).text);
    const { id } = guest.json as { id: number };
    assert.equal(guest.status, 200, name);
    await lose(who);
    await eventually(() => directory.users.get(id) === undefined);
    assert.equal((await t.api('GET', '/devices', guest.cookie)).status, 401, name);
  }
});

test('[SHARE-101] a share made by a reseller signed in as the customer says so, and ends when the customer goes to another', async () => {
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const sellerOf = async (name: string) => {
    const id = await t.addUser({ name, userLimit: -1, attributes: { 'rastro.reseller': true } });
    return { id, cookie: await t.signIn(id) };
  };
  const [rui, eva] = [await sellerOf('Rui'), await sellerOf('Eva')];
  const { id, cookie, deviceId, share } = await owner({ giverId: rui.id });
  const managed = { ownerKind: 'user', ownerId: rui.id, propertyKind: 'managedUser', propertyId: id };
  await t.tracker.directory.links.change([managed], []);
  const impersonated = (await t.api('GET', `/session/${id}`, rui.cookie)).cookie;
  const form = { deviceId: String(deviceId), expiration: inHours(9) };
  const made = await open((await share('device', form, impersonated)).text);
  const own = await open((await share('device', form)).text);
  const listed = ((await t.api('GET', '/shares', cookie)).json as Share[]).map((each) => [
    each.madeById,
    each.madeByName,
  ]);
  assert.deepEqual(listed, [
    [rui.id, 'Rui'],
    [0, null],
  ]);
  assert.deepEqual(
    ((await t.api('GET', `/shares?userId=${id}`, await t.signIn(rui.id))).json as Share[])[0]?.madeByName,
    'Rui',
  );
  for (const guest of [made, own]) assert.deepEqual(await seen(guest.cookie), [deviceId]);
  assert.equal((await t.api('POST', `/users/${id}/move`, boss, { userId: eva.id })).status, 204);
  await eventually(() => t.tracker.directory.users.get((made.json as { id: number }).id) === undefined);
  assert.equal((await t.api('GET', '/devices', made.cookie)).status, 401);
  assert.deepEqual(await seen(own.cookie), [deviceId], 'what the customer made stays');
});

test('[SHARE-8] nobody makes himself look like a guest of somebody', async () => {
  const { id, deviceId, share } = await owner();
  const email = t.tracker.directory.users.get(id)?.email ?? '';
  const otherId = await t.addUser();
  const other = await t.signIn(otherId);
  const own = (await t.api('GET', `/users/${otherId}`, other)).json as object;
  const uniqueId = t.tracker.directory.devices.get(deviceId)?.uniqueId ?? '';
  for (const wanted of [
    `${email}:${uniqueId}`,
    'a,b@example.com',
    'a b@example.com',
    'ana\u200b@example.com',
  ])
    assert.match(
      (await t.api('PUT', `/users/${otherId}`, other, { ...own, email: wanted })).text,
      /^Invalid data - email/,
    );
  // An account from before addresses had a form.
  const former = t.tracker.directory.users.get(otherId);
  assert.ok(former);
  await t.tracker.directory.users.update({ ...former, email: `${email}:${uniqueId}` });
  await share('device', { deviceId: String(deviceId), expiration: inHours(1) });
  assert.deepEqual(await seen(other), []);
});

test('[SHARE-4] nobody shares what is not his, as a guest, beyond his own end, or where it is off', async () => {
  const mine = await owner({ expirationTime: inHours(3) });
  const other = await owner({ administrator: true });
  const form = { deviceId: String(mine.deviceId), expiration: inHours(5) };
  assert.match((await mine.share('device', form, other.cookie)).text, /^Device access denied/);
  assert.match((await mine.share('device', { ...form, deviceId: '99999' })).text, /^Device access denied/);
  assert.match((await mine.share('device', { ...form, expiration: inHours(-1) })).text, /^Invalid data/);
  assert.match((await mine.share('device', { deviceId: form.deviceId })).text, /^Invalid data/);
  const guest = await open((await mine.share('device', form)).text);
  assert.equal((guest.json as { expirationTime: string }).expirationTime, inHours(3).replace('Z', '+00:00'));
  assert.match((await mine.share('device', form, guest.cookie)).text, /^Temporary user/);
  const { server } = t.tracker.directory;
  await t.tracker.directory.updateServer({ ...server, attributes: { disableShare: true } });
  assert.match((await mine.share('device', form)).text, /^Sharing disabled/);
  await t.tracker.directory.updateServer(server);
});

test('[SHARE-9] a guest sees name, plate, state and place, and finds out nothing else', async () => {
  const { id, share } = await owner();
  const secret = { devicePassword: '1', 'install.phone': '2', monthlyValue: 3, iccid: '4', notes: '5' };
  const deviceId = await t.addDevice('868000000000001', {
    name: 'Van',
    phone: '+5511',
    contact: 'Ana',
    attributes: { plate: 'ABC-1234', 'rastro.color': '#fff', ...secret },
  });
  const link = { ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId };
  await t.tracker.directory.links.change([link], []);
  const port = await t.port('osmand');
  const report = (values: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/?id=868000000000001&lat=1&lon=2&ignition=true&${values}`);
  assert.equal((await report(`timestamp=${now / 1000}&driverUniqueId=eva&batteryLevel=80`)).status, 200);
  const form = { deviceId: String(deviceId), expiration: inHours(2) };
  const { cookie } = await open((await share('device', form)).text);
  const [device] = (await t.api('GET', '/devices', cookie)).json as Device[];
  assert.deepEqual(device?.attributes, { plate: 'ABC-1234', 'rastro.color': '#fff' });
  assert.deepEqual([device?.uniqueId, device?.phone, device?.contact], ['', null, null]);
  const [position] = (await t.api('GET', '/positions', cookie)).json as Position[];
  assert.equal(position?.latitude, 1);
  assert.deepEqual(position?.attributes, { ignition: true, motion: false });
  assert.equal(position?.protocol, null);
  for (const query of ['keyword=868000', 'keyword=Ana', 'uniqueId=868000000000001'])
    assert.deepEqual((await t.api('GET', `/devices?${query}`, cookie)).json, [], query);
  const { url, server } = await serveTracker(t.tracker);
  const live = await LiveClient.open(`${url}/api/socket`, { headers: { cookie } });
  live.socket.send(JSON.stringify({ logs: true }));
  await report(`timestamp=${now / 1000 + 60}&driverUniqueId=eva&alarm=sos`);
  await eventually(() => live.frames.some(({ devices }) => devices !== undefined));
  await eventually(() => live.frames.flatMap(({ positions }) => positions ?? []).length > 1);
  const text = JSON.stringify(live.frames);
  for (const word of ['868000000000001', 'eva', 'sos', '+5511', 'iccid', 'monthlyValue', 'events', 'logs'])
    assert.ok(!text.includes(word), word);
  live.socket.close();
  server.closeAllConnections();
  server.close();
});

test('[SHARE-10] a guest sees the picture; no answer tells what is not for guests', async () => {
  const { id, share } = await owner();
  const hidden = [
    'hush-sim',
    'hush-phone',
    'hush-pass',
    'hush-money',
    'hush-note',
    'hush-mail',
    'hush-driver',
  ];
  const [sim, phone, pass, money, note, mail, driver] = hidden;
  const attributes = { iccid: sim, devicePassword: pass, monthlyValue: money, 'install.phone': phone, note };
  const deviceId = await t.addDevice('868000000000009', {
    name: 'Van',
    phone: phone ?? '',
    contact: mail ?? '',
    attributes: { plate: 'ABC-1234', deviceImage: 'device.webp', ...attributes },
  });
  const link = { ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId };
  await t.tracker.directory.links.change([link], []);
  const giver = t.tracker.directory.users.get(id);
  assert.ok(giver);
  await t.tracker.directory.users.update({
    ...giver,
    phone: phone ?? '',
    attributes: { secret: note ?? '' },
  });
  const giverCookie = await t.signIn(id);
  const upload = await t.tracker.api.inject({
    method: 'POST',
    url: `/api/devices/${deviceId}/image`,
    headers: { cookie: giverCookie, 'content-type': 'image/png' },
    payload: makePng(10, 10),
  });
  assert.equal(upload.statusCode, 200);
  const port = await t.port('osmand');
  const values = `timestamp=${now / 1000}&lat=1&lon=2&driverUniqueId=${driver}&note=${note}&alarm=sos`;
  assert.equal((await fetch(`http://127.0.0.1:${port}/?id=868000000000009&${values}`)).status, 200);
  const text = () => t.api('GET', '/alarms', giverCookie);
  await eventually(async () => ((await text()).json as unknown[]).length === 1);
  const [alarm] = (await text()).json as { id: number }[];
  const form = { deviceId: String(deviceId), expiration: inHours(2) };
  const opened = await open((await share('device', form)).text);
  const as = { headers: { cookie: opened.cookie } };
  const picture = await t.tracker.api.inject({ url: `/api/devices/${deviceId}/image`, ...as });
  assert.equal(picture.headers['content-type'], 'image/webp');
  const to = new Date(now + HOUR).toISOString();
  const paths = ['session', 'server', 'devices', `devices/${deviceId}`, 'positions', 'drivers', 'groups'];
  const past = [`positions?deviceId=${deviceId}&from=${inHours(-2)}&to=${to}`];
  past.push(
    `reports/events?deviceId=${deviceId}&from=${inHours(-2)}&to=${to}`,
    'alarms',
    `events/${alarm?.id}`,
    'users',
  );
  for (const path of [...paths, ...past]) {
    const { body, statusCode } = await t.tracker.api.inject({ url: `/api/${path}`, ...as });
    for (const word of [...hidden, '868000000000009', '"sos"'])
      assert.ok(!body.includes(word), `${path} (${statusCode}) tells ${word}`);
  }
});

test('[SHARE-5] guests whose time is over are removed, and nobody else', async () => {
  const { deviceId, share, id } = await owner();
  await share('device', { deviceId: String(deviceId), expiration: inHours(1) });
  const { directory } = t.tracker;
  const guests = () => [...directory.users.inOrder()].filter(({ temporary }) => temporary).length;
  await t.tracker.endExpiredShares();
  const living = guests();
  now += HOUR;
  await t.tracker.endExpiredShares();
  assert.equal(guests(), living - 1);
  assert.ok(directory.users.get(id));
});
