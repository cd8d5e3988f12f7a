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
interface Listed {
  readonly id: number;
  readonly name: string;
  readonly attributes: object;
}
const list = async (t: TestTracker, path: string, cookie: string): Promise<readonly Listed[]> =>
  (await t.api('GET', path, cookie)).json;
const names = async (t: TestTracker, path: string, cookie: string) =>
  (await list(t, path, cookie)).map(({ name }) => name);
const pair = (ownerId: number, propertyKind: string, propertyId: number) => ({
  ownerKind: 'user',
  ownerId,
  propertyKind,
  propertyId,
});

test('[API-13] a new device is answered whole, with defaults, and belongs to its maker', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  const reply = await t.api('POST', '/devices', cookie, {
    id: 77,
    name: ' Truck ',
    uniqueId: ' 123 ',
    status: 'online',
  });
  assert.equal(reply.status, 200);
  const { id } = reply.json as { id: number };
  assert.deepEqual(reply.json, {
    id,
    attributes: {},
    groupId: 0,
    calendarId: 0,
    name: 'Truck',
    uniqueId: '123',
    phone: null,
    model: null,
    contact: null,
    category: null,
    disabled: false,
    expirationTime: null,
    status: 'offline',
    lastUpdate: null,
    positionId: 0,
  });
  assert.deepEqual((await t.api('GET', `/devices/${id}`, cookie)).json, reply.json);
  assert.deepEqual(await list(t, '/devices', cookie), [reply.json]);
});

test('[API-14] PUT replaces: what is not sent becomes its default; address and body name the same device', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  const made = (
    await t.api('POST', '/devices', cookie, { name: 'A', uniqueId: '1', phone: '55', attributes: { a: 1 } })
  ).json as Listed;
  const write = (path: string, id: number) => t.api('PUT', path, cookie, { id, name: 'B', uniqueId: '2' });
  assert.match((await write('/devices/999', made.id)).text, /^Invalid data - id: the address names 999/);
  const replaced = (await write(`/devices/${made.id}`, made.id)).json as Record<string, unknown>;
  assert.deepEqual([replaced['name'], replaced['phone'], replaced['attributes']], ['B', null, {}]);
  assert.deepEqual(await names(t, '/devices?uniqueId=1', cookie), []);
  assert.deepEqual(await names(t, '/devices?uniqueId=2', cookie), ['B']);
});

test('[API-15] a taken identifier is refused and changes nothing', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  await t.api('POST', '/devices', cookie, { name: 'A', uniqueId: '1' });
  const second = (await t.api('POST', '/devices', cookie, { name: 'B', uniqueId: '2' })).json as Listed;
  for (const [method, path, body] of [
    ['POST', '/devices', { name: 'C', uniqueId: '1' }],
    ['PUT', `/devices/${second.id}`, { id: second.id, name: 'C', uniqueId: '1' }],
  ] as const) {
    const { status, text } = await t.api(method, path, cookie, body);
    assert.equal(status, 400);
    assert.match(text, /^Already in use - .*identifier/);
  }
  assert.deepEqual(await names(t, '/devices', cookie), ['A', 'B']);
});

test('[API-16] not yours and not there get the same answer, for every way to touch them', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  const foreign = await t.addDevice('foreign');
  const group = (await t.tracker.directory.groups.create({ name: 'G', groupId: 0, attributes: {} })).id;
  const stranger = await t.addUser();
  const body = { name: 'Abc', uniqueId: 'x', email: 'x@example.com' };
  const requests = (id: number, kind: string): readonly (readonly [string, string, object?])[] => [
    ['GET', `/${kind}/${id}`],
    [
      'PUT',
      `/${kind}/${id}`,
      kind === 'groups'
        ? { id, name: 'Abc' }
        : kind === 'users'
          ? { id, name: 'Abc', email: 'x@example.com' }
          : { ...body, email: undefined, id },
    ],
    ['DELETE', `/${kind}/${id}`],
  ];
  for (const [kind, id] of [
    ['devices', foreign],
    ['groups', group],
    ['users', stranger],
  ] as const) {
    const missing = requests(987_654, kind);
    for (const [i, [method, path, payload]] of requests(id, kind).entries()) {
      const theirs = await t.api(method, path, cookie, payload);
      const [, other = '', otherPayload] = missing[i] ?? [];
      const none = await t.api(method, other, cookie, otherPayload);
      assert.equal(theirs.status, 400, `${method} ${path}`);
      assert.match(theirs.text, /access denied - /);
      assert.deepEqual([theirs.status, theirs.text], [none.status, none.text], `${method} ${kind}`);
    }
  }
  assert.ok(t.tracker.directory.devices.get(foreign));
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal((await t.api('GET', '/devices/987654', administrator)).status, 404);
  assert.equal((await t.api('GET', `/devices/${foreign}`, administrator)).status, 200);
});

test('[API-17] readonly, deviceReadonly and deviceLimit bind everybody but administrators', async () => {
  const t = await start();
  const flags: readonly (readonly [object, RegExp])[] = [
    [{ readonly: true }, /^Account is readonly - /],
    [{ deviceReadonly: true }, /^Account is device readonly - /],
    [{ deviceLimit: 0 }, /^User device limit reached - /],
  ];
  for (const [fields, error] of flags) {
    const userId = await t.addUser(fields);
    const cookie = await t.signIn(userId);
    const reply = await t.api('POST', '/devices', cookie, { name: 'A', uniqueId: 'new' });
    assert.equal(reply.status, 400);
    assert.match(reply.text, error);
    const boss = await t.signIn(await t.addUser({ ...fields, administrator: true }));
    const made = (await t.api('POST', '/devices', boss, { name: 'A', uniqueId: `boss ${userId}` }))
      .json as Listed;
    assert.ok(made.id);
    if ('deviceLimit' in fields) continue;
    await t.tracker.directory.links.change([pair(userId, 'device', made.id)], []);
    assert.equal(
      (await t.api('PUT', `/devices/${made.id}`, cookie, { ...made, status: undefined })).status,
      400,
    );
    assert.equal((await t.api('DELETE', `/devices/${made.id}`, cookie)).status, 400);
    assert.equal((await t.api('GET', `/devices/${made.id}`, cookie)).status, 200);
  }
  const cookie = await t.signIn(await t.addUser({ deviceLimit: 2 }));
  const statuses: number[] = [];
  for (const uniqueId of ['l1', 'l2', 'l3']) {
    statuses.push((await t.api('POST', '/devices', cookie, { name: 'A', uniqueId })).status);
  }
  assert.deepEqual(statuses, [200, 200, 400]);
});

test('[API-17] racing requests do not get past deviceLimit', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser({ deviceLimit: 2 }));
  const race = Array.from({ length: 10 }, (_, i) =>
    t.api('POST', '/devices', cookie, { name: 'A', uniqueId: `r${i}` }),
  );
  const made = (await Promise.all(race)).filter(({ status }) => status === 200);
  assert.equal(made.length, 2);
});

test('[API-18] server-wide restrictions bind like those of the account', async () => {
  const t = await start();
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const cookie = await t.signIn(await t.addUser());
  assert.equal((await t.api('PUT', '/server', cookie, { readonly: true })).status, 400);
  assert.equal((await t.api('PUT', '/server', boss, { readonly: true })).status, 200);
  assert.equal((await t.api('POST', '/devices', cookie, { name: 'A', uniqueId: '1' })).status, 400);
  assert.equal((await t.api('POST', '/groups', cookie, { name: 'A' })).status, 400);
  assert.equal((await t.api('POST', '/groups', boss, { name: 'A' })).status, 200);
});

test('[API-19] lists: keyword, limit, offset, attributes, all, userId, id and uniqueId', async () => {
  const t = await start();
  const userId = await t.addUser({ userLimit: -1 });
  const cookie = await t.signIn(userId);
  const bossId = await t.addUser({ administrator: true });
  const boss = await t.signIn(bossId);
  const ids: number[] = [];
  for (const name of ['delta', 'Alpha', 'charlie', 'Bravo']) {
    const id = await t.addDevice(`id-${name}`, {
      name,
      attributes: { n: 1 },
      contact: name === 'delta' ? 'Zoe' : null,
    });
    ids.push(id);
    await t.tracker.directory.links.change([pair(userId, 'device', id)], []);
  }
  const all = ['Alpha', 'Bravo', 'charlie', 'delta'];
  assert.deepEqual(await names(t, '/devices', cookie), all, 'by name');
  assert.deepEqual(await names(t, '/devices?keyword=AL', cookie), ['Alpha']);
  assert.deepEqual(await names(t, '/devices?keyword=zo', cookie), ['delta']);
  assert.deepEqual(await names(t, '/devices?limit=2', cookie), ['Alpha', 'Bravo']);
  assert.deepEqual(await names(t, '/devices?limit=2&offset=3', cookie), ['delta']);
  assert.deepEqual(await names(t, '/devices?offset=3', cookie), ['delta'], 'without a limit, too');
  assert.deepEqual(await names(t, '/devices?limit=1&offset=1&keyword=a', cookie), ['Bravo']);
  assert.deepEqual(
    (await list(t, '/devices?excludeAttributes=TRUE', cookie)).map((d) => d.attributes),
    [{}, {}, {}, {}],
  );
  assert.deepEqual(await names(t, '/devices', boss), [], 'administrators get their own');
  assert.deepEqual(await names(t, '/devices?all=true', boss), all);
  assert.deepEqual(await names(t, `/devices?userId=${userId}`, boss), all);
  assert.deepEqual(await names(t, '/devices?all=true', cookie), all, 'means nothing to others');
  assert.deepEqual(await names(t, `/devices?id=${ids[0]}&id=${ids[1]}&uniqueId=id-delta&id=9999`, cookie), [
    'delta',
    'Alpha',
  ]);
  assert.deepEqual(await names(t, `/devices?id=${ids[0]}`, boss), [], 'not linked');
  const other = await t.api('GET', `/devices?userId=${bossId}`, cookie);
  assert.deepEqual([other.status, other.json], [400, null]);
  for (const query of ['limit=abc', 'id=x', 'userId=1.5', 'limit=1&offset=1e99']) {
    const reply = await t.api('GET', `/devices?${query}`, cookie);
    assert.equal(reply.status, 400, query);
    assert.match(reply.text, /^Invalid data - \w+: is not an integer/);
  }
  assert.deepEqual(await names(t, '/devices?limit=&userId=', cookie), all, 'empty counts as absent');
});

test('[API-20] groups: inherited at any depth, never inside themselves, gone without their devices', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  const make = async (name: string, groupId: number) =>
    ((await t.api('POST', '/groups', cookie, { name, groupId })).json as Listed).id;
  const a = await make('a', 0);
  const b = await make('b', a);
  const c = await make('c', b);
  const put = (id: number, groupId: number) =>
    t.api('PUT', `/groups/${id}`, cookie, { id, name: 'x', groupId });
  for (const [id, parent] of [
    [a, a],
    [a, c],
    [b, c],
  ] as const) {
    const reply = await put(id, parent);
    assert.equal(reply.status, 400);
    assert.match(reply.text, /^Cycle in group hierarchy - /);
  }
  const device = (await t.api('POST', '/devices', cookie, { name: 'D', uniqueId: '1', groupId: c }))
    .json as Listed;
  const viewer = await t.addUser();
  await t.tracker.directory.links.change([pair(viewer, 'group', a)], []);
  const view = await t.signIn(viewer);
  assert.deepEqual(await names(t, '/groups', view), ['a', 'b', 'c']);
  assert.deepEqual(await names(t, '/devices', view), ['D']);
  assert.equal((await t.api('DELETE', `/groups/${b}`, cookie)).status, 204);
  assert.deepEqual(await names(t, '/groups', view), ['a']);
  assert.deepEqual(await names(t, '/devices', view), []);
  assert.equal((await t.api('DELETE', `/groups/${c}`, cookie)).status, 204);
  assert.equal(
    ((await t.api('GET', `/devices/${device.id}`, cookie)).json as { groupId: number }).groupId,
    0,
  );
});

test('[API-20] racing edits make no cycle of groups', async () => {
  const t = await start();
  const cookie = await t.signIn(await t.addUser());
  const make = async (name: string) => ((await t.api('POST', '/groups', cookie, { name })).json as Listed).id;
  const [a, b] = [await make('a'), await make('b')];
  const put = (id: number, groupId: number) =>
    t.api('PUT', `/groups/${id}`, cookie, { id, name: 'x', groupId });
  const statuses = (await Promise.all([put(a, b), put(b, a)])).map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 400],
  );
});

test('[API-21] nobody puts a device or group into a group that is not his', async () => {
  const t = await start();
  const foreign = (await t.tracker.directory.groups.create({ name: 'F', groupId: 0, attributes: {} })).id;
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const inside = await t.addDevice('inside', { groupId: foreign });
  await t.tracker.directory.links.change([pair(userId, 'device', inside)], []);
  for (const [path, body] of [
    ['/devices', { name: 'A', uniqueId: '1', groupId: foreign }],
    ['/devices', { name: 'A', uniqueId: '1', groupId: 9999 }],
    ['/groups', { name: 'A', groupId: foreign }],
  ] as const) {
    const reply = await t.api('POST', path, cookie, body);
    assert.equal(reply.status, 400);
    assert.match(reply.text, /^Group access denied - /);
  }
  const device = { id: inside, name: 'A', uniqueId: 'inside', groupId: foreign };
  assert.equal((await t.api('PUT', `/devices/${inside}`, cookie, device)).status, 200, 'it was there before');
});

test('[API-22] a deleted device takes its links along, and its number is not given again', async () => {
  const t = await start();
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const made = (await t.api('POST', '/devices', cookie, { name: 'A', uniqueId: '1' })).json as Listed;
  assert.equal((await t.api('DELETE', `/devices/${made.id}`, cookie)).status, 204);
  assert.equal(t.tracker.directory.links.of('user', userId, 'device').size, 0);
  const next = (await t.api('POST', '/devices', cookie, { name: 'A', uniqueId: '1' })).json as Listed;
  assert.notEqual(next.id, made.id);
});
