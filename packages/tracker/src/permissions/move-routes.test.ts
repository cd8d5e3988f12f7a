import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let root = '';
before(async () => {
  t = await openTestTracker();
  root = await t.signIn(await t.addUser({ administrator: true }));
});
after(() => t.dispose());

const link = (ownerKind: 'user' | 'device', ownerId: number, propertyKind: string, propertyId: number) => ({
  ownerKind,
  ownerId,
  propertyKind,
  propertyId,
});
const give = (ownerId: number, kind: string, ...ids: readonly number[]): Promise<void> =>
  t.tracker.directory.links.change(
    ids.map((id) => link('user', ownerId, kind, id)),
    [],
  );
const newUser = async (giverId = 0, fields: object = {}) => {
  const id = await t.addUser({ ...(giverId > 0 ? { giverId } : {}), ...fields });
  if (giverId > 0) await give(giverId, 'managedUser', id);
  return { id, cookie: await t.signIn(id) };
};
const seller = (fields: object = {}) =>
  newUser(0, { userLimit: -1, attributes: { 'rastro.reseller': true }, ...fields });
let made = 0;
const vehicle = (fields: object = {}): Promise<number> => t.addDevice(`move-${(made += 1)}`, fields);
const sees = async ({ cookie }: { readonly cookie: string }): Promise<readonly number[]> => {
  const list: readonly { readonly id: number }[] = (await t.api('GET', '/devices', cookie)).json;
  return list.map(({ id }) => id).toSorted((a, b) => a - b);
};
const move = async (kind: 'devices' | 'users', id: number, userId: number, cookie = root) =>
  (await t.api('POST', `/${kind}/${id}/move`, cookie, { userId })).status;

test('[MOVE-1] a vehicle goes to another customer of the reseller; former ones see it no longer, nor what stood beside it', async () => {
  const rui = await seller();
  const [ana, bia] = [await newUser(rui.id), await newUser(rui.id)];
  const clerk = await newUser(ana.id);
  const id = await vehicle();
  await give(rui.id, 'device', id);
  await give(ana.id, 'device', id);
  await give(clerk.id, 'device', id);
  const fence = await t.tracker.directory.linked.geofence.create({
    name: 'Yard',
    area: 'CIRCLE (0 0, 100)',
    description: '',
    calendarId: 0,
    attributes: {},
  });
  await give(ana.id, 'geofence', fence.id);
  await t.tracker.directory.links.change([link('device', id, 'geofence', fence.id)], []);
  assert.equal(await move('devices', id, bia.id, rui.cookie), 204);
  assert.deepEqual(
    [await sees(ana), await sees(clerk), await sees(bia), await sees(rui)],
    [[], [], [id], [id]],
  );
  assert.equal(t.tracker.directory.links.of('device', id, 'geofence').size, 0);
  const [line] = (await t.storage.searchActions({
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    userId: rui.id,
    objectType: 'device',
    objectId: id,
    actionType: 'move',
    text: null,
    isOldestFirst: false,
    after: null,
    limit: 1,
  })) as readonly { readonly attributes: object }[];
  assert.deepEqual(line?.attributes, { userId: bia.id });
});

test('[MOVE-1] between trees the vehicle leaves its group, and whoever sells above the new customer sees it', async () => {
  const [rui, eva] = [await seller(), await seller()];
  const [ana, cai] = [await newUser(rui.id), await newUser(eva.id)];
  const group = await t.tracker.directory.groups.create({ name: 'Yard', groupId: 0, attributes: {} });
  const id = await vehicle({ groupId: group.id });
  await give(ana.id, 'group', group.id);
  await give(rui.id, 'group', group.id);
  assert.equal(await move('devices', id, cai.id, rui.cookie), 400, 'nobody of his');
  assert.equal(await move('devices', id, ana.id, eva.cookie), 400, 'no vehicle of his');
  assert.equal(await move('devices', id, cai.id), 204);
  assert.deepEqual(
    [await sees(rui), await sees(ana), await sees(eva), await sees(cai)],
    [[], [], [id], [id]],
  );
});

test('[MOVE-2] of many at once as many come as there is room for, with new ones among them', async () => {
  const rui = await seller();
  const [ana, bia] = [await newUser(rui.id), await newUser(rui.id, { deviceLimit: 3 })];
  const ids: number[] = [];
  for (let i = 0; i < 8; i++) ids.push(await vehicle());
  await give(ana.id, 'device', ...ids);
  await give(rui.id, 'device', ...ids);
  const made1 = (i: number) =>
    t.api('POST', '/devices', bia.cookie, { name: `New ${i}`, uniqueId: `move-new-${i}` });
  const done = await Promise.all([
    ...ids.map((id) => move('devices', id, bia.id, rui.cookie)),
    ...[1, 2].map(async (i) => (await made1(i)).status),
  ]);
  assert.equal(done.filter((status) => status < 300).length, 3, done.join());
  assert.equal((await sees(bia)).length, 3);
  const [first = 0] = await sees(bia);
  assert.equal(await move('devices', first, bia.id, root), 204, 'what he has takes no further place');
});

test('[MOVE-3] somebody goes with all below him and their vehicles; nothing of them is left with the former reseller', async () => {
  const [rui, eva] = [await seller(), await seller({ limitCommands: true })];
  const ana = await newUser(rui.id, { userLimit: 5 });
  const clerk = await newUser(ana.id);
  const staff = await newUser(rui.id);
  const [van, truck] = [await vehicle(), await vehicle()];
  for (const { id } of [rui, ana, staff]) await give(id, 'device', van);
  await give(clerk.id, 'device', truck);
  assert.equal(await move('users', ana.id, eva.id, rui.cookie), 400, 'nobody of his');
  assert.equal(await move('users', ana.id, clerk.id), 400, 'below him');
  assert.equal(await move('users', ana.id, eva.id), 204);
  assert.deepEqual(
    [await sees(rui), await sees(staff), await sees(eva), await sees(ana), await sees(clerk)],
    [[], [], [van, truck], [van], [truck]],
  );
  const users = async (cookie: string): Promise<readonly number[]> => {
    const list: readonly { readonly id: number }[] = (await t.api('GET', '/users', cookie)).json;
    return list.map(({ id }) => id);
  };
  assert.ok(!(await users(rui.cookie)).includes(ana.id) && (await users(eva.cookie)).includes(ana.id));
  assert.equal((await t.api('GET', `/users/${clerk.id}`, rui.cookie)).status, 400);
  const now = (await t.api('GET', `/users/${ana.id}`, root)).json as { readonly limitCommands: boolean };
  assert.equal(now.limitCommands, true, 'bounded by whoever answers for him now');
  assert.equal(await move('users', ana.id, 0, eva.cookie), 400, 'only administrators take somebody out');
  assert.equal(await move('users', ana.id, 0), 204);
  assert.deepEqual([await sees(eva), await sees(ana)], [[], [van]]);
});

test('[MOVE-3] what only the former reseller had beside him comes along; what others have stays with them', async () => {
  const [rui, eva] = [await seller(), await seller()];
  const [ana, bia] = [await newUser(rui.id), await newUser(rui.id)];
  const calendar = async (name: string): Promise<number> =>
    (await t.tracker.directory.linked.calendar.create({ name, data: '', attributes: {} })).id;
  const [own, shared] = [await calendar('Own'), await calendar('Shared')];
  for (const { id } of [rui, ana]) await give(id, 'calendar', own, shared);
  await give(bia.id, 'calendar', shared);
  assert.equal(await move('users', ana.id, eva.id), 204);
  const has = ({ id }: { readonly id: number }) => [...t.tracker.directory.links.of('user', id, 'calendar')];
  assert.deepEqual([has(ana), has(rui), has(bia)], [[own], [shared], [shared]]);
});

test('[MOVE-2] people and their vehicles come only where there is room, also at once', async () => {
  const rui = await seller();
  const eva = await seller({ userLimit: 2, deviceLimit: 2 });
  const many = [await newUser(rui.id), await newUser(rui.id), await newUser(rui.id)];
  const loaded = await newUser(rui.id);
  await give(loaded.id, 'device', await vehicle(), await vehicle(), await vehicle());
  assert.equal(await move('users', loaded.id, eva.id), 400, 'three vehicles, room for two');
  assert.deepEqual((await sees(loaded)).length, 3);
  const done = await Promise.all(many.map(({ id }) => move('users', id, eva.id)));
  assert.deepEqual(
    done.toSorted((a, b) => a - b),
    [204, 204, 400],
  );
});
