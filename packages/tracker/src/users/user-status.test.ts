import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { UserStatus } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
beforeEach(async () => {
  t = await openTestTracker();
});
afterEach(() => t.dispose());

const link = (ownerId: number, propertyKind: string, propertyId: number) =>
  t.tracker.directory.links.change([{ ownerKind: 'user', ownerId, propertyKind, propertyId }], []);
const statusByUser = async (cookie: string): Promise<ReadonlyMap<number, UserStatus>> => {
  const all: readonly UserStatus[] = (await t.api('GET', '/users/standing', cookie)).json;
  return new Map(all.map((each) => [each.userId, each]));
};

test('[STANDING-1] of each user that somebody sees: how many devices, direct and through groups', async () => {
  const managerId = await t.addUser({ userLimit: -1 });
  const [grouped, alike, direct, stranger] = await Promise.all([1, 2, 3, 4].map(() => t.addUser()));
  const south = await t.tracker.directory.groups.create({ name: 'South', groupId: 0, attributes: {} });
  const below = await t.tracker.directory.groups.create({ name: 'Cars', groupId: south.id, attributes: {} });
  const first = await t.addDevice('1', { groupId: south.id });
  await t.addDevice('2', { groupId: below.id });
  for (const id of [grouped, alike, direct]) await link(managerId, 'managedUser', id ?? 0);
  for (const id of [grouped, alike]) await link(id ?? 0, 'group', south.id);
  await link(direct ?? 0, 'device', first);
  const statuses = await statusByUser(await t.signIn(managerId));
  assert.deepEqual(
    [grouped, alike, direct].map((id) => statuses.get(id ?? 0)?.devices),
    [2, 2, 1],
  );
  assert.equal(statuses.has(stranger ?? 0), false);
});

test('[STANDING-2] when somebody was here is kept; who was never here is unknown, and acting as him is not him', async () => {
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const [here, away] = [await t.addUser(), await t.addUser()];
  await t.api('GET', '/devices', await t.signIn(here));
  const impersonated = await t.api('GET', `/session/${away}`, boss);
  assert.equal((await t.api('GET', '/devices', impersonated.cookie)).status, 200);
  const since = Date.now() - 60_000;
  await t.restart();
  const again = await t.signIn(await t.addUser({ administrator: true }));
  const statuses = await statusByUser(again);
  assert.ok(Date.parse(statuses.get(here)?.lastSeen ?? '') > since);
  assert.equal(statuses.get(away)?.lastSeen, null);
});
