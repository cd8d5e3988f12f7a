import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@rastro/base';
import type { Attributes } from '@rastro/fleet';
import { findProtocol } from '@rastro/protocols';
import { openMediaFolder } from '../src/media/media-folder.ts';
import { openStorage, type Storage } from '@rastro/storage';
import { PLAIN_ACCOUNT } from '../src/access/plain-account.ts';
import { DEFAULT_PIPELINE_OPTIONS } from '../src/pipeline/options.ts';
import { openTracker, type Tracker, type TrackerOptions } from '../src/tracker.ts';

/** No outside service; local addresses may be called. */
export const NO_OUTGOING: TrackerOptions['outgoing'] = {
  channels: { telegram: null, firebase: null, webPush: null },
  notificationLimit: 1000,
  timeoutMs: 5000,
  retryPauseMs: 1,
  mail: null,
  sms: null,
  allowPrivateUrls: true,
};
export const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

export interface TestTracker {
  readonly tracker: Tracker;
  readonly storage: Storage;
  readonly mediaFolder: string;
  /** Port of a protocol's listener, opened on first use. */
  port(protocol: string): Promise<number>;
  addDevice(uniqueId: string, fields?: object): Promise<number>;
  addUser(fields?: object): Promise<number>;
  /** Attributes of the server record, in addition to those it has. */
  setServer(attributes: Attributes): Promise<void>;
  /** Signed in, for `api` calls. @returns the cookie header. */
  signIn(userId: number): Promise<string>;
  api(
    method: string,
    path: string,
    cookie?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json: never; text: string; cookie: string }>;
  history(deviceId: number): Promise<readonly { fixTime: number; id: number }[]>;
  /** Closes and opens again on the same data. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}

/** Quiet and quick; no outside service. */
export const testOptions = (mediaFolder: string): Omit<TrackerOptions, 'storage'> => ({
  clock: systemClock,
  log: SILENT,
  version: 'test',
  brand: 'rastro',
  publicUrl: 'https://fleet.example.com',
  secureCookies: false,
  pipeline: DEFAULT_PIPELINE_OPTIONS,
  commit: { maxRows: 20_000, commitRows: 4000, gatherMs: 1 },
  tcp: { idleMs: 60_000, loginMs: 60_000, maxPending: 500, maxStrangers: 10_000 },
  statusTimeoutMs: 600_000,
  registerUnknown: null,
  forward: [],
  outgoing: NO_OUTGOING,
  auditDays: 730,
  historyDays: 0,
  reportDeviceDays: 100_000,
  geocoder: null,
  openId: null,
  restart: () => {},
  onReplaced: () => {},
  outgoingLogDays: 90,
  plus: true,
  deviceLimit: () => 100_000,
  media: openMediaFolder(mediaFolder),
  dataFolder: tmpdir(),
});

/**
 * A whole tracking server on a fresh SQLite folder; everything real but the log.
 * @param disk Read at each opening, so that a restart can find more space.
 */
export async function openTestTracker(
  options: Partial<TrackerOptions> = {},
  wrap: (storage: Storage) => Storage = (storage) => storage,
  disk: { maxPages: number | null } = { maxPages: null },
): Promise<TestTracker> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-tracker-'));
  const ports = new Map<string, number>();
  const open = async (): Promise<{ storage: Storage; tracker: Tracker }> => {
    const storage = wrap(await openStorage({ folder, ...disk }));
    const tracker = await openTracker({
      storage,
      ...testOptions(join(folder, 'media')),
      ...options,
    });
    return { storage, tracker };
  };
  let running = await open();
  const close = async (): Promise<void> => {
    await running.tracker.close();
    await running.storage.close();
    ports.clear();
  };
  const api: TestTracker['api'] = async (method, path, cookie, body, headers = {}) => {
    const form = body instanceof URLSearchParams;
    const reply = await running.tracker.api.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: {
        ...(cookie === undefined ? {} : { cookie }),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: form ? body.toString() : (body as object) }),
    });
    const text = reply.body;
    return {
      status: reply.statusCode,
      text,
      json: (isJson(text) ? JSON.parse(text) : null) as never,
      cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '',
    };
  };
  return {
    get tracker() {
      return running.tracker;
    },
    get storage() {
      return running.storage;
    },
    mediaFolder: join(folder, 'media'),
    port: async (name) => {
      const known = ports.get(name);
      if (known !== undefined) return known;
      const protocol = findProtocol(name);
      if (!protocol) throw new Error(`no protocol ${name}`);
      const port = await running.tracker.listen({ protocol, host: '127.0.0.1', port: 0 });
      ports.set(name, port);
      return port;
    },
    addDevice: async (uniqueId, fields = {}) => {
      const device = { ...PLAIN_DEVICE, name: uniqueId, uniqueId, ...fields };
      return (await running.tracker.directory.devices.create(device)).id;
    },
    addUser: async (fields = {}) => {
      const user = { ...PLAIN_USER, email: `${Math.random()}@example.com`, ...fields };
      return (await running.tracker.directory.users.create(user)).id;
    },
    setServer: async (attributes) => {
      const { directory } = running.tracker;
      const { server } = directory;
      await directory.updateServer({ ...server, attributes: { ...server.attributes, ...attributes } });
    },
    signIn: async (userId) => {
      const { secret } = await running.tracker.credentials.issue({
        purpose: 'session',
        userId,
        lifeMs: 3_600_000,
      });
      return `JSESSIONID=${secret}`;
    },
    api,
    history: async (deviceId) => {
      const rows: { fixTime: number; id: number }[] = [];
      const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 1000 };
      for await (const page of running.storage.history(all)) rows.push(...page);
      return rows;
    },
    restart: async () => {
      await close();
      running = await open();
    },
    dispose: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

const isJson = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

const PLAIN_DEVICE = {
  attributes: {},
  groupId: 0,
  calendarId: 0,
  phone: null,
  model: null,
  contact: null,
  category: null,
  disabled: false,
  expirationTime: null,
};
export const PLAIN_USER = { ...PLAIN_ACCOUNT, name: 'Ana', deviceLimit: -1 };

/** Waits until something holds; the time is a limit, not a pace. */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
