import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeRights, type Right } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

const BODY = { description: 'C', attribute: 'x', expression: 'speed * 2', type: 'number', priority: 0 };
const named = async (isNamed: boolean): Promise<void> => {
  const { server } = t.tracker.directory;
  await t.tracker.directory.updateServer({
    ...server,
    attributes: { 'rastro.enableAdvancedPerms': isNamed },
  });
};
const holding = async (...rights: readonly Right[]): Promise<string> =>
  t.signIn(await t.addUser({ attributes: { 'rastro.advancedPerms': encodeRights(rights) } }));

test('[LINKED-300] whom the right is given by name writes computed attributes, each right for its own act', async () => {
  await named(true);
  const cookie = await holding('computed.view', 'computed.create', 'computed.edit');
  const made = await t.api('POST', '/attributes/computed', cookie, BODY);
  assert.equal(made.status, 200, made.text);
  const { id } = made.json as { id: number };
  const edited = { ...BODY, id, description: 'D' };
  assert.equal((await t.api('PUT', `/attributes/computed/${id}`, cookie, edited)).status, 200);
  assert.match((await t.api('DELETE', `/attributes/computed/${id}`, cookie)).text, /^Administrator access/);
  const other = await holding('computed.view', 'computed.create', 'computed.edit', 'computed.delete');
  assert.deepEqual((await t.api('GET', '/attributes/computed', other)).json, [], 'each sees their own');
  assert.equal(
    (await t.api('DELETE', `/attributes/computed/${id}`, other)).status,
    400,
    'and writes no other',
  );
});

test('[LINKED-300] without advanced permissions only administrators do', async () => {
  await named(false);
  const cookie = await holding('computed.view', 'computed.create');
  assert.match((await t.api('POST', '/attributes/computed', cookie, BODY)).text, /^Administrator access/);
});
