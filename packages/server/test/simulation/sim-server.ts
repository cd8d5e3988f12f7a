import { join } from 'node:path';
import { findProtocol } from '@rastro/protocols';
import type { CivilMonth } from '@rastro/fleet/billing';
import {
  openExtensionStorage,
  openStorage,
  type ExtensionStorage,
  type Storage,
  type StoredEvent,
} from '@rastro/storage';
import {
  DEFAULT_PIPELINE_OPTIONS,
  openMediaFolder,
  openTracker,
  type Tracker,
  type TrackerOptions,
} from '@rastro/tracker';
import type { SafeFetch } from '@rastro/outgoing';
import { openServerBilling, virtualClock, type ServerBilling } from './billing/server-billing.ts';
import type { Plant } from './plants.ts';
import type { Life, Scheduler } from './scheduler.ts';
import type { Front, Layout } from './layout.ts';
import { openApart } from './open-apart.ts';
import { ServerProcess } from './server-process.ts';
import type { VirtualBroker } from './virtual-bus.ts';
import type { SimProtocol } from './sim-device.ts';
import type { Trace } from './trace.ts';
import type { VirtualDatagrams } from './virtual-datagrams.ts';
import type { VirtualHost } from './virtual-host.ts';
import type { VirtualNetwork } from './virtual-network.ts';
import { requestPortsOf } from './virtual-requests.ts';

export interface ServerWorld {
  readonly scheduler: Scheduler;
  readonly host: VirtualHost;
  readonly network: VirtualNetwork;
  readonly datagrams: VirtualDatagrams;
  readonly trace: Trace;
  readonly folder: string;
  readonly protocols: readonly SimProtocol[];
  readonly plant: Plant;
  /** Messages between processes. */
  readonly broker: VirtualBroker;
  /** Each role is in a process of its own. */
  readonly isApart: boolean;
  /** Calls from a process to its payment provider. */
  readonly fetchFor: (life: Life) => SafeFetch;
}
export interface Reply {
  readonly status: number;
  readonly json: unknown;
  readonly text: string;
}

/** Errors that a failing disk may cause. */
const OF_THE_DISK = /cannot|database or disk is full|tried again|CLOSED/i;
/** Errors that nothing outside may cause. */
const OF_OUR_CODE = /cannot work out|a subscriber failed|could not read/i;

/** The tracking server, in one process or three, which can be killed and started again on the same folder. */
export class SimServer {
  readonly #world: ServerWorld;
  readonly #layout: Layout;
  readonly #ports = new Map<SimProtocol, number>();
  /** Lines of the log that should not be there. */
  readonly faults: string[] = [];
  /** First month of each customer that must have an invoice. */
  readonly billedFrom = new Map<number, CivilMonth>();

  constructor(world: ServerWorld) {
    this.#world = world;
    this.#layout = world.isApart ? this.#apart() : this.#whole();
  }

  get processes(): readonly ServerProcess[] {
    return this.#layout.processes;
  }
  get isUp(): boolean {
    return this.processes.every(({ parts }) => parts !== null);
  }
  /** Of the process that serves users. */
  get life(): Life {
    return this.#layout.front.life;
  }
  /** The process that serves users; null = it is down. */
  get running(): Front | null {
    return this.#layout.front.parts;
  }
  get ready(): Front {
    if (!this.running) throw new Error('Cannot ask the server: it is down');
    return this.running;
  }
  /** Its clock. */
  now(): number {
    return this.#world.host.now();
  }
  portOf(protocol: SimProtocol): number | null {
    return this.#layout.gate.parts ? (this.#ports.get(protocol) ?? null) : null;
  }

  /** Starts all processes. */
  async start(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.start()));
  }
  kill(): void {
    for (const each of this.processes) each.kill();
  }
  /** Ends as a service is stopped. */
  async stop(): Promise<void> {
    for (const each of this.#layout.endings) await each.stop();
  }

  #whole(): Layout {
    const { plant } = this.#world;
    const server = new ServerProcess('server', this.#world, async (life) => {
      const storage = await this.#openStorage();
      const tracker = await openTracker(this.#options(storage, life));
      plant.spoil(tracker);
      const billing = await this.#openBilling({ tracker, storage }, life);
      await this.#listen(tracker);
      const close = async (): Promise<void> => {
        await tracker.close();
        await billing.close();
        await storage.close();
        await billing.storage.close();
      };
      return { storage, tracker, directory: tracker.directory, billing, close };
    });
    return { processes: [server], front: server, gate: server, endings: [server] };
  }
  #apart(): Layout {
    const { broker, plant } = this.#world;
    return openApart({
      ...this.#world,
      brand: OPTIONS.brand,
      options: (life) => this.#options(null, life),
      openStorage: () => this.#openStorage(),
      join: (life) =>
        broker.join(life, (topic, error) => this.#log().error({ err: error, topic }, 'a subscriber failed')),
      openBilling: (front, life) => {
        plant.spoil(front.tracker);
        return this.#openBilling(front, life);
      },
      listen: (ingest) => this.#listen(ingest),
    });
  }

  #openStorage = async (): Promise<Storage> =>
    this.#world.plant.wrap(await openStorage({ folder: this.#world.folder }));

  async #openBilling({ tracker, storage }: Omit<Front, 'billing'>, life: Life): Promise<ServerBilling> {
    const { folder, plant, fetchFor } = this.#world;
    return openServerBilling({
      tracker,
      trackerStorage: storage,
      storage: this.#watchChecks(plant.wrapExtension(await openExtensionStorage({ folder }))),
      clock: virtualClock,
      log: this.#log(),
      fetch: fetchFor(life),
    });
  }

  /** Notes from which month on each customer is to be billed, once that is known to be stored. */
  #watchChecks(storage: ExtensionStorage): ExtensionStorage {
    return {
      ...storage,
      saveCustomerCheck: async (check) => {
        await storage.saveCustomerCheck(check);
        for (const { customerId, nextMonth } of check.customers)
          if (!this.billedFrom.has(customerId)) this.billedFrom.set(customerId, nextMonth);
      },
    };
  }

  async #listen(ingest: Pick<Tracker, 'listen'>): Promise<void> {
    for (const name of this.#world.protocols) {
      const protocol = findProtocol(name);
      if (!protocol) throw new Error(`Cannot listen: no protocol is named ${name}`);
      const port = this.#ports.get(name) ?? 0;
      this.#ports.set(name, await ingest.listen({ protocol, host: '10.0.0.1', port }));
    }
  }

  /** A request of a user; null = the server went away. */
  async call(method: string, path: string, cookie: string, body?: unknown): Promise<Reply | null> {
    const { scheduler, trace, host } = this.#world;
    const { running, life } = this;
    if (!running) return null;
    host.life = life;
    scheduler.calls++;
    let isCounted = true;
    const settled = (): void => {
      if (isCounted) scheduler.calls--;
      isCounted = false;
    };
    const gone = new Promise<null>((resolve) => life.whenEnded(() => resolve(null)));
    const asked = running.tracker.api.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: { cookie },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const reply = await Promise.race([asked, gone]).finally(settled);
    if (!reply) return null;
    trace.add(scheduler.now, `${method} ${path}`, `${reply.statusCode} ${reply.body}`);
    const isJson = /^[[{]/.test(reply.body);
    return { status: reply.statusCode, json: isJson ? JSON.parse(reply.body) : null, text: reply.body };
  }

  /** Asks something of the process that runs; null = it is not there, went away or failed. */
  async within<T>(work: (running: Front) => Promise<T>): Promise<T | null> {
    const { running, life } = this;
    if (!running) return null;
    this.#world.host.life = life;
    const gone = new Promise<null>((resolve) => life.whenEnded(() => resolve(null)));
    return Promise.race([work(running).catch(() => null), gone]);
  }

  /** Reads the stored events of all devices. @param into By the identifier of the device. */
  async readEvents(into: Map<string, readonly StoredEvent[]>): Promise<void> {
    const { storage, tracker } = this.ready;
    for (const { id: deviceId, uniqueId } of tracker.directory.devices.inOrder()) {
      const events: StoredEvent[] = [];
      const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
      for await (const page of storage.events(all)) events.push(...page);
      into.set(uniqueId, events);
    }
  }

  /** @returns a session's cookie. */
  async signIn(userId: number): Promise<string> {
    const { credentials } = this.ready.tracker;
    const { secret } = await credentials.issue({ purpose: 'session', userId, lifeMs: 40 * 86_400_000 });
    return `JSESSIONID=${secret}`;
  }

  #options(storage: Storage | null, life: Life): TrackerOptions {
    const { network, datagrams, folder, plant } = this.#world;
    const { commit } = OPTIONS;
    return {
      ...OPTIONS,
      commit: plant.isBoundless ? { ...commit, maxRows: Infinity, commitRows: Infinity } : commit,
      // Roles that run apart have a store of their own.
      storage: storage as Storage,
      clock: virtualClock,
      media: openMediaFolder(join(folder, 'media')),
      dataFolder: folder,
      openPort: network.portsOf(life),
      openDatagrams: datagrams.portsOf(life),
      openRequests: requestPortsOf(network, life),
      log: this.#log(),
    };
  }

  #log(): TrackerOptions['log'] {
    return {
      info: (fields, text) => this.#note('info', fields, text),
      warn: (fields, text) => this.#note('warn', fields, text),
      error: (fields, text) => this.#note('error', fields, text),
    };
  }
  #note(level: string, fields: object, text: string): void {
    const { err } = fields as { err?: unknown };
    const cause = err instanceof Error ? err.message : '';
    this.#world.trace.add(this.#world.scheduler.now, level, `${text} ${cause}`);
    if (level !== 'error') return;
    if (OF_OUR_CODE.test(text) || !OF_THE_DISK.test(`${text} ${cause}`)) this.faults.push(`${text} ${cause}`);
  }
}

/** Bound of the queue in front of the disk. */
export const MAX_ROWS = 30;

const OPTIONS: Omit<TrackerOptions, 'storage' | 'clock' | 'log' | 'media' | 'dataFolder'> = {
  version: 'simulated',
  brand: 'rastro',
  publicUrl: 'https://fleet.example.com',
  secureCookies: false,
  pipeline: DEFAULT_PIPELINE_OPTIONS,
  // Small: so that commits overlap and queues fill.
  commit: { maxRows: MAX_ROWS, commitRows: 6, gatherMs: 5 },
  tcp: { idleMs: 600_000, loginMs: 30_000, maxPending: 100, maxStrangers: 1000 },
  statusTimeoutMs: 600_000,
  registerUnknown: null,
  forward: [],
  outgoing: {
    channels: { telegram: null, firebase: null, webPush: null },
    notificationLimit: 1000,
    timeoutMs: 5000,
    retryPauseMs: 1000,
    mail: null,
    sms: null,
    allowPrivateUrls: false,
  },
  auditDays: 730,
  historyDays: 0,
  reportDeviceDays: 100_000,
  geocoder: null,
  openId: null,
  onReplaced: () => {},
  restart: () => {},
  outgoingLogDays: 90,
  plus: true,
  deviceLimit: () => 100_000,
};
