import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

const open: TestTracker[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.dispose();
});
const OPTIONS = { registerUnknown: { pattern: /^[a-z]+\d$/, category: null, groupId: 0 } };
async function start() {
  const t = await openTestTracker(OPTIONS);
  open.push(t);
  const port = await t.port('osmand');
  const administratorId = await t.addUser({ administrator: true });
  const root = await t.signIn(administratorId);
  const send = async (...ids: readonly string[]): Promise<number> => {
    const named = ids.map((id) => `id=${id}`).join('&');
    const at = Math.trunc(Date.now() / 1000);
    const answer = await fetch(`http://127.0.0.1:${port}/?${named}&lat=1&lon=1&timestamp=${at}`);
    await answer.text();
    return answer.status;
  };
  const list = async (): Promise<
    readonly { deviceId: number; uniqueId: string; protocol: string | null }[]
  > => (await t.api('GET', '/devices/unassigned', root)).json;
  const ids = async () => (await list()).map(({ uniqueId }) => uniqueId);
  const named = async (cookie: string): Promise<readonly string[]> => {
    const devices: readonly { readonly name: string }[] = (await t.api('GET', '/devices', cookie)).json;
    return devices.map(({ name }) => name);
  };
  const assign = (id: number, userId: number, fields: object = {}) =>
    t.api('POST', `/devices/${id}/assign`, root, { userId, name: 'Van 3', ...fields });
  return { t, administratorId, root, send, list, ids, named, assign };
}

test('[DEVFORM-500] trackers that nobody sees are listed for administrators, and counted', async () => {
  const { t, root, send, list, ids, named } = await start();
  assert.deepEqual(await ids(), []);
  assert.equal(await send('box1'), 200);
  const [found] = await list();
  const { lastUpdate, ...rest } = { lastUpdate: '', ...found };
  assert.ok(Math.abs(Date.parse(lastUpdate) - Date.now()) < 60_000);
  const deviceId = t.tracker.directory.devices.byKey('box1')?.id;
  assert.deepEqual(rest, { deviceId, name: 'box1', uniqueId: 'box1', model: null, protocol: 'osmand' });
  assert.deepEqual(await named(root), [], 'until it is assigned it is in no list of vehicles');

  const owner = await t.addUser();
  const cookie = await t.signIn(owner);
  assert.equal((await t.api('GET', '/devices/unassigned', cookie)).status, 400);
  await t.api('POST', '/devices', cookie, { name: 'Own', uniqueId: 'own1' });
  await t.addDevice('deleted-9-abc', { disabled: true });
  assert.deepEqual(await ids(), ['box1']);
  assert.deepEqual(t.tracker.assignedDevices(), { assigned: 1, unassigned: 1 });
  await t.tracker.directory.users.remove(owner);
  assert.deepEqual(await ids(), ['box1', 'own1'], 'who had it is gone');
});

test('[DEVFORM-501] a tracker is assigned with name and plate, once, within the limit of who gets it', async () => {
  const { t, administratorId, root, send, list, ids, named, assign } = await start();
  for (const id of ['box1', 'box2', 'box3']) await send(id);
  const [first, second, third] = (await list()).map(({ deviceId }) => deviceId);
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  const customer = await t.addUser({ deviceLimit: 1 });
  const cookie = await t.signIn(customer);
  const both = await Promise.all([assign(first, customer, { plate: 'ABC1D23' }), assign(first, customer)]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  assert.match(both.find(({ status }) => status === 409)?.text ?? '', /^Device already assigned - /);
  assert.deepEqual(t.tracker.directory.devices.get(first)?.attributes, { plate: 'ABC1D23' });
  assert.deepEqual([await named(cookie), await ids()], [['Van 3'], ['box2', 'box3']]);

  assert.match((await assign(second, customer)).text, /^User device limit reached - /);
  assert.equal((await assign(second, 999)).status, 404);
  assert.equal((await assign(second, administratorId, { name: ' ' })).status, 400);
  assert.deepEqual(await ids(), ['box2', 'box3'], 'nothing was half done');
  assert.equal((await assign(second, administratorId, { name: 'Mine' })).status, 200);
  assert.deepEqual(await named(root), ['Mine']);
  assert.equal(
    (await t.api('POST', `/devices/${third}/assign`, cookie, { userId: customer, name: 'x' })).status,
    400,
  );
});

test('[DEVFORM-502][INGEST-500] a rejected tracker is gone and does not come back by itself', async () => {
  const { t, root, send, list, ids } = await start();
  await send('box1');
  const [found] = await list();
  const id = found?.deviceId ?? 0;
  assert.equal((await t.api('POST', `/devices/${id}/reject`, root)).status, 204);
  assert.deepEqual(await ids(), []);
  assert.deepEqual(t.tracker.assignedDevices(), { assigned: 0, unassigned: 0 });
  assert.equal(await send('box1'), 400);
  assert.equal((await t.api('POST', `/devices/${id}/reject`, root)).status, 409, 'once');

  await t.restart();
  const again = await t.port('osmand');
  const late = await fetch(
    `http://127.0.0.1:${again}/?id=box1&lat=1&lon=1&timestamp=${Math.trunc(Date.now() / 1000)}`,
  );
  assert.equal(late.status, 400, 'it is remembered');
  const all: readonly { rejectedId?: string }[] = (await t.api('GET', '/devices?all=true', root)).json;
  assert.deepEqual(
    all.map(({ rejectedId }) => rejectedId),
    [undefined],
  );

  const added = await t.api('POST', '/devices', root, { name: 'Welcome', uniqueId: 'box1' });
  assert.equal(added.status, 200);
  assert.equal(
    (await t.api('POST', `/devices/${(added.json as { id: number }).id}/reject`, root)).status,
    409,
  );
  const now = Math.trunc(Date.now() / 1000);
  assert.equal((await fetch(`http://127.0.0.1:${again}/?id=box1&lat=1&lon=1&timestamp=${now}`)).status, 200);
});
