import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import pino from 'pino';
import { addDays, dateIn, NO_TERMS } from '@rastro/fleet/billing';
import { openExtensionStorage } from '@rastro/storage';
import { WebSocket } from 'undici';
import { eventually } from '../../test/eventually.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { SocketsByUser } from './sockets-by-user.ts';
import { readSettings } from '../settings/read-settings.ts';

const BOSS = { email: 'admin@example.com', password: 'a yard full of vans' };
const OWNER = { email: 'owner@example.com', password: 'a yard of his own' };
const CLERK = { email: 'clerk@example.com', password: 'a desk in the yard' };
const DANA = { email: 'dana.drives', password: 'keys in the drawer' };
const TODAY = dateIn('UTC', Date.now());
const overdueInvoice = {
  issuerId: 0,
  customerName: 'Owner',
  customerKey: 'owner',
  month: null,
  dueDate: addDays(TODAY, -20),
  originalDueDate: addDays(TODAY, -20),
  value: 9000,
  status: 'OVERDUE',
  count: 1,
  description: '',
  terms: NO_TERMS,
  reason: null,
  provider: 'manual',
  createdAt: 0,
  lines: [],
} as const;

class UserClient {
  readonly #url: string;
  cookie = '';
  constructor({ url }: RunningServer) {
    this.#url = url;
  }
  async signIn({ email, password }: typeof OWNER, trust = false): Promise<Response> {
    const body = new URLSearchParams({ email, password, ...(trust ? { trust: 'true' } : {}) });
    const reply = await fetch(`${this.#url}/api/session`, { method: 'POST', body });
    this.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    return reply;
  }
  call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.#url + path, {
      method,
      headers: { cookie: this.cookie, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
  async status(path: string): Promise<number> {
    const reply = await this.call('GET', path);
    await reply.text();
    return reply.status;
  }
}

/** A customer who has not paid, with a clerk; the server runs on the store that holds the debt. */
async function world(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-suspended-'));
  const environment = {
    DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    PROTOCOLS: '',
    LICENSE_MODE: 'plus',
    ADMIN_EMAIL: BOSS.email,
    ADMIN_PASSWORD: BOSS.password,
  };
  const open = (more: Record<string, string> = {}) =>
    runServer(readSettings({ ...environment, ...more }, null), pino({ level: 'silent' }));
  let server = await open();
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const boss = new UserClient(server);
  assert.equal((await boss.signIn(BOSS)).status, 200);
  const record = (await (await boss.call('GET', '/api/server')).json()) as { attributes: object };
  const attributes = { ...record.attributes, 'rastro.enableBilling': true };
  await boss.call('PUT', '/api/server', { ...record, attributes });
  const made = await boss.call('POST', '/api/users', {
    name: 'Owner',
    ...OWNER,
    userLimit: 5,
    attributes: {
      'rastro.billingEnabled': true,
      'rastro.billingAutoSuspension': true,
      'rastro.billingAutoSuspensionDays': 10,
      'rastro.trustUnlock': true,
      'rastro.billingTrustUnlockDays': 3,
    },
  });
  const { id: ownerId } = (await made.json()) as { id: number };
  const owner = new UserClient(server);
  await owner.signIn(OWNER);
  assert.equal((await owner.call('POST', '/api/users', { name: 'Clerk', ...CLERK })).status, 200);
  const driver = { name: 'Dana', uniqueId: 'card-1' };
  const { id: driverId } = (await (await owner.call('POST', '/api/drivers', driver)).json()) as {
    id: number;
  };
  const access = { username: DANA.email, password: DANA.password };
  assert.equal((await owner.call('PUT', `/ext/drivers/${driverId}/qr-access`, access)).status, 200);
  const dana = new UserClient(server);
  assert.equal((await dana.signIn(DANA)).status, 200);
  assert.equal(await dana.status('/ext/qr-driver/score'), 200);
  const token = await (
    await fetch(`${server.url}/api/session/token`, {
      method: 'POST',
      headers: { cookie: owner.cookie },
      body: new URLSearchParams(),
    })
  ).text();
  const wall = await wallOf(owner, token);
  const arrival = await arrivalOf(owner);
  await server.close();
  const store = await openExtensionStorage({ folder });
  const [invoice] = await store.issueInvoices({
    invoices: [{ ...overdueInvoice, customerId: ownerId }],
    userId: 0,
  });
  await store.close();
  assert.ok(invoice);
  server = await open();
  const before = new UserClient(server);
  before.cookie = owner.cookie;
  const driverBefore = new UserClient(server);
  driverBefore.cookie = dana.cookie;
  return {
    server,
    invoice,
    token,
    wall,
    arrival,
    before,
    driverBefore,
    newClient: () => new UserClient(server),
  };
}

/** Makes a wall of the map. @returns what its link has. */
async function wallOf(owner: UserClient, loginToken: string): Promise<string> {
  const made = await owner.call('POST', '/ext/walls', {
    name: 'Hall',
    layoutIds: [],
    map: true,
    seconds: 30,
    expiration: new Date(Date.now() + 3_600_000).toISOString(),
    zone: 'UTC',
    language: 'en',
    loginToken,
  });
  assert.equal(made.status, 200);
  const { token }: { token: string } = JSON.parse(await made.text());
  return token;
}

/** Shares an order of the customer. @returns what its link has. */
async function arrivalOf(owner: UserClient): Promise<string> {
  const order = await owner.call('POST', '/ext/orders', {
    customer: 'Bakery',
    place: { address: 'Main Street 1' },
  });
  const { id }: { id: number } = JSON.parse(await order.text());
  const made = await owner.call('POST', `/ext/orders/${id}/arrival`, {});
  assert.equal(made.status, 200);
  const { token }: { token: string } = JSON.parse(await made.text());
  return token;
}

test('[ARRIVAL-5] an arrival that who has not paid shares is dark, and is back with the account', async (t) => {
  const { server, arrival, newClient } = await world(t);
  const status = async (): Promise<number> => {
    const reply = await fetch(`${server.url}/ext/arrival`, { headers: { 'x-arrival-token': arrival } });
    await reply.text();
    return reply.status;
  };
  assert.equal(await status(), 404);
  assert.equal((await newClient().signIn(OWNER, true)).status, 200);
  await eventually(async () => (await status()) === 200);
});

test('[WALL-3] a wall of who has not paid is dark, and has its picture back with the account', async (t) => {
  const { server, wall, newClient } = await world(t);
  const status = async (): Promise<number> => {
    const reply = await fetch(`${server.url}/ext/wall`, { headers: { 'x-wall-token': wall } });
    await reply.text();
    return reply.status;
  };
  assert.equal(await status(), 404);
  assert.equal((await newClient().signIn(OWNER, true)).status, 200);
  assert.equal(await status(), 200);
});

test('[GATE-71] who has not paid is told at the login what he owes, and so is nobody below him', async (t) => {
  const { server, invoice, token, before, newClient } = await world(t);
  const owner = newClient();
  const refused = await owner.signIn(OWNER);
  const body = (await refused.json()) as {
    error: string;
    trustAvailable: boolean;
    invoices: { id: number; dues: { total: number } }[];
  };
  assert.equal(refused.status, 401);
  assert.match(body.error, /^Account is suspended - /);
  assert.deepEqual([body.trustAvailable, body.invoices.map(({ id }) => id)], [true, [invoice]]);
  assert.equal(body.invoices[0]?.dues.total, 9000);
  // The session that the tracking server had begun is over.
  assert.equal(await owner.status('/api/session'), 404);
  const clerk = (await (await newClient().signIn(CLERK)).json()) as typeof body;
  assert.deepEqual([clerk.trustAvailable, clerk.invoices], [false, []]);
  const bearer = { authorization: `Bearer ${token}` };
  assert.equal((await fetch(`${server.url}/api/devices`, { headers: bearer })).status, 401);
  assert.equal((await fetch(`${server.url}/api/session?token=${token}`)).status, 401);
  const basic = Buffer.from(`${OWNER.email}:${OWNER.password}`).toString('base64');
  const withPassword = await fetch(`${server.url}/api/devices`, {
    headers: { authorization: `Basic ${basic}` },
  });
  assert.equal(withPassword.status, 401);
  // With the earlier session, too; signing out still works.
  assert.equal(await before.status('/api/session?quiet=true'), 401);
  assert.equal(await before.status('/api/devices'), 401);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/socket`, {
    headers: { cookie: before.cookie },
  });
  await new Promise((resolve) => socket.addEventListener('error', resolve));
  assert.equal((await before.call('DELETE', '/api/session')).status, 204);
  assert.equal((await newClient().signIn(BOSS)).status, 200);
});

test('[GATE-72] on his word he comes in, with everybody below him', async (t) => {
  const { newClient } = await world(t);
  const owner = newClient();
  assert.equal((await owner.signIn(OWNER, true)).status, 200);
  assert.equal(await owner.status('/api/devices'), 200);
  const clerk = newClient();
  assert.equal((await clerk.signIn(CLERK)).status, 200);
  assert.equal(await clerk.status('/api/devices'), 200);
});

test('[COACH-11] a driver of a suspended company reads their page no more, as they check in no more', async (t) => {
  const { driverBefore } = await world(t);
  const [page, checkIn] = [
    await driverBefore.call('GET', '/ext/qr-driver/score'),
    await driverBefore.call('GET', '/ext/qr-driver'),
  ];
  const text = await page.text();
  assert.deepEqual([page.status, text], [checkIn.status, await checkIn.text()]);
  assert.match(text, /suspended/);
});

test('[GATE-73] live connections of whoever is suspended end, and no other', () => {
  const sockets = new SocketsByUser();
  const [mine, also, theirs] = [new PassThrough(), new PassThrough(), new PassThrough()];
  sockets.add(5, mine);
  sockets.add(5, also);
  sockets.add(6, theirs);
  sockets.end([5, 9]);
  assert.deepEqual([mine.destroyed, also.destroyed, theirs.destroyed], [true, true, false]);
});
