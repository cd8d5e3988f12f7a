import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeRights } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let serial = 0;
before(async () => {
  t = await openTestTracker();
  await t.setServer({ 'rastro.enableAdvancedPerms': true });
});
after(() => t.dispose());

interface TestUser {
  readonly id: number;
  readonly cookie: string;
}
const ALL = encodeRights([
  'users.view',
  'users.create',
  'users.edit',
  'notifications.view',
  'notifications.create',
]);
const rightsOf = (advancedPerms: string) => ({ attributes: { 'rastro.advancedPerms': advancedPerms } });

async function make(by: TestUser, fields: object = {}): Promise<TestUser> {
  const email = `new${serial++}@example.com`;
  const body = { name: 'New', email, password: 'far from common 7', ...rightsOf(ALL), ...fields };
  const reply = await t.api('POST', '/users', by.cookie, body);
  assert.equal(reply.status, 200, reply.text);
  const { id } = reply.json as { id: number };
  return { id, cookie: await t.signIn(id) };
}
async function rule(by: TestUser, attributes: object): Promise<number> {
  const body = { type: 'ignitionOn', notificators: 'web', attributes };
  const reply = await t.api('POST', '/notifications', by.cookie, body);
  assert.equal(reply.status, 200, reply.text);
  return (reply.json as { id: number }).id;
}
const rulesOf = (testUser: TestUser): readonly number[] =>
  [...t.tracker.directory.links.of('user', testUser.id, 'notification')].toSorted((a, b) => a - b);

test('[NEWRULES-1] who is made gets the rules that those above him have marked, and no others', async () => {
  const adminId = await t.addUser({ administrator: true });
  const admin = { id: adminId, cookie: await t.signIn(adminId) };
  const manager = await make(admin, { userLimit: 10 });
  const [own, plain] = [await rule(manager, { newUsers: true }), await rule(manager, {})];
  const below = await make(manager, { userLimit: 2 });
  const theirs = await rule(below, { newUsers: 'true' });
  const last = await make(below);
  assert.deepEqual(rulesOf(below), [own, theirs]);
  assert.deepEqual(rulesOf(last), [own, theirs]);
  assert.ok(!rulesOf(last).includes(plain));
  const stranger = await make(admin);
  assert.deepEqual(rulesOf(stranger), [], 'of somebody beside him nobody gets any');
  const list: readonly { id: number }[] = (await t.api('GET', '/notifications', last.cookie)).json;
  assert.deepEqual(
    list.map(({ id }) => id).toSorted((a, b) => a - b),
    [own, theirs],
  );
});

test('[NEWRULES-2] who may not see rules gets none, and who registers himself neither', async () => {
  const adminId = await t.addUser({ administrator: true });
  const admin = { id: adminId, cookie: await t.signIn(adminId) };
  await rule(admin, { newUsers: true });
  const blind = await make(admin, rightsOf(encodeRights(['devices.view'])));
  assert.deepEqual(rulesOf(blind), []);
  const { server } = t.tracker.directory;
  await t.tracker.directory.updateServer({ ...server, registration: true });
  const body = { name: 'Self', email: 'self@example.com', password: 'far from common 7' };
  const reply = await t.api('POST', '/users', undefined, body);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(rulesOf({ id: (reply.json as { id: number }).id, cookie: '' }), []);
});
