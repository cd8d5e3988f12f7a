import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.dispose();
});
async function start(): Promise<TestTracker> {
  const t = await openTestTracker();
  open.push(t);
  return t;
}
type Account = Record<string, unknown> & { readonly id: number };
let serial = 0;
const body = (fields: object = {}) => ({
  name: 'Bia',
  email: `bia${++serial}@example.com`,
  password: 'a password',
  ...fields,
});
const manage = (t: TestTracker, ownerId: number, propertyId: number) =>
  t.tracker.directory.links.change(
    [{ ownerKind: 'user', ownerId, propertyKind: 'managedUser', propertyId }],
    [],
  );
const account = async (t: TestTracker, cookie: string, id: number): Promise<Account> =>
  (await t.api('GET', `/users/${id}`, cookie)).json;

test('[API-23] twenty racing first registrations make exactly one administrator', async () => {
  const t = await start();
  const setupCode = t.tracker.firstAdministrator.code;
  assert.ok(setupCode);
  assert.equal(((await t.api('GET', '/server')).json as { newServer: boolean }).newServer, true);
  for (const code of [undefined, '', 'wrong', setupCode.slice(1)]) {
    const refused = await t.api('POST', '/users', undefined, body({ setupCode: code }));
    assert.match(refused.text, /^Setup code required - /);
  }
  const race = Array.from({ length: 20 }, () => t.api('POST', '/users', undefined, body({ setupCode })));
  const made = (await Promise.all(race)).filter(({ status }) => status === 200);
  assert.equal(made.length, 1);
  assert.equal(t.tracker.directory.users.size, 1);
  const first = made[0]?.json as unknown as Account;
  assert.deepEqual([first['administrator'], first['userLimit'], first['deviceLimit']], [true, -1, -1]);
  assert.equal(((await t.api('GET', '/server')).json as { newServer: boolean }).newServer, false);
  const late = await t.api('POST', '/users', undefined, body({ setupCode }));
  assert.match(late.text, /^Registration disabled - /);
});

test('[API-24] self-registration makes plain accounts only, and only while it is open', async () => {
  const t = await start();
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  assert.match((await t.api('POST', '/users', undefined, body())).text, /^Registration disabled - /);
  await t.api('PUT', '/server', boss, { registration: true });
  const made = await t.api('POST', '/users', undefined, body());
  assert.equal(made.status, 200);
  assert.equal((made.json as Account)['deviceLimit'], -1);
  const ambitions = [
    { administrator: true },
    { userLimit: 5 },
    { deviceLimit: -1 },
    { readonly: true },
    { temporary: true },
    { attributes: { 'rastro.advancedPerms': 'ff' } },
    { expirationTime: '2090-01-01T00:00:00Z' },
  ];
  for (const fields of ambitions) {
    const { status, text } = await t.api('POST', '/users', undefined, body(fields));
    assert.equal(status, 400, JSON.stringify(fields));
    assert.match(text, /^Administrator access required - /);
  }
});

test('[API-25] a manager makes users up to his limit, gives them no roles, and manages them', async () => {
  const t = await start();
  const managerId = await t.addUser({
    userLimit: 2,
    deviceLimit: 4,
    expirationTime: '2080-01-01T00:00:00.000+00:00',
  });
  const cookie = await t.signIn(managerId);
  for (const fields of [
    { administrator: true },
    { userLimit: 3 },
    { userLimit: -1 },
    { deviceLimit: 5 },
    { expirationTime: '2090-01-01T00:00:00Z' },
  ]) {
    assert.equal((await t.api('POST', '/users', cookie, body(fields))).status, 400, JSON.stringify(fields));
  }
  const race = await Promise.all(
    Array.from({ length: 5 }, () => t.api('POST', '/users', cookie, body({ readonly: true }))),
  );
  assert.equal(race.filter(({ status }) => status === 200).length, 2);
  assert.match(race.find(({ status }) => status !== 200)?.text ?? '', /^Manager user limit reached - /);
  const managed = (await t.api('GET', '/users', cookie)).json as readonly Account[];
  assert.deepEqual(
    managed.map((user) => user['readonly']),
    [true, true],
  );
  assert.equal(
    managed.every((user) => user['password'] === null && !('passwordHash' in user)),
    true,
  );
  assert.deepEqual(
    (await t.api('GET', '/users', await t.signIn(await t.addUser()))).json,
    [],
    'plain users manage nobody',
  );
});

test('[API-26] nobody raises himself: roles and restrictions are the administrator’s, or the manager’s for others', async () => {
  const t = await start();
  const managerId = await t.addUser({ userLimit: 5, deviceLimit: 50 });
  const userId = await t.addUser({ fixedEmail: true, temporary: true });
  await manage(t, managerId, userId);
  const [user, manager] = [await t.signIn(userId), await t.signIn(managerId)];
  const own = await account(t, user, userId);
  const write = async (cookie: string, fields: object) =>
    (await t.api('PUT', `/users/${userId}`, cookie, { ...own, ...fields })).status;
  const roles = [
    { administrator: true },
    { userLimit: -1 },
    { deviceLimit: 500 },
    { email: 'new@example.com' },
  ];
  for (const fields of roles) {
    assert.equal(await write(user, fields), 400, JSON.stringify(fields));
    assert.equal(await write(manager, fields), 400, JSON.stringify(fields));
  }
  const restrictions = [
    { readonly: true },
    { deviceReadonly: true },
    { disabled: true },
    { fixedEmail: false },
    { temporary: false },
  ];
  for (const fields of restrictions) assert.equal(await write(user, fields), 400, JSON.stringify(fields));
  assert.equal(await write(user, { login: 'admin' }), 400);
  assert.equal(await write(user, { phone: '55 11' }), 200);
  assert.equal(await write(manager, { deviceReadonly: true }), 200);
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal(await write(boss, { administrator: true, userLimit: 3, email: 'new@example.com' }), 200);
});

test('[API-26] a restriction that comes while a new password is being stored stays', async () => {
  const t = await start();
  const userId = await t.addUser();
  const [user, boss] = [await t.signIn(userId), await t.signIn(await t.addUser({ administrator: true }))];
  const own = await account(t, user, userId);
  const [changed, restricted] = await Promise.all([
    t.api('PUT', `/users/${userId}`, user, { ...own, password: 'another password' }),
    t.api('PUT', `/users/${userId}`, boss, { ...own, deviceReadonly: true }),
  ]);
  assert.deepEqual([changed.status, restricted.status], [400, 200]);
  assert.equal((await account(t, boss, userId))['deviceReadonly'], true);
});

test('[API-27] an account with an end hands out no longer life than its own', async () => {
  const t = await start();
  const managerId = await t.addUser({ userLimit: -1, expirationTime: '2080-01-01T00:00:00.000+00:00' });
  const userId = await t.addUser({ expirationTime: '2079-01-01T00:00:00.000+00:00' });
  await manage(t, managerId, userId);
  const manager = await t.signIn(managerId);
  const theirs = await account(t, manager, userId);
  const own = await account(t, manager, managerId);
  const until = async (who: Account, expirationTime: string | null) =>
    (await t.api('PUT', `/users/${who.id}`, manager, { ...who, expirationTime })).status;
  assert.equal(await until(theirs, '2090-01-01T00:00:00Z'), 400);
  assert.equal(await until(theirs, null), 400);
  assert.equal(await until(own, '2090-01-01T00:00:00Z'), 400);
  assert.equal(await until(own, null), 400);
  assert.equal(await until(theirs, '2079-06-01T00:00:00Z'), 200);
});

test('[API-28] a readonly account may store its push tokens and nothing else', async () => {
  const t = await start();
  const userId = await t.addUser({ readonly: true });
  const cookie = await t.signIn(userId);
  const own = await account(t, cookie, userId);
  const write = async (fields: object) =>
    (await t.api('PUT', `/users/${userId}`, cookie, { ...own, ...fields })).status;
  assert.equal(await write({ attributes: { notificationTokens: 'abc', termsAccepted: true } }), 200);
  assert.equal(await write({ attributes: { other: 1 } }), 400);
  assert.equal(await write({ name: 'Somebody' }), 400);
});

test('[API-29] nobody deletes himself; a deleted account leaves no session, link or name behind', async () => {
  const t = await start();
  const bossId = await t.addUser({ administrator: true });
  const boss = await t.signIn(bossId);
  assert.equal((await t.api('DELETE', `/users/${bossId}`, boss)).status, 400);
  const managerId = await t.addUser({ userLimit: -1 });
  await manage(t, managerId, bossId);
  const above = await t.api('DELETE', `/users/${bossId}`, await t.signIn(managerId));
  assert.match(above.text, /^Administrator access required - /);
  const userId = await t.addUser({ email: 'gone@example.com' });
  await manage(t, managerId, userId);
  const cookie = await t.signIn(userId);
  assert.equal((await t.api('DELETE', `/users/${userId}`, boss)).status, 204);
  assert.equal((await t.api('GET', '/session', cookie)).status, 404);
  assert.deepEqual([...t.tracker.directory.links.of('user', managerId, 'managedUser')], [bossId]);
  assert.equal((await t.api('POST', '/users', boss, body({ email: 'GONE@example.com' }))).status, 200);
  await t.restart();
  assert.deepEqual([...t.tracker.directory.links.of('user', managerId, 'managedUser')], [bossId]);
});

test('[API-30] an e-mail address is taken in any case', async () => {
  const t = await start();
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal((await t.api('POST', '/users', boss, body({ email: 'Ana@example.com' }))).status, 200);
  const again = await t.api('POST', '/users', boss, body({ email: ' ANA@EXAMPLE.COM ' }));
  assert.match(again.text, /^Already in use - .*e-mail/);
});

test('[API-31] permissions are given by who has both ends, bulk all or nothing', async () => {
  const t = await start();
  const managerId = await t.addUser({ userLimit: -1 });
  const userId = await t.addUser();
  await manage(t, managerId, userId);
  const manager = await t.signIn(managerId);
  const mine = ((await t.api('POST', '/devices', manager, { name: 'A', uniqueId: '1' })).json as Account).id;
  const foreign = await t.addDevice('foreign');
  const ofUser = () => [...t.tracker.directory.links.of('user', userId, 'device')];
  const link = (deviceId: unknown, of: unknown = userId) => ({ userId: of, deviceId });
  const call = async (method: string, path: string, payload: unknown, cookie = manager) =>
    (await t.api(method, path, cookie, payload)).status;
  assert.equal(await call('POST', '/permissions', link(mine)), 204);
  assert.deepEqual(ofUser(), [mine]);
  assert.equal(await call('POST', '/permissions', link(mine)), 204, 'again changes nothing');
  assert.equal(await call('POST', '/permissions', link(foreign)), 400);
  assert.equal(await call('POST', '/permissions', link(mine, await t.addUser())), 400, 'not his user');
  assert.equal(await call('DELETE', '/permissions', link(mine)), 204);
  assert.deepEqual(ofUser(), []);
  assert.equal(await call('POST', '/permissions/bulk', [link(mine), link(foreign)]), 400);
  assert.deepEqual(ofUser(), [], 'nothing of a refused list is done');
  const second = ((await t.api('POST', '/devices', manager, { name: 'B', uniqueId: '2' })).json as Account)
    .id;
  assert.equal(await call('POST', '/permissions/bulk', [link(mine), link(second)]), 204);
  assert.deepEqual(ofUser(), [mine, second]);
  assert.equal(await call('DELETE', '/permissions/bulk', [link(mine), link(second)]), 204);
  assert.deepEqual(ofUser(), []);
  await t.restart();
  assert.deepEqual([...t.tracker.directory.links.of('user', userId, 'device')], []);
});

test('[API-31] malformed, upside-down and self-serving permissions are refused', async () => {
  const t = await start();
  const userId = await t.addUser({ userLimit: -1 });
  const bossId = await t.addUser({ administrator: true });
  const [cookie, boss] = [await t.signIn(userId), await t.signIn(bossId)];
  const deviceId = await t.addDevice('1');
  const bad: readonly unknown[] = [
    {},
    [],
    { userId },
    { userId, deviceId, groupId: 1 },
    { deviceId, userId },
    { userId: true, deviceId: true },
    { userId, deviceId: [deviceId] },
    { userId, deviceId: -1 },
    { userId, deviceId: 1.5 },
    { userId, deviceId: 'x' },
    { userId, spaceshipId: 1 },
    { userId, managedUserId: userId },
  ];
  for (const payload of bad) {
    const { status, text } = await t.api('POST', '/permissions', boss, payload);
    assert.equal(status, 400, JSON.stringify(payload));
    assert.match(text, /^Invalid permission - /, JSON.stringify(payload));
  }
  for (const payload of [
    { userId, deviceId },
    [null],
    [
      { userId, deviceId },
      { userId, groupId: 1 },
    ],
    Array.from({ length: 10_001 }, () => ({ userId, deviceId })),
  ]) {
    assert.equal((await t.api('POST', '/permissions/bulk', boss, payload)).status, 400);
  }
  assert.equal((await t.api('POST', '/permissions', cookie, { userId, managedUserId: bossId })).status, 400);
  await t.api('POST', '/permissions', boss, { userId, deviceId });
  const listed = await t.api('GET', '/permissions?userId=0&deviceId=0', boss);
  assert.deepEqual(listed.json, [{ userId, deviceId }]);
  assert.equal((await t.api('GET', '/permissions?userId=x&deviceId=0', boss)).status, 400);
  const readonly = await t.signIn(await t.addUser({ readonly: true }));
  assert.match((await t.api('POST', '/permissions', readonly, { userId, deviceId })).text, /readonly/);
});

test('[LINK-1] links are read by whoever sees both ends, by owner or by property', async () => {
  const t = await start();
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const fence = { name: 'Yard', area: 'CIRCLE (0 0, 10)' };
  const { id: geofenceId } = (await t.api('POST', '/geofences', cookie, fence)).json as Account;
  const { id: deviceId } = (await t.api('POST', '/devices', cookie, { name: 'A', uniqueId: '1' }))
    .json as Account;
  const foreign = await t.addDevice('foreign');
  for (const id of [deviceId, foreign])
    await t.api('POST', '/permissions', boss, { deviceId: id, geofenceId });
  const read = async (query: string, who: string) => (await t.api('GET', `/permissions?${query}`, who)).json;
  const own = { deviceId, geofenceId };
  assert.deepEqual(await read(`deviceId=0&geofenceId=${geofenceId}`, cookie), [own]);
  assert.deepEqual(await read(`deviceId=${deviceId}&geofenceId=0`, cookie), [own]);
  assert.deepEqual(await read(`deviceId=${deviceId}&geofenceId=${geofenceId}`, cookie), [own]);
  assert.deepEqual(await read(`deviceId=${foreign}&geofenceId=0`, cookie), []);
  assert.deepEqual(await read(`deviceId=0&geofenceId=${geofenceId}`, boss), [
    own,
    { deviceId: foreign, geofenceId },
  ]);
  const userLinks = await read(`userId=0&geofenceId=${geofenceId}`, cookie);
  assert.deepEqual(userLinks, [{ userId, geofenceId }], 'only his own');
});

test('[IDENT-1] the last administrator who can sign in stays one, also when two step down at once', async () => {
  const t = await start();
  const [one, two] = [await t.addUser({ administrator: true }), await t.addUser({ administrator: true })];
  const cookies = [await t.signIn(one), await t.signIn(two)];
  const expirationTime = '2999-01-01T00:00:00Z';
  const change = async (id: number, cookie: string | undefined, fields: object) => {
    const account = (await t.api('GET', `/users/${id}`, cookie)).json as object;
    return (await t.api('PUT', `/users/${id}`, cookie, { ...account, ...fields })).text;
  };
  const both = await Promise.all([
    change(one, cookies[0], { administrator: false }),
    change(two, cookies[1], { administrator: false }),
  ]);
  assert.equal(both.filter((text) => text.startsWith('Last administrator - ')).length, 1);
  const last = both[0]?.startsWith('Last') ? one : two;
  const cookie = await t.signIn(last);
  for (const fields of [{ disabled: true }, { expirationTime }, { administrator: false }])
    assert.match(await change(last, cookie, fields), /^Last administrator - /);
  const dated = await t.addUser({ administrator: true, expirationTime });
  const deleted = await t.api('DELETE', `/users/${last}`, await t.signIn(dated));
  assert.match(deleted.text, /^Last administrator - /);
  await t.addUser({ administrator: true });
  assert.doesNotMatch(await change(last, cookie, { expirationTime }), /^Last/);
});
