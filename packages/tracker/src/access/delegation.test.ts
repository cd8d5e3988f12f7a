import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
beforeEach(async () => {
  t = await openTestTracker();
});
afterEach(() => t.dispose());

type Account = Record<string, unknown> & { readonly id: number };
let serial = 0;
const body = (fields: object = {}) => ({
  name: 'Bia',
  email: `bia${++serial}@example.com`,
  password: 'a password',
  ...fields,
});
const make = async (cookie: string, fields: object = {}): Promise<Account> =>
  (await t.api('POST', '/users', cookie, body(fields))).json;
const account = async (cookie: string, id: number): Promise<Account> =>
  (await t.api('GET', `/users/${id}`, cookie)).json;
const manage = (ownerId: number, propertyId: number) =>
  t.tracker.directory.links.change(
    [{ ownerKind: 'user', ownerId, propertyKind: 'managedUser', propertyId }],
    [],
  );

test('[DELEG-3] what binds a manager binds whom he makes, at any depth, from the start', async () => {
  const end = '2080-01-01T00:00:00.000+00:00';
  for (const flag of ['limitCommands', 'disableReports', 'deviceReadonly', 'fixedEmail']) {
    const manager = await t.signIn(await t.addUser({ userLimit: -1, [flag]: true, expirationTime: end }));
    const made = await make(manager);
    assert.deepEqual([made[flag], made['expirationTime']], [true, end], flag);
  }
});

test('[DELEG-3] a manager who may only look makes nobody', async () => {
  const manager = await t.signIn(await t.addUser({ userLimit: -1, readonly: true }));
  assert.match((await t.api('POST', '/users', manager, body())).text, /^Account is readonly/);
});

test('[DELEG-3] what a manager loses all below lose with him, and get back when he does', async () => {
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const topId = await t.addUser({ userLimit: -1 });
  const middle = await make(await t.signIn(topId));
  const raised = await t.api('PUT', `/users/${middle.id}`, boss, { ...middle, userLimit: 5 });
  assert.equal(raised.status, 200);
  const below = await make(await t.signIn(middle.id));
  const cookie = await t.signIn(below.id);
  const top = await account(boss, topId);
  const change = (fields: object) => t.api('PUT', `/users/${topId}`, boss, { ...top, ...fields });

  await change({ readonly: true, deviceLimit: 2 });
  const bound = await account(cookie, below.id);
  assert.deepEqual([bound['readonly'], bound['deviceLimit']], [true, 0]);
  assert.match((await t.api('POST', '/geofences', cookie, {})).text, /^(Account is readonly|Invalid data)/);
  // What a client sends back as it was shown is not made the account's own.
  assert.equal((await t.api('PUT', `/users/${below.id}`, boss, bound)).status, 200);
  await change({ disabled: true });
  assert.equal((await t.api('GET', '/devices', cookie)).status, 401);
  await change({ expirationTime: '2020-01-01T00:00:00Z' });
  assert.equal((await t.api('GET', '/session', cookie)).status, 404);
  await change({});
  const again = await t.signIn(below.id);
  assert.equal((await account(again, below.id))['readonly'], false);
});

test('[DELEG-4] nobody opens an account that has more than his own', async () => {
  const managerId = await t.addUser({ userLimit: -1, limitCommands: true });
  const manager = await t.signIn(managerId);
  const freeId = await t.addUser({ deviceLimit: 0 });
  const likeId = await t.addUser({ deviceLimit: 0, limitCommands: true });
  for (const id of [freeId, likeId]) await manage(managerId, id);
  const [free, like] = [await account(manager, freeId), await account(manager, likeId)];
  const write = async (who: Account, fields: object): Promise<number> =>
    (await t.api('PUT', `/users/${who.id}`, manager, { ...who, ...fields })).status;
  for (const fields of [{ password: 'mine now' }, { email: 'mine@example.com' }, { login: 'mine' }])
    assert.equal(await write(free, fields), 400, JSON.stringify(fields));
  assert.equal(await write(free, { phone: '55 11' }), 200, 'but he looks after it');
  assert.equal(await write(free, { limitCommands: true }), 200);
  assert.equal(await write(free, { limitCommands: false }), 400, 'what binds him he lifts for nobody');
  assert.equal(await write(like, { password: 'mine now' }), 200);
  assert.equal((await t.api('GET', `/session/${likeId}`, manager)).status, 200);
  const strongId = await t.addUser({ deviceLimit: 0 });
  await manage(managerId, strongId);
  const second = await t.signIn(managerId);
  assert.match((await t.api('GET', `/session/${strongId}`, second)).text, /^Administrator access required/);
});

test('[DELEG-4] acting as somebody ends when one might not begin it any more', async () => {
  const managerId = await t.addUser({ userLimit: -1 });
  const userId = await t.addUser();
  await manage(managerId, userId);
  const impersonated = await t.api('GET', `/session/${userId}`, await t.signIn(managerId));
  assert.equal((await t.api('GET', '/devices', impersonated.cookie)).status, 200);
  const manager = t.tracker.directory.users.get(managerId);
  assert.ok(manager);
  await t.tracker.directory.users.update({ ...manager, deviceReadonly: true });
  assert.equal((await t.api('GET', '/devices', impersonated.cookie)).status, 401);
});

test('[DELEG-5] who goes leaves his bounds behind; an administrator frees an account by unlinking it', async () => {
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const managerId = await t.addUser({ userLimit: -1, limitCommands: true });
  const manager = await t.signIn(managerId);
  const [bound, freed] = [await make(manager), await make(manager)];
  const pair = { userId: managerId, managedUserId: freed.id };
  assert.equal((await t.api('DELETE', '/permissions', boss, pair)).status, 204);
  assert.equal((await account(boss, freed.id))['limitCommands'], false);
  assert.equal((await t.api('DELETE', `/users/${managerId}`, boss)).status, 204);
  assert.equal((await account(boss, bound.id))['limitCommands'], true);
  await t.restart();
  assert.equal((await account(boss, bound.id))['limitCommands'], true);
});

test('[DELEG-11] a manager gives limits up to his own, at any depth of his tree, and sees all of it', async () => {
  const topId = await t.addUser({ userLimit: 9, deviceLimit: 20 });
  const top = await t.signIn(topId);
  const middle = await make(top, { userLimit: 4, deviceLimit: 10 });
  assert.deepEqual([middle['userLimit'], middle['deviceLimit']], [4, 10]);
  const cookie = await t.signIn(middle.id);
  const below = await make(cookie, { userLimit: 2, deviceLimit: 10 });
  const lowest = await make(await t.signIn(below.id), { deviceLimit: 1 });
  const put = async (as: string, who: Account, fields: object): Promise<number> =>
    (await t.api('PUT', `/users/${who.id}`, as, { ...who, ...fields })).status;
  for (const fields of [{ userLimit: 5 }, { userLimit: -1 }, { deviceLimit: 11 }, { administrator: true }])
    assert.equal(await put(cookie, below, fields), 400, JSON.stringify(fields));
  assert.equal(await put(cookie, lowest, { deviceLimit: 9 }), 200);
  assert.equal((await account(top, lowest.id))['deviceLimit'], 9);
  assert.equal(await put(top, below, { userLimit: 0, deviceLimit: 3 }), 200);
  assert.equal((await account(top, lowest.id))['deviceLimit'], 3, 'bounded by whoever is above');
  assert.equal(await put(cookie, await account(cookie, middle.id), { deviceLimit: 11 }), 400, 'not his own');
  const ids = async (as: string, query = ''): Promise<number[]> => {
    const users: readonly Account[] = (await t.api('GET', `/users${query}`, as)).json;
    return users.map(({ id }) => id).toSorted((a, b) => a - b);
  };
  assert.deepEqual(await ids(top), [middle.id, below.id, lowest.id]);
  assert.deepEqual(await ids(top, `?userId=${middle.id}`), [below.id], 'of somebody, his links');
  assert.deepEqual(await ids(cookie), [below.id, lowest.id]);
  assert.equal((await t.api('GET', `/users/${middle.id}`, await t.signIn(lowest.id))).status, 400);
});

test('[DELEG-5] those whom a deleted manager looked after are looked after by whoever was above him', async () => {
  const top = await t.signIn(await t.addUser({ userLimit: 9 }));
  const middle = await make(top, { userLimit: 4 });
  const below = await make(await t.signIn(middle.id));
  assert.equal((await t.api('DELETE', `/users/${middle.id}`, top)).status, 204);
  assert.equal((await account(top, below.id)).id, below.id);
});

test('[DELEG-6] the limit of a manager counts what all below him have', async () => {
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const managerId = await t.addUser({ userLimit: 3, deviceLimit: 2 });
  const manager = await t.signIn(managerId);
  const below = await make(manager);
  const raised = { ...below, userLimit: 9, deviceLimit: 9 };
  const { status, json } = await t.api('PUT', `/users/${below.id}`, boss, raised);
  assert.equal(status, 200);
  assert.deepEqual([json['userLimit'], json['deviceLimit']], [3, 2]);
  const cookie = await t.signIn(below.id);
  const add = async (as: string) =>
    (await t.api('POST', '/devices', as, { name: 'Van', uniqueId: `d${++serial}` })).text;
  assert.match(await add(cookie), /"id"/);
  assert.match(await add(manager), /"id"/);
  for (const as of [cookie, manager]) assert.match(await add(as), /^User device limit reached/);
  assert.ok((await make(cookie)).id > 0);
  assert.ok((await make(manager)).id > 0);
  for (const as of [cookie, manager])
    assert.match((await t.api('POST', '/users', as, body())).text, /^Manager user limit reached/);
});

test('[DELEG-100] what is more than a manager has is refused with the reason that applies, and the numbers', async () => {
  const end = '2080-01-01T00:00:00.000+00:00';
  const manager = await t.signIn(await t.addUser({ userLimit: 5, deviceLimit: 10, expirationTime: end }));
  const errorFor = async (fields: object): Promise<string> =>
    (await t.api('POST', '/users', manager, body(fields))).text;
  assert.equal(
    await errorFor({ deviceLimit: 50 }),
    'Limit above own - deviceLimit: 50 is more than the 10 of this account',
  );
  assert.equal(
    await errorFor({ userLimit: -1 }),
    'Limit above own - userLimit: no limit is more than the 5 of this account',
  );
  assert.match(await errorFor({ expirationTime: '2090-01-01T00:00:00Z' }), /^End after own - .*2080-01-01/);
  assert.match(
    await errorFor({ attributes: { 'rastro.advancedPerms': 'f'.repeat(32) } }),
    /^More than own - /,
  );
  assert.match(await errorFor({ administrator: true }), /^Administrator access required/);
});

test('[DELEG-101] an administrator makes a token for a customer; it is audited, and ends with its maker', async () => {
  const bossId = await t.addUser({ administrator: true });
  const [boss, otherBoss] = [await t.signIn(bossId), await t.addUser({ administrator: true })];
  const customerId = await t.addUser();
  const customer = await t.signIn(customerId);
  const make = (cookie: string, userId: number) =>
    t.api('POST', '/session/token', cookie, new URLSearchParams({ userId: String(userId), name: 'ERP' }));
  const made = await make(boss, customerId);
  assert.equal(made.status, 200);
  const ownersOf = async () =>
    t.api('GET', '/users', undefined, undefined, { authorization: `Bearer ${made.text}` });
  assert.equal((await ownersOf()).status, 200);
  const asOwner = await t.api('GET', `/session?token=${made.text}`);
  assert.equal((asOwner.json as Account).id, customerId);
  assert.match((await make(customer, bossId)).text, /^Administrator access required/);
  assert.match((await make(boss, otherBoss)).text, /^Invalid data - userId/);
  assert.equal((await make(customer, customerId)).status, 200, 'for oneself, as ever');
  const period = 'from=2020-01-01T00:00:00Z&to=2090-01-01T00:00:00Z';
  const log: readonly { objectType: string; attributes: { userId?: number } }[] = (
    await t.api('GET', `/audit?${period}`, boss)
  ).json;
  assert.ok(
    log.some(({ objectType, attributes }) => objectType === 'token' && attributes.userId === customerId),
  );
  const { directory } = t.tracker;
  const user = directory.users.get(bossId);
  assert.ok(user);
  await directory.users.update({ ...user, disabled: true });
  assert.equal((await ownersOf()).status, 401);
});
