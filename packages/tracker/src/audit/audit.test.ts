import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hashPassword } from '../access/passwords.ts';
import type { Storage } from '@rastro/storage';
import { TRACKING_ROUTES, type Route } from '@rastro/fleet/api';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

interface Action {
  readonly id: number;
  readonly actionTime: string;
  readonly address: string;
  readonly userId: number;
  readonly userEmail: string | null;
  readonly actionType: string;
  readonly objectType: string;
  readonly objectId: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}
const ALWAYS = 'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';

let t: TestTracker;
let logFails = false;
before(async () => {
  t = await openTestTracker({}, (storage): Storage => ({
    ...storage,
    appendActions: async (actions) => {
      if (logFails) throw new Error('no room');
      return storage.appendActions(actions);
    },
  }));
});
after(() => t.dispose());

async function start(): Promise<{ id: number; cookie: string; since: () => Promise<readonly Action[]> }> {
  const id = await t.addUser({ administrator: true });
  const cookie = await t.signIn(id);
  const all = async (): Promise<readonly Action[]> => (await t.api('GET', `/audit?${ALWAYS}`, cookie)).json;
  const known = (await all()).length;
  return { id, cookie, since: async () => (await all()).slice(known) };
}
const brief = (actions: readonly Action[]) =>
  actions.map(({ actionType, objectType, objectId }) => [actionType, objectType, objectId]);

test('[AUDIT-1] making, changing, linking and removing leave a line each, with who and what', async () => {
  const { id, cookie, since } = await start();
  const device = (await t.api('POST', '/devices', cookie, { name: 'V', uniqueId: '1' })).json as {
    id: number;
  };
  await t.api('PUT', `/devices/${device.id}`, cookie, { ...device, name: 'W' });
  const fence = (await t.api('POST', '/geofences', cookie, { name: 'F', area: 'CIRCLE (1 1, 5)' })).json as {
    id: number;
  };
  await t.api('POST', '/permissions', cookie, { deviceId: device.id, geofenceId: fence.id });
  await t.api('DELETE', '/permissions', cookie, { deviceId: device.id, geofenceId: fence.id });
  await t.api('DELETE', `/devices/${device.id}`, cookie);
  const actions = await since();
  assert.deepEqual(brief(actions), [
    ['create', 'device', device.id],
    ['link', 'device', device.id],
    ['edit', 'device', device.id],
    ['create', 'geofence', fence.id],
    ['link', 'geofence', fence.id],
    ['link', 'geofence', fence.id],
    ['unlink', 'geofence', fence.id],
    ['remove', 'device', device.id],
  ]);
  assert.deepEqual(actions[5]?.attributes, { ownerType: 'device', ownerId: device.id });
  const [first] = actions;
  assert.deepEqual([first?.userId, first?.address], [id, '127.0.0.1']);
  assert.match(first?.userEmail ?? '', /@example\.com$/);
  assert.match(first?.actionTime ?? '', /^20\d\d-.*\+00:00$/);
});

test('[AUDIT-2] sign-ins, refused ones, sign-outs and acting as somebody else are kept', async () => {
  const { id, cookie } = await start();
  const email = 'eva@example.com';
  const eva = await t.addUser({ email, passwordHash: await hashPassword('right one') });
  const login = (password: string) =>
    t.api('POST', '/session', undefined, new URLSearchParams({ email, password }));
  await login('wrong one');
  const signedIn = await login('right one');
  await t.api('DELETE', '/session', signedIn.cookie);
  const asEva = await t.api('GET', `/session/${eva}`, cookie);
  await t.api('POST', '/devices', asEva.cookie, { name: 'V', uniqueId: '2' });
  const logged: readonly Action[] = (await t.api('GET', `/audit?${ALWAYS}`, await t.signIn(id))).json;
  const evas = logged.filter((action) => action.userId === eva).map(({ actionType }) => actionType);
  assert.deepEqual(evas.slice(-5), ['denied', 'login', 'logout', 'create', 'link']);
  const created = logged.findLast(({ actionType }) => actionType === 'create');
  assert.equal(created?.attributes['actorId'], id, 'who really acted');
  const denied = logged.findLast(({ actionType }) => actionType === 'denied');
  assert.deepEqual(denied?.attributes, { name: email }, 'no password');
});

test('[AUDIT-3] what cannot be logged is not confirmed', async () => {
  const { cookie } = await start();
  logFails = true;
  const reply = await t.api('POST', '/groups', cookie, { name: 'G' });
  logFails = false;
  assert.ok(reply.status >= 500, String(reply.status));
});

test('[AUDIT-4] reports are kept with their period; the log is for administrators, with both bounds', async () => {
  const { cookie, since } = await start();
  await t.api('GET', `/reports/route?${ALWAYS}&deviceId=5&deviceId=6`, cookie);
  const [report] = await since();
  assert.deepEqual(
    [report?.actionType, report?.attributes['type'], report?.attributes['devices']],
    ['report', 'route', '[5, 6]'],
  );
  assert.equal((await t.api('GET', `/audit?${ALWAYS}`, await t.signIn(await t.addUser()))).status, 400);
  assert.equal((await t.api('GET', '/audit?from=2020-01-01T00:00:00Z', cookie)).status, 400);
  assert.deepEqual(
    (await t.api('GET', '/audit?from=2000-01-01T00:00:00Z&to=2001-01-01T00:00:00Z', cookie)).json,
    [],
  );
});

test('[AUDIT-6] whoever reads history in bulk leaves a line: lists, sheets, mails, files, traffic', async () => {
  const unaudited = Object.entries<Route>(TRACKING_ROUTES)
    .filter(([, { access, audit }]) => JSON.stringify(access).includes('reports.') && !audit)
    .map(([key]) => key);
  assert.deepEqual(
    unaudited,
    ['GET /permissions', 'GET /reports', 'GET /reports/:id'],
    'which reports there are and what they are linked with, not what is in them',
  );
  const { cookie, since } = await start();
  const id = await t.addDevice('bulk-1');
  for (const path of [
    `/reports/trips/xlsx?${ALWAYS}&deviceId=${id}`,
    `/reports/summary/csv?${ALWAYS}&deviceId=${id}`,
    '/reports/devices/xlsx',
    `/positions/gpx?${ALWAYS}&deviceId=${id}`,
    `/devices/${id}/traffic`,
    `/devices/${id}/traffic?after=7`,
  ])
    assert.equal((await t.api('GET', path, cookie)).status, 200, path);
  assert.deepEqual(
    (await since()).map(({ actionType, attributes: { type, format } }) => [actionType, type, format]),
    [
      ['report', 'trips', 'xlsx'],
      ['report', 'summary', 'csv'],
      ['report', 'devices', 'xlsx'],
      ['report', 'gpx', undefined],
      ['readTraffic', undefined, undefined],
    ],
  );
});

test('[AUDIT-5] the figures of a day are counted, asked for by administrators, and go on after a restart', async () => {
  const { cookie } = await start();
  const today = async (): Promise<Readonly<Record<string, number>>> => {
    const days = (await t.api('GET', `/statistics?${ALWAYS}`, cookie)).json as never[];
    assert.equal(days.length, 1);
    return days[0] ?? {};
  };
  const before = await today();
  await t.api('GET', '/server', cookie);
  const now = await today();
  assert.equal(Number(now['requests']) - Number(before['requests']), 2);
  assert.ok(Number(now['activeUsers']) >= 1);
  await t.restart();
  assert.ok(Number((await today())['requests']) > Number(now['requests']));
  assert.equal((await t.api('GET', `/statistics?${ALWAYS}`, await t.signIn(await t.addUser()))).status, 400);
});

test('[AUDIT-7] an edit is kept with what was before and after, a removal with the name, secrets with neither', async () => {
  const { cookie, since } = await start();
  const device = (await t.api('POST', '/devices', cookie, { name: 'V', uniqueId: '77' })).json as object & {
    id: number;
  };
  await t.api('PUT', `/devices/${device.id}`, cookie, { ...device, name: 'W', attributes: { plate: 'A' } });
  await t.api('PUT', `/devices/${device.id}`, cookie, { ...device, name: 'W', attributes: { plate: 'A' } });
  await t.api('DELETE', `/devices/${device.id}`, cookie);
  const eva = await t.addUser({ email: 'eva7@example.com', name: 'Eva Rosa' });
  const user = (await t.api('GET', `/users/${eva}`, cookie)).json as object;
  await t.api('PUT', `/users/${eva}`, cookie, { ...user, password: 'very secret words' });
  const server = (await t.api('GET', '/server')).json as object;
  await t.api('PUT', '/server', cookie, { ...server, latitude: 7 });
  const lines = await since();
  const attributesOf = (type: string, action: string): unknown =>
    lines.filter(({ objectType, actionType }) => objectType === type && actionType === action)[0]?.attributes;
  assert.deepEqual(attributesOf('device', 'edit'), {
    changes: { name: { before: 'V', after: 'W' }, 'attributes.plate': { before: null, after: 'A' } },
  });
  const again = lines.filter(
    ({ objectType, actionType }) => objectType === 'device' && actionType === 'edit',
  )[1];
  assert.deepEqual(again?.attributes, {}, 'nothing changed');
  assert.deepEqual(attributesOf('device', 'remove'), { name: 'W' });
  assert.deepEqual(attributesOf('user', 'edit'), {
    changes: { passwordHash: { before: null, after: '***' } },
  });
  assert.deepEqual(attributesOf('server', 'edit'), { changes: { latitude: { before: 0, after: 7 } } });
  assert.doesNotMatch(JSON.stringify(lines), /very secret|argon2/);
});
