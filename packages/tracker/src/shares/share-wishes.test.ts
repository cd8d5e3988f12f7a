import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { NewShare, Position, Share, User } from '@rastro/fleet';
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
/** A user with some vehicles. */
async function owner(count: number) {
  const id = await t.addUser();
  const cookie = await t.signIn(id);
  const deviceIds: number[] = [];
  for (let i = 1; i <= count; i++) deviceIds.push(await t.addDevice(`w${++serial}`, { name: `Van ${i}` }));
  await t.tracker.directory.links.change(
    deviceIds.map((propertyId) => ({ ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId })),
    [],
  );
  const share = async (fields: object): Promise<NewShare> =>
    (await t.api('POST', '/shares', cookie, { deviceIds, expiration: inHours(8), ...fields })).json;
  const unlink = (deviceId: number) => {
    const link = { ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId };
    return t.tracker.directory.links.change([], [link]);
  };
  return { id, cookie, deviceIds, share, unlink };
}
const open = (token: string) => t.api('GET', `/session?token=${token}`);
const seen = async (cookie: string): Promise<readonly number[]> =>
  ((await t.api('GET', '/devices', cookie)).json as { id: number }[]).map(({ id }) => id);
const report = async (serialOf: number, hours: number, lat: number): Promise<void> => {
  const port = await t.port('osmand');
  const time = Math.round((now + hours * HOUR) / 1000);
  const reply = await fetch(`http://127.0.0.1:${port}/?id=w${serialOf}&lat=${lat}&lon=2&timestamp=${time}`);
  assert.equal(reply.status, 200);
};

test('[SHARE-11] several devices are one share, with a link and a label', async () => {
  const { cookie, deviceIds, share } = await owner(3);
  const made = await share({ label: 'Rescue' });
  assert.deepEqual([made.deviceIds, made.deviceId, made.label], [deviceIds, deviceIds[0], 'Rescue']);
  assert.equal(made.name, 'Van 1 +2');
  assert.ok(made.url.endsWith(`/share/${made.token}`), made.url);
  assert.deepEqual(await seen((await open(made.token)).cookie), deviceIds);
  const wrong = [{ deviceIds: [] }, { deviceId: 1, deviceIds }, { groupId: 1 }, { deviceIds: [0] }];
  for (const fields of wrong) {
    const reply = await t.api('POST', '/shares', cookie, { deviceIds, expiration: inHours(1), ...fields });
    assert.equal(reply.status, 400, JSON.stringify(fields));
  }
  const tooMany = Array.from({ length: 101 }, (_, i) => i + 1);
  const form = { deviceIds: tooMany, expiration: inHours(1) };
  assert.equal((await t.api('POST', '/shares', cookie, form)).status, 400);
  const stranger = await owner(1);
  const mixed = { deviceIds: [...deviceIds, ...stranger.deviceIds], expiration: inHours(1) };
  assert.match((await t.api('POST', '/shares', cookie, mixed)).text, /^Device access denied/);
});

test('[SHARE-11] of several devices one that its giver loses leaves the share for good', async () => {
  const { cookie, deviceIds, share, unlink } = await owner(2);
  const [first = 0, second = 0] = deviceIds;
  const made = await share({});
  const guest = await open(made.token);
  await unlink(first);
  const listed = async () => (await t.api('GET', '/shares', cookie)).json as readonly Share[];
  await eventually(async () => (await listed())[0]?.deviceIds.length === 1);
  assert.deepEqual((await listed())[0]?.deviceIds, [second]);
  const { links } = t.tracker.directory;
  await links.change(
    [{ ownerKind: 'user', ownerId: made.userId, propertyKind: 'device', propertyId: first }],
    [],
  );
  assert.deepEqual(await seen(guest.cookie), [second]);
  await unlink(second);
  await eventually(async () => (await listed()).length === 0);
  assert.equal((await open(made.token)).status, 401);
});

test('[SHARE-12] a guest reads the way since the share, and what was before only where that was asked', async () => {
  const { deviceIds, share } = await owner(1);
  const me = serial;
  await report(me, -2, 1);
  const [plain, whole] = [await share({}), await share({ history: true })];
  assert.deepEqual([plain.history, whole.history], [false, true]);
  now += HOUR;
  await report(me, 0, 3);
  const track = async ({ token }: NewShare): Promise<readonly number[]> => {
    const { cookie } = await open(token);
    const path = `/positions?deviceId=${deviceIds[0]}&from=${inHours(-9)}&to=${inHours(1)}`;
    const found = (await t.api('GET', path, cookie)).json as readonly Position[];
    assert.deepEqual(new Set(found.map(({ protocol }) => protocol)), new Set([null]));
    return found.map(({ latitude }) => latitude);
  };
  assert.deepEqual(await track(plain), [3]);
  assert.deepEqual(await track(whole), [1, 3]);
});

test('[SHARE-13] a destination is told to guests, moved and taken away while they look', async () => {
  const { cookie, share } = await owner(1);
  const made = await share({ destination: { latitude: -23.5, longitude: -46.6 } });
  const guest = await open(made.token);
  const sessionOf = async (): Promise<unknown> =>
    ((await t.api('GET', '/session', guest.cookie)).json as User).attributes['share.destination'];
  assert.equal(await sessionOf(), '-23.5,-46.6');
  const { url, server } = await serveTracker(t.tracker);
  const live = await LiveClient.open(`${url}/api/socket`, { headers: { cookie: guest.cookie } });
  const moved = { destination: { latitude: 1, longitude: 2 } };
  const changed = await t.api('PUT', `/shares/${made.id}`, cookie, moved);
  assert.deepEqual((changed.json as Share).destination, moved.destination);
  assert.equal((changed.json as Share).expiration, made.expiration);
  await eventually(() => live.frames.some((frame) => JSON.stringify(frame).includes('changed')));
  assert.equal(await sessionOf(), '1,2');
  await t.api('PUT', `/shares/${made.id}`, cookie, { destination: null, label: 'Done' });
  assert.equal(await sessionOf(), undefined);
  for (const wrong of [{}, { destination: { latitude: 91, longitude: 0 } }, { destination: 'x' }])
    assert.equal((await t.api('PUT', `/shares/${made.id}`, cookie, wrong)).status, 400);
  live.socket.close();
  server.closeAllConnections();
  server.close();
});

test('[SHARE-14] a share says when somebody was there last, also after he left', async () => {
  const { id, share } = await owner(1);
  const { token, lastUsedTime } = await share({});
  assert.equal(lastUsedTime, null);
  const guest = await open(token);
  now += HOUR;
  await seen(guest.cookie);
  const last = async () =>
    ((await t.api('GET', '/shares', await t.signIn(id))).json as readonly Share[])[0]?.lastUsedTime;
  assert.equal(Date.parse((await last()) ?? ''), now);
  now += HOUR;
  await t.api('DELETE', '/session', guest.cookie);
  assert.ok((await last()) != null);
});

test('[SHARE-19] whoever looks after somebody lists what he shares and may end it, and nothing more', async () => {
  const { id, share } = await owner(1);
  const made = await share({ label: 'Rescue' });
  const managerId = await t.addUser({ userLimit: -1 });
  const manager = await t.signIn(managerId);
  const sharesOf = (cookie: string) => t.api('GET', `/shares?userId=${id}`, cookie);
  const at = `/shares/${made.id}`;
  assert.match((await sharesOf(manager)).text, /^User access denied/);
  assert.match((await t.api('DELETE', at, manager)).text, /^Share access denied/);
  const link = { ownerKind: 'user', ownerId: managerId, propertyKind: 'managedUser', propertyId: id };
  await t.tracker.directory.links.change([link], []);
  const listed: readonly Share[] = (await sharesOf(manager)).json;
  assert.deepEqual(
    listed.map(({ userId, label }) => [userId, label]),
    [[id, 'Rescue']],
  );
  assert.deepEqual((await t.api('GET', '/shares', manager)).json, [], 'his own are his own');
  assert.match((await t.api('PUT', at, manager, { label: 'x' })).text, /^Share access denied/);
  assert.match((await t.api('POST', `${at}/link`, manager)).text, /^Share access denied/);
  assert.equal((await t.api('DELETE', at, manager)).status, 204);
  assert.equal((await open(made.token)).status, 401);
});
