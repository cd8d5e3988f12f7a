import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

test('[ACCESS-1] twenty racing creations fill exactly the places there are: devices and users', async () => {
  const tracker = await openTestTracker();
  t = tracker;
  const cookie = await t.signIn(await t.addUser({ deviceLimit: 3, userLimit: 2 }));
  const race = async (path: string, body: (i: number) => object): Promise<number[]> => {
    const calls = Array.from({ length: 20 }, (_, i) => tracker.api('POST', path, cookie, body(i)));
    return (await Promise.all(calls)).map(({ status }) => status);
  };
  const devices = await race('/devices', (i) => ({ name: `Van ${i}`, uniqueId: `u${i}` }));
  assert.equal(devices.filter((status) => status === 200).length, 3);
  const users = await race('/users', (i) => ({
    name: 'Ana',
    email: `a${i}@example.com`,
    password: 'secret',
  }));
  assert.equal(users.filter((status) => status === 200).length, 2);
  const refused = await t.api('POST', '/devices', cookie, { name: 'One more', uniqueId: 'more' });
  assert.match(refused.text, /^User device limit reached - /);
});

test("[ACCESS-2] the installation's limit binds administrators too", async () => {
  t = await openTestTracker({ deviceLimit: () => 1 });
  const cookie = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal((await t.api('POST', '/devices', cookie, { name: 'First', uniqueId: '1' })).status, 200);
  const second = await t.api('POST', '/devices', cookie, { name: 'Second', uniqueId: '2' });
  assert.equal(second.status, 400);
  assert.match(second.text, /^Server device limit reached - /);
});
