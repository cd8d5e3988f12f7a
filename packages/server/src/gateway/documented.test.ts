import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { HOUR_MS } from '@rastro/base';
import fc from 'fast-check';
import pino from 'pino';
import type { ServedTracker } from '@rastro/tracker';
import { faultsIn } from '../../test/json-schema.ts';
import { callsOf, resolver, responseOf, type Described, type Sent } from '../../test/openapi-calls.ts';
import {
  BUDGET,
  CHECKLIST,
  COST,
  INSPECTION,
  LAYOUT,
  LEASE,
  PURCHASE,
  WALL,
} from '../../test/role-bodies.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

/** Longer walks: OPENAPI_RUNS=300 OPENAPI_SEED=7 node --test … */
const RUNS = Number(process.env['OPENAPI_RUNS'] ?? 18);
const SEED = Number(process.env['OPENAPI_SEED'] ?? 20_261_122);
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a walk through the document' };

const folder = mkdtempSync(join(tmpdir(), 'rastro-documented-'));
const MONEY = { LICENSE_MODE: 'plus' };
let server: RunningServer;
let actors: readonly Actor[];
before(async () => {
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    PROTOCOLS: 'osmand:0',
    ...ADMIN,
    ...MONEY,
  };
  server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
  actors = await settle();
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const tracker = (): ServedTracker => {
  assert.ok(server.tracker);
  return server.tracker;
};

/** Caller of the API; exists again for the next call, however a call ends. */
class Actor {
  readonly name: string;
  #user: ReturnType<ServedTracker['directory']['users']['get']>;
  #token = '';
  constructor(name: string, userId: number | null) {
    this.name = name;
    this.#user = userId === null ? undefined : tracker().directory.users.get(userId);
  }
  /** Headers that identify the caller. */
  async headers(): Promise<Record<string, string>> {
    if (!this.#user) return {};
    const { directory, authenticator, credentials } = tracker();
    const now = directory.users.get(this.#user.id);
    if (!now) this.#user = await directory.users.create(this.#user);
    else if (now !== this.#user) this.#user = await directory.users.update(this.#user);
    if (!authenticator.fromToken(this.#token)) {
      const issued = { purpose: 'login', userId: this.#user.id, lifeMs: HOUR_MS } as const;
      this.#token = (await credentials.issue(issued)).secret;
    }
    return { authorization: `Bearer ${this.#token}` };
  }
}

const nobody = (): Actor => new Actor('nobody', null);

/** @param call Path of what is posted, or method and path. */
async function ask(
  call: string,
  headers: Record<string, string>,
  body: object,
  base = '/api',
): Promise<{ id: number }> {
  const isForm = body instanceof URLSearchParams;
  const [path = '', method = 'POST'] = call.split(' ').toReversed();
  const reply = await fetch(`${server.url}${base}${path}`, {
    method,
    headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  assert.ok(reply.ok, `${path}: ${text}`);
  return text.startsWith('{') ? JSON.parse(text) : { id: 0 };
}

const CALENDAR = Buffer.from('BEGIN:VCALENDAR\nEND:VCALENDAR').toString('base64');
/** Entities to make of each kind apart from vehicles. */
const OTHERS: readonly (readonly [path: string, body: object])[] = [
  ['/notifications', { type: 'alarm', notificators: 'web', attributes: { alarms: 'sos' } }],
  ['/calendars', { name: 'Weekdays', data: CALENDAR }],
  ['/maintenance', { name: 'Oil', type: 'totalDistance', start: 0, period: 1000 }],
  [
    '/attributes/computed',
    { description: 'Fast', attribute: 'fast', expression: 'speed > 3', type: 'boolean' },
  ],
];

/** A small fleet with a past, and one user of each kind. */
async function settle(): Promise<readonly Actor[]> {
  const boss = new Actor('administrator', 1);
  const as = await boss.headers();
  const record = tracker().directory.server;
  const attributes = { ...record.attributes, 'rastro.enableBilling': true };
  await tracker().directory.updateServer({ ...record, attributes });
  const account = { password: 'a long enough sentence', deviceLimit: -1 };
  const manager = await ask('/users', as, {
    ...account,
    name: 'Manager',
    email: 'm@example.com',
    userLimit: -1,
  });
  const user = await ask('/users', as, { ...account, name: 'User', email: 'u@example.com' });
  for (const n of [1, 2, 3]) {
    await ask('/groups', as, { name: `Group ${n}` });
    await ask('/devices', as, { name: `Van ${n}`, uniqueId: `van-${n}`, groupId: n });
    await ask('/geofences', as, { name: `Yard ${n}`, area: 'CIRCLE (-23.5 -46.6, 150)' });
    await ask('/commands', as, { description: `Call ${n}`, type: 'custom', attributes: { data: 'STATUS#' } });
    for (const [path, body] of OTHERS) await ask(path, as, body);
    for (const path of ['/drivers', '/orders'])
      await ask(path, as, { ...(path === '/orders' ? {} : { name: 'Dana' }), uniqueId: `other-${n}` });
    for (const userId of [manager.id, user.id]) await ask('/permissions', as, { userId, deviceId: n });
    for (const hour of [9, 10, 11]) {
      const when = `timestamp=2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`;
      const query = `id=van-${n}&lat=-23.${hour}&lon=-46.6&speed=20&${when}`;
      await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`);
    }
  }
  await bill(as, [manager.id, user.id]);
  for (const n of [1, 2, 3])
    await ask('/orders', as, { customer: `Bakery ${n}`, place: { address: `Main Street ${n}` } }, '/ext');
  const begin = { day: '2026-12-01', beginsAt: '2026-12-01T08:00:00Z', deviceId: 1, orderIds: [1, 2] };
  await ask('/routes', as, begin, '/ext');
  await work(as);
  const share = new URLSearchParams({ deviceId: '1', expiration: '2040-01-01T00:00:00Z' });
  await ask('/share/device', as, share);
  const guest = [...tracker().directory.users.inOrder()].find(({ temporary }) => temporary);
  return [
    boss,
    new Actor('manager', manager.id),
    new Actor('user', user.id),
    new Actor('guest', guest?.id ?? null),
    nobody(),
  ];
}

/** Writes down of each vehicle, as an office does, and stores reports that are made again and again. */
async function work(as: Record<string, string>): Promise<void> {
  for (const n of [1, 2, 3]) {
    await ask('/services', as, { deviceId: n, time: '2026-11-19T09:00:00Z' });
    await ask('/reports', as, { type: 'trips', description: `Trips ${n}`, calendarId: n });
    await ask('/shares', as, { deviceIds: [n], expiration: '2040-01-01T00:00:00Z' });
    await ask('/commands/send', as, { deviceId: n, type: 'custom', attributes: { data: 'STATUS#' } });
    const layout = await ask('/ext/layouts', as, LAYOUT, '');
    const expiration = new Date(Date.now() + HOUR_MS).toISOString();
    const wall = {
      ...WALL,
      expiration,
      layoutIds: [layout.id],
      loginToken: as['authorization']?.slice('Bearer '.length),
    };
    await ask('/ext/walls', as, wall, '');
    await ask('/ext/costs', as, { ...COST, deviceId: n }, '');
    await ask(`PUT /ext/costs/purchases/${n}`, as, PURCHASE, '');
    await ask('/ext/costs/recurring', as, { ...LEASE, deviceId: n }, '');
    await ask('/ext/costs/budgets', as, { ...BUDGET, deviceId: n }, '');
    await ask('/ext/checklists', as, { ...CHECKLIST, name: `Daily ${n}` }, '');
    const key = `3f0cf3a4-6a55-4d5e-9f0a-6b3f6f0f6c1${n}`;
    const answers = [{ itemId: 1, isOk: false }];
    await ask('/ext/inspections', as, { ...INSPECTION, key, checklistId: n, deviceId: n, answers }, '');
  }
}

/** Bills customers: as many invoices as vehicles. */
async function bill(as: Record<string, string>, customers: readonly number[]): Promise<void> {
  for (const [index, customerId] of [...customers, ...customers].entries()) {
    const reply = await fetch(`${server.url}/ext/billing/invoices`, {
      method: 'POST',
      headers: { ...as, 'content-type': 'application/json' },
      body: JSON.stringify({ customerId, dueDate: '2040-01-10', value: 1000 * (index + 1) }),
    });
    assert.equal(reply.status, 200, await reply.text());
  }
}

/** A track of nothing is a list of no chunks: no byte. */
const TRACK_TYPE = 'application/vnd.rastro.track';

/** Parts of an answer that the document does not describe. */
async function undocumented(
  document: Described,
  { sent, operation, reply }: Answered,
): Promise<string | null> {
  const text = await reply.text();
  const what = `${sent.method} ${sent.url} answered ${reply.status}`;
  const response = responseOf(document, operation, reply.status);
  if (!response) return `${what}: ${text.slice(0, 200)}`;
  if (reply.status >= 500 && reply.status !== 503) return `${what}: ${text.slice(0, 200)}`;
  const type = reply.headers.get('content-type')?.split(';')[0] ?? null;
  if (type === null || (text === '' && type !== TRACK_TYPE))
    return text === '' && !response.content ? null : `${what} with nothing, or without a type`;
  const media = Object.entries(response.content ?? {}).find(
    ([name]) => name === type || (name.endsWith('/*') && type.startsWith(name.slice(0, -1))),
  );
  if (!media) return `${what} as ${type}`;
  if (type !== 'application/json') return null;
  const faults = faultsIn(media[1].schema ?? {}, JSON.parse(text), resolver(document));
  return faults.length === 0 ? null : `${what}: ${faults.slice(0, 3).join('; ')}`;
}
interface Answered {
  readonly sent: Sent;
  readonly operation: Described['paths'][string][string];
  readonly reply: Response;
}

test('[DOCS-7] whoever calls whatever, the answer has a status, a type and a shape that the document names', async () => {
  const text = await (await fetch(`${server.url}/api/openapi.json`)).text();
  const document: Described = JSON.parse(text);
  const settings = tracker().directory.server;
  const succeeded = new Set<string>();
  const order = ['get', 'post', 'put', 'delete'];
  const operations = Object.entries(document.paths)
    .flatMap(([path, all]) => Object.entries(all).map(([method, operation]) => ({ method, path, operation })))
    // What takes away comes last.
    .toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  const id = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(1, 2, 3) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 7, 99_999) },
  );
  const [boss = nobody(), ...others] = actors;
  // Who may more does more.
  const anybody = fc.oneof({ weight: 2, arbitrary: fc.constant(boss) }, fc.constantFrom(...others));
  const found: string[] = [];
  for (const each of operations) {
    const { operation } = each;
    await fc.assert(
      fc.asyncProperty(anybody, callsOf(document, each, id), async (who, sent) => {
        const { url, method, type, body } = sent;
        const headers = { ...(await who.headers()), ...(type === null ? {} : { 'content-type': type }) };
        const reply = await fetch(server.url + url, { method, headers, body, redirect: 'manual' });
        if (reply.ok) succeeded.add(`${each.method} ${each.path}`);
        const fault = await undocumented(document, { sent, operation, reply });
        if (tracker().directory.server !== settings) await tracker().directory.updateServer(settings);
        if (fault !== null) found.push(`${who.name}: ${fault}`);
      }),
      // Of its own, or one unlucky draw would be that of all that take the same parameters; and the same when others come.
      { numRuns: RUNS, seed: SEED + (crc32(`${each.method} ${each.path}`) % 1_000_000), endOnFailure: true },
    );
  }
  assert.deepEqual(found, []);
  // No report is mailed without a mail server; the rest needs a geocoder, a provider of accounts, or a lucky draw.
  const possible = operations.filter(({ path }) => !path.endsWith('/mail'));
  const what = `${succeeded.size} of ${possible.length} operations did something`;
  assert.ok(succeeded.size > possible.length * 0.7, what);
});
