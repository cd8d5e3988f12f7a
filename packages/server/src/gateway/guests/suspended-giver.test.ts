import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import type { Device, NewShare, User } from '@rastro/fleet';
import { addDays, dateIn, NO_TERMS } from '@rastro/fleet/billing';
import { eventually } from '../../../test/eventually.ts';
import { runServer, type RunningServer } from '../../run-server.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { startForeignNode } from '../../../test/foreign-node.ts';
import { UserClient } from '../../../test/user-client.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'guests of those who owe' };
const TODAY = dateIn('UTC', Date.now());
const RESTING = 'HTTP 401 Unauthorized - This share is not available now';
const SUSPENDABLE = {
  'rastro.billingEnabled': true,
  'rastro.billingAutoSuspension': true,
  'rastro.billingAutoSuspensionDays': 10,
};
const overdueInvoice = (customerId: number) => ({
  customerId,
  issuerId: 0,
  customerName: 'Owner',
  customerKey: 'owner',
  month: null,
  dueDate: addDays(TODAY, -20),
  originalDueDate: addDays(TODAY, -20),
  value: 9000,
  status: 'OVERDUE' as const,
  count: 1,
  description: '',
  terms: NO_TERMS,
  reason: null,
  provider: 'manual' as const,
  createdAt: 0,
  lines: [],
});

/** Whatever `open` leaves behind. */
interface World {
  readonly front: RunningServer;
  /** Takes positions. */
  readonly behind: RunningServer;
  readonly admin: UserClient;
}
const start = (environment: Record<string, string>): Promise<RunningServer> =>
  runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        LICENSE_MODE: 'plus',
        MAP_STYLE_URL: '',
        POSTCODE_URL: '',
        ...environment,
      },
      null,
    ),
    pino({ level: 'silent' }),
  );
async function embedded(t: TestContext): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-suspended-guests-'));
  const front = await start({ DATA_DIR: folder, PROTOCOLS: 'osmand:0', ...ADMIN });
  t.after(async () => {
    await front.close();
    rmSync(folder, { recursive: true });
  });
  const admin = new UserClient(() => front.url);
  await admin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  return { front, behind: front, admin };
}
async function inFront(t: TestContext): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-suspended-foreign-'));
  const behind = await start({ DATA_DIR: join(folder, 'behind'), PROTOCOLS: 'osmand:0', ...ADMIN });
  const admin = new UserClient(() => behind.url);
  await admin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const token = (await admin.call('POST', '/api/session/token')).text;
  const foreign = await startForeignNode(behind.url, ['/api/shares']);
  const front = await start({
    TRACKING_SERVER_URL: foreign.url,
    TRACKING_SERVER_TOKEN: token,
    DATA_DIR: join(folder, 'front'),
  });
  t.after(async () => {
    await front.close();
    foreign.close();
    await behind.close();
    rmSync(folder, { recursive: true });
  });
  return { front, behind, admin };
}

/** A clerk below a customer shares a van; a guest watches. */
async function watched({ front, behind, admin }: World) {
  const server = await admin.json<{ attributes: object }>('GET', '/api/server');
  const attributes = { ...server.attributes, 'rastro.enableBilling': true };
  await admin.json('PUT', '/api/server', { ...server, attributes });
  const owner = { name: 'Owner', email: 'owner@example.com', password: 'a yard of vans' };
  const clerk = { name: 'Clerk', email: 'clerk@example.com', password: 'a desk in the yard' };
  const { id } = await admin.json<User>('POST', '/api/users', {
    ...owner,
    userLimit: 5,
    attributes: SUSPENDABLE,
  });
  const boss = new UserClient(() => behind.url);
  await boss.signIn(owner.email, owner.password);
  const { id: clerkId } = await boss.json<User>('POST', '/api/users', clerk);
  const van = await admin.json<Device>('POST', '/api/devices', { name: 'Van', uniqueId: 'van-1' });
  await admin.json('POST', '/api/permissions', { userId: clerkId, deviceId: van.id });
  await fetch(`http://127.0.0.1:${behind.protocols['osmand']}/?id=van-1&lat=-23.5&lon=-46.6`);
  const giver = new UserClient(() => front.url);
  await giver.signIn(clerk.email, clerk.password);
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const { token } = await giver.json<NewShare>('POST', '/ext/shares', { deviceId: van.id, expiration });
  const opened = await fetch(`${front.url}/api/session?token=${token}`);
  assert.equal(opened.status, 200);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = (path: string) => fetch(front.url + path, { headers: { cookie } });
  return { ownerId: id, token, cookie, get, vanId: van.id };
}
function live(front: RunningServer, cookie: string) {
  const socket = new WebSocket(`${front.url.replace('http', 'ws')}/api/socket`, { headers: { cookie } });
  const opened = new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  return { opened, closed };
}

describe('guests of somebody who is suspended', { concurrency: true }, () => {
  for (const [where, open] of [
    ['embedded', embedded],
    ['in front of a server that keeps no shares', inFront],
  ] as const)
    test(`[GATE-102] ${where}: a guest is what the giver is, with everybody above the giver`, async (t) => {
      const world = await open(t);
      const { front } = world;
      const { ownerId, token, cookie, get, vanId } = await watched(world);
      const period = 'from=2026-01-01T00:00:00Z&to=2036-01-01T00:00:00Z';
      const paths = ['/api/devices', '/api/positions', `/api/positions?deviceId=${vanId}&${period}`];
      for (const path of paths) assert.equal((await get(path)).status, 200, path);
      const watching = live(front, cookie);
      assert.equal(await watching.opened, true);
      const [invoice] = await front.billing.storage.issueInvoices({
        invoices: [overdueInvoice(ownerId)],
        userId: 0,
      });
      assert.ok(invoice);
      await watching.closed;
      for (const path of [...paths, '/api/session']) {
        const reply = await get(path);
        assert.deepEqual([reply.status, await reply.text()], [401, RESTING], path);
      }
      const again = await fetch(`${front.url}/api/session?token=${token}`);
      assert.deepEqual([again.status, await again.text()], [401, RESTING]);
      const bearer = { authorization: `Bearer ${token}` };
      assert.equal((await fetch(`${front.url}/api/devices`, { headers: bearer })).status, 401);
      assert.equal(await live(front, cookie).opened, false);
      // What is paid opens it again: the share itself has not ended.
      const admin = new UserClient(() => front.url);
      await admin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
      await admin.json('POST', '/ext/billing/receive', { ids: [invoice], reason: 'in cash', day: TODAY });
      await eventually(async () => (await get('/api/devices')).status === 200);
      // The account above the giver loses its own: so does the giver, and the share ends.
      const owner = await world.admin.json<User>('GET', `/api/users/${ownerId}`);
      await world.admin.json('PUT', `/api/users/${ownerId}`, { ...owner, disabled: true });
      await eventually(async () => (await get('/api/devices')).status !== 200);
      assert.equal((await get('/api/devices')).status, 401);
    });
});
