import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { removeExpiredGuests } from '../access/guests.ts';
import { systemClock } from '@rastro/base';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

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
  assert.deepEqual(user['attributes'], { isShared: true });
  assert.deepEqual(await seen(guest.cookie), [deviceId]);
  const put = await t.api('PUT', `/devices/${deviceId}`, guest.cookie, {
    id: deviceId,
    name: 'X',
    uniqueId: '?',
  });
  assert.match(put.text, /^Account is readonly/);
  const history = `/positions?deviceId=${deviceId}&from=${inHours(-9)}&to=${inHours(0)}`;
  assert.match((await t.api('GET', history, guest.cookie)).text, /^Operation restricted/);
  now += 2 * HOUR;
  assert.equal((await open(token)).status, 401);
  assert.equal((await t.api('GET', '/devices', guest.cookie)).status, 401);
});

test('[SHARE-2] a shared group opens its devices', async () => {
  const { groupId, inGroup, share } = await owner();
  const { text: token } = await share('group', { groupId: String(groupId), expiration: inHours(1) });
  assert.deepEqual(await seen((await open(token)).cookie), [inGroup]);
});

test('[SHARE-3] shared again it is the same guest, and each link has its own end', async () => {
  const { deviceId, share } = await owner();
  const [long, short] = [
    await share('device', { deviceId: String(deviceId), expiration: inHours(9) }),
    await share('device', { deviceId: String(deviceId), expiration: inHours(1) }),
  ];
  const ids = [(await open(long.text)).json, (await open(short.text)).json] as { id: number }[];
  assert.equal(ids[0]?.id, ids[1]?.id);
  now += 2 * HOUR;
  assert.equal((await open(short.text)).status, 401);
  assert.equal((await open(long.text)).status, 200);
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

test('[SHARE-5] guests whose time is over are removed, and nobody else', async () => {
  const { deviceId, share, id } = await owner();
  await share('device', { deviceId: String(deviceId), expiration: inHours(1) });
  const { directory, credentials, authenticator } = t.tracker;
  const guests = () => [...directory.users.inOrder()].filter(({ temporary }) => temporary).length;
  await removeExpiredGuests(directory, credentials, authenticator);
  const living = guests();
  now += HOUR;
  await removeExpiredGuests(directory, credentials, authenticator);
  assert.equal(guests(), living - 1);
  assert.ok(directory.users.get(id));
});
