import { WebSocket } from 'ws';
import { once } from 'node:events';
import assert from 'node:assert/strict';
import { HOUR_MS } from '@rastro/base';
import { encodeRights, type Right } from '@rastro/fleet';
import { addDays, dateIn, NO_TERMS } from '@rastro/fleet/billing';
import { openExtensionStorage } from '@rastro/storage';
import { TRACCAR_ADMIN } from './real-traccar.ts';

/** For tests: a caller of each kind. */
export const ROLES = [
  'administrator',
  'suspended',
  'reseller',
  'manager',
  'user',
  'readonly',
  'deviceReadonly',
  'limitCommands',
  'disableReports',
  'advanced',
  'qrDriver',
  'guest',
  'nobody',
] as const;
export type Role = (typeof ROLES)[number];

/** Rights of the caller with advanced permissions. */
export const ADVANCED_RIGHTS: readonly Right[] = [
  'devices.view',
  'devices.edit',
  'geofences.view',
  'geofences.create',
  'devices.sendCommand',
  'events.view',
  'users.view',
];
const PASSWORD = 'a path along the river';
/** The first account that is made, after the administrator. */
const SUSPENDED_ID = 2;
/** An account below the reseller and the manager. */
export const BELOW_ID = 12;
const ACCOUNTS: Readonly<Record<string, object>> = {
  suspended: {
    attributes: {
      'rastro.billingEnabled': true,
      'rastro.billingAutoSuspension': true,
      'rastro.billingAutoSuspensionDays': 10,
    },
  },
  reseller: { userLimit: -1, attributes: { 'rastro.reseller': true } },
  manager: { userLimit: 50 },
  user: {},
  readonly: { readonly: true },
  deviceReadonly: { deviceReadonly: true },
  limitCommands: { limitCommands: true },
  disableReports: { disableReports: true },
  advanced: { attributes: { 'rastro.advancedPerms': encodeRights(ADVANCED_RIGHTS) } },
  qrDriver: { attributes: { 'rastro.isQrDriverId': 1 } },
  below: {},
};
const emailOf = (role: string): string =>
  role === 'administrator' ? TRACCAR_ADMIN.email : `${role.toLowerCase()}@example.com`;

/** One thing of each kind, all of which but the last account sees; each has the id 1. */
const THINGS = [
  ['device', '/api/devices', { name: 'Van', uniqueId: 'van-1', attributes: { plate: 'ABC1D23' } }],
  ['group', '/api/groups', { name: 'North' }],
  ['geofence', '/api/geofences', { name: 'Yard', area: 'CIRCLE (-23.5 -46.6, 150)' }],
  ['driver', '/api/drivers', { name: 'Dana', uniqueId: 'driver-1' }],
  [
    'calendar',
    '/api/calendars',
    {
      name: 'Weekdays',
      data: Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n').toString(
        'base64',
      ),
    },
  ],
  ['maintenance', '/api/maintenance', { name: 'Oil', type: 'totalDistance', start: 0, period: 1000 }],
  ['command', '/api/commands', { description: 'Call', type: 'custom', attributes: { data: 'STATUS#' } }],
  [
    'attribute',
    '/api/attributes/computed',
    { description: 'Fast', attribute: 'fast', expression: 'speed > 3', type: 'boolean' },
  ],
  ['notification', '/api/notifications', { type: 'deviceOnline', notificators: 'web' }],
  ['order', '/api/orders', { uniqueId: 'order-1', description: 'Bricks' }],
] as const;

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}
interface Sent {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A caller, signed in at a node of ours. */
export class RoleClient {
  readonly #url: string;
  #credentials: Readonly<Record<string, string>> = {};
  constructor(url: string) {
    this.#url = url;
  }
  /** Sends a password with each call, without a session. */
  usePassword(email: string, password = PASSWORD): void {
    this.#credentials = { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` };
  }
  async signIn(email: string, password = PASSWORD): Promise<Reply> {
    return this.#opened(await this.call('POST', '/api/session', { form: { email, password } }));
  }
  async openShare(token: string): Promise<Reply> {
    return this.#opened(await this.call('GET', `/api/session?token=${encodeURIComponent(token)}`));
  }
  /** Signs in as an account below. */
  async openAccount(id: number): Promise<Reply> {
    return this.#opened(await this.call('GET', `/api/session/${id}`));
  }
  /** Signs in again as the user who opened the account. */
  async goBack(): Promise<Reply> {
    return this.#opened(await this.call('POST', '/api/session/back'));
  }
  async call(method: string, path: string, { json, form, bytes, headers }: Sent = {}): Promise<Reply> {
    const reply = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...this.#credentials,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form ? { body: new URLSearchParams(form) } : {}),
      ...(bytes ? { body: bytes } : {}),
    });
    return { status: reply.status, text: await reply.text(), headers: reply.headers };
  }
  /** Texts of a live socket, from its opening on. */
  async openSocket(): Promise<{ readonly texts: readonly string[]; close(): void }> {
    const texts: string[] = [];
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/api/socket`, {
      headers: this.#credentials,
      origin: this.#url,
    });
    socket.on('message', (data: Buffer) => texts.push(data.toString('utf8')));
    await once(socket, 'open');
    return { texts, close: () => socket.terminate() };
  }
  async json<T>(method: string, path: string, json?: unknown): Promise<T> {
    const { status, text } = await this.call(method, path, { json });
    assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
    return JSON.parse(text === '' ? 'null' : text) as T;
  }
  #opened(reply: Reply): Reply {
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie !== undefined) this.#credentials = { cookie };
    return reply;
  }
}

/** Makes the accounts and what they see on a tracking server, by its API. */
export async function makeAccounts(
  call: <T>(method: string, path: string, json?: object) => Promise<T>,
): Promise<void> {
  for (const [role, fields] of Object.entries(ACCOUNTS)) {
    const account = { name: role, email: emailOf(role), password: PASSWORD, deviceLimit: -1, ...fields };
    const { id } = await call<{ id: number }>('POST', '/api/users', account);
    if (role === 'suspended') assert.equal(id, SUSPENDED_ID);
    if (role === 'below') assert.equal(id, BELOW_ID);
  }
  for (const [kind, path, thing] of THINGS) {
    const { id } = await call<{ id: number }>('POST', path, thing);
    assert.equal(id, 1, path);
    for (let userId = SUSPENDED_ID; userId <= BELOW_ID; userId += 1)
      await call('POST', '/api/permissions', { userId, [`${kind}Id`]: id });
  }
  for (const userId of [3, 4]) await call('POST', '/api/permissions', { userId, managedUserId: BELOW_ID });
}

/** Writes an invoice that has not been paid into the data of a node, before it starts. */
export async function suspend(folder: string): Promise<void> {
  const store = await openExtensionStorage({ folder });
  const dueDate = addDays(dateIn('UTC', Date.now()), -20);
  await store.issueInvoices({
    invoices: [
      {
        issuerId: 0,
        customerId: SUSPENDED_ID,
        customerName: 'suspended',
        customerKey: 'suspended',
        month: null,
        dueDate,
        originalDueDate: dueDate,
        value: 9000,
        status: 'OVERDUE',
        count: 1,
        description: '',
        terms: NO_TERMS,
        reason: null,
        provider: 'manual',
        createdAt: 0,
        lines: [],
      },
    ],
    userId: 0,
  });
  await store.close();
}

/** Signs all of them in at a node; the suspended one sends a password with each call. */
export async function signInAll(url: string, hasShares: boolean): Promise<ReadonlyMap<Role, RoleClient>> {
  const clients = new Map(ROLES.map((role) => [role, new RoleClient(url)] as const));
  for (const [role, client] of clients) {
    if (role === 'guest') {
      if (!hasShares) continue;
      const giver = clients.get('administrator');
      const share = { deviceIds: [1], expiration: new Date(Date.now() + HOUR_MS).toISOString() };
      const made = await giver?.json<{ token: string }>('POST', '/api/shares', share);
      assert.equal((await client.openShare(made?.token ?? '')).status, 200);
    } else if (role === 'suspended') client.usePassword(emailOf(role));
    else if (role !== 'nobody') assert.equal((await client.signIn(emailOf(role))).status, 200, role);
  }
  return clients;
}
