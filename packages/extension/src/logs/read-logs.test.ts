import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import type { LogPage, User } from '@rastro/fleet';
import { openExtensionStorage, type NewAction } from '@rastro/storage';
import { EXTENSION_ROUTES, type ExtensionKey } from '@rastro/fleet/api';
import { bindRoute } from '../extension-route.ts';
import { readLogs } from './read-logs.ts';

const NOW = Date.UTC(2026, 5, 30);
const CALLER = { id: 1, administrator: true } as unknown as User;

test('[LOGS-1] the log is read by person, device, kind, words and period, in pages that end', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-logs-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const line = (fields: Partial<NewAction>): NewAction => ({
    actionTime: NOW - 1000,
    address: '192.0.2.7',
    userId: 1,
    actionType: 'edit',
    objectType: 'device',
    objectId: 7,
    attributes: {},
    ...fields,
  });
  await storage.appendActions([
    line({}),
    line({ userId: 2, attributes: { changes: { name: { before: 'Van', after: 'Truck' } } } }),
    line({ objectId: 8, actionType: 'remove' }),
    line({ actionTime: NOW - 10 * 86_400_000 }),
  ]);
  const { ofServer, ofUser, ofDevice } = readLogs({
    log: storage,
    clock: { ...systemClock, now: () => NOW },
  });
  const bound = (key: ExtensionKey, handler: Parameters<typeof bindRoute>[0]['handler']) =>
    bindRoute({ key, route: EXTENSION_ROUTES[key], handler, writeAudit: async () => {} });
  const routes = [
    bound('GET /server/logs', ofServer),
    bound('GET /users/:id/logs', ofUser),
    bound('GET /devices/:id/logs', ofDevice),
  ];
  const ask = async (path: string, query: object = {}, params: object = {}) => {
    const route = routes.find((each) => each.path === path);
    assert.ok(route);
    assert.deepEqual([route.route.tier, route.route.access], ['plus', 'administrator']);
    return route.answer({
      params,
      query,
      body: null,
      host: 'x',
      caller: CALLER,
      address: '::1',
      header: null,
    });
  };
  const page = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body as LogPage;
  const ids = ({ lines }: LogPage) => lines.map(({ id }) => id);
  assert.deepEqual(ids(await page('/server/logs')), [3, 2, 1], 'of the last week');
  assert.deepEqual(ids(await page('/users/:id/logs', {}, { id: '2' })), [2]);
  assert.deepEqual(ids(await page('/devices/:id/logs', {}, { id: '8' })), [3]);
  assert.deepEqual(ids(await page('/server/logs', { text: 'truck' })), [2]);
  const from = new Date(NOW - 30 * 86_400_000).toISOString();
  const first = await page('/server/logs', { from, limit: '3', oldest: 'true' });
  assert.deepEqual(ids(first), [4, 1, 2]);
  const last = await page('/server/logs', { from, limit: '3', oldest: 'true', after: first.next });
  assert.deepEqual([ids(last), last.next], [[3], null]);
  assert.equal((await ask('/server/logs', { after: 'nowhere' })).status, 400);
});
