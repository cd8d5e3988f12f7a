import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { hiddenDevice } from '@rastro/fleet';
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
    password: 'a password',
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

test('[DEVFORM-9] a hidden device takes no place; showing it again does', async () => {
  t = await openTestTracker({ deviceLimit: () => 2 });
  const cookie = await t.signIn(await t.addUser({ deviceLimit: 1 }));
  const write = async (method: 'POST' | 'PUT', body: { id?: number; uniqueId: string }) => {
    const path = method === 'PUT' ? `/devices/${body.id}` : '/devices';
    const { status, text } = await (t as TestTracker).api(method, path, cookie, { name: 'Van', ...body });
    return { status, text, id: status === 200 ? (JSON.parse(text) as { id: number }).id : 0 };
  };
  const hidden = (id: number, uniqueId: string) => {
    const device = { id, name: 'Van', uniqueId, attributes: {}, disabled: false };
    return hiddenDevice(device);
  };
  const first = await write('POST', { uniqueId: '1' });
  assert.match((await write('POST', { uniqueId: '2' })).text, /^User device limit reached/);
  assert.equal((await t.api('PUT', `/devices/${first.id}`, cookie, hidden(first.id, '1'))).status, 200);
  const second = await write('POST', { uniqueId: '2' });
  assert.equal(second.status, 200);
  assert.match((await write('PUT', { id: first.id, uniqueId: '1' })).text, /^Device access denied/);
  await t.addDevice('3');
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const more = await t.api('POST', '/devices', administrator, { name: 'More', uniqueId: '4' });
  assert.match(more.text, /^Server device limit reached/, 'two that are seen');
  const reply = await t.api('PUT', `/devices/${first.id}`, administrator, {
    id: first.id,
    name: 'Van',
    uniqueId: '1',
  });
  assert.match(reply.text, /^Server device limit reached/, 'shown again it takes one');
  await t.restart();
  assert.equal((await t.api('DELETE', `/devices/${second.id}`, cookie)).status, 204);
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const back = await t.api('PUT', `/devices/${first.id}`, boss, { id: first.id, name: 'Van', uniqueId: '1' });
  assert.equal(back.status, 200, 'its place is free again');
});

test('[ACCESS-4] the limit of a reseller holds for all below him, at any depth and at the same moment', async () => {
  const tracker = await openTestTracker();
  t = tracker;
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const reseller = await t.addUser({
    deviceLimit: -1,
    userLimit: -1,
    attributes: { 'rastro.resellerLimit': 4 },
  });
  const below = await t.addUser({ deviceLimit: -1, userLimit: -1 });
  const customers = [await t.addUser({ deviceLimit: -1 }), await t.addUser({ deviceLimit: -1 })];
  const sibling = await t.signIn(await t.addUser({ deviceLimit: -1 }));
  const manage = async (userId: number, managedUserId: number): Promise<void> => {
    const { status } = await tracker.api('POST', '/permissions', administrator, { userId, managedUserId });
    assert.equal(status, 204);
  };
  await manage(reseller, below);
  for (const id of customers) await manage(below, id);
  const cookies = await Promise.all([reseller, ...customers].map((each) => tracker.signIn(each)));
  const add = (cookie: string, uniqueId: string) =>
    tracker.api('POST', '/devices', cookie, { name: uniqueId, uniqueId });
  const racing = cookies.flatMap((cookie, who) =>
    Array.from({ length: 5 }, (_, i) => add(cookie, `v${who}-${i}`)),
  );
  const made = (await Promise.all(racing)).filter(({ status }) => status === 200);
  assert.equal(made.length, 4);
  for (const cookie of cookies)
    assert.match((await add(cookie, 'more')).text, /^User device limit reached - /);
  assert.equal((await add(sibling, 'elsewhere')).status, 200);
});
