import { join } from 'node:path';
import { findProtocol } from '@rastro/protocols';
import { openExtensionStorage, openStorage, type Storage, type StoredEvent } from '@rastro/storage';
import { DEFAULT_PIPELINE_OPTIONS, openTracker, type Tracker, type TrackerOptions } from '@rastro/tracker';
import type { SafeFetch } from '@rastro/outgoing';
import { openServerBilling, virtualClock, type ServerBilling } from './billing/server-billing.ts';
import type { Plant } from './plants.ts';
import { Life, type Scheduler } from './scheduler.ts';
import type { SimProtocol } from './sim-device.ts';
import type { Trace } from './trace.ts';
import type { VirtualHost } from './virtual-host.ts';
import type { VirtualNetwork } from './virtual-network.ts';

export interface ServerWorld {
  readonly scheduler: Scheduler;
  readonly host: VirtualHost;
  readonly network: VirtualNetwork;
  readonly trace: Trace;
  readonly folder: string;
  readonly protocols: readonly SimProtocol[];
  readonly plant: Plant;
  /** Calls from a process to its payment provider. */
  readonly fetchFor: (life: Life) => SafeFetch;
}
export interface Running {
  readonly storage: Storage;
  readonly tracker: Tracker;
  readonly billing: ServerBilling;
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

/** The tracking server, as a process that can be killed and started again on the same folder. */
export class SimServer {
  readonly #world: ServerWorld;
  #running: Running | null = null;
  #life = new Life();
  readonly #ports = new Map<SimProtocol, number>();
  /** Lines of the log that should not be there. */
  readonly faults: string[] = [];
  starts = 0;

  constructor(world: ServerWorld) {
    this.#world = world;
  }

  get life(): Life {
    return this.#life;
  }
  get running(): Running | null {
    return this.#running;
  }
  get ready(): Running {
    if (!this.#running) throw new Error('Cannot ask the server: it is down');
    return this.#running;
  }
  /** Its clock. */
  now(): number {
    return this.#world.host.now();
  }
  portOf(protocol: SimProtocol): number | null {
    return this.#running ? (this.#ports.get(protocol) ?? null) : null;
  }

  /** @returns false when it was killed meanwhile, or its disk failed. */
  async start(): Promise<boolean> {
    const life = (this.#life = new Life());
    this.#world.host.life = life;
    this.starts++;
    let storage: Storage | null = null;
    try {
      storage = this.#world.plant.wrap(await openStorage({ folder: this.#world.folder }));
      const tracker = await openTracker(this.#options(storage, life));
      this.#world.plant.spoil(tracker);
      const billing = await this.#openBilling(tracker, storage, life);
      for (const name of this.#world.protocols) await this.#listen(tracker, name);
      this.#running = { storage, tracker, billing };
      return true;
    } catch (error) {
      if (life.isEnded) return false;
      this.#world.trace.add(this.#world.scheduler.now, 'no start', String(error));
      life.end();
      return false;
    }
  }

  async #openBilling(tracker: Tracker, trackerStorage: Storage, life: Life): Promise<ServerBilling> {
    const { folder, plant, fetchFor } = this.#world;
    const storage = plant.wrapExtension(await openExtensionStorage({ folder }));
    const log = this.#log();
    return openServerBilling({
      tracker,
      trackerStorage,
      storage,
      clock: virtualClock,
      log,
      fetch: fetchFor(life),
    });
  }

  async #listen(tracker: Tracker, name: SimProtocol): Promise<void> {
    const protocol = findProtocol(name);
    if (protocol?.kind !== 'stream') throw new Error(`Cannot listen: ${name} is no stream`);
    const overTcp = { ...protocol, transports: ['tcp'] } as const;
    const port = await tracker.listen({
      protocol: overTcp,
      host: '10.0.0.1',
      port: this.#ports.get(name) ?? 0,
    });
    this.#ports.set(name, port);
  }

  /** As `kill -9`: all that it had planned does not happen. What is stored is stored. */
  kill(): void {
    this.#running = null;
    this.#life.end();
  }

  /** Ends as a service is stopped. */
  async stop(): Promise<void> {
    const { tracker, storage, billing } = this.ready;
    this.#running = null;
    await tracker.close();
    await billing.close();
    await storage.close();
    await billing.storage.close();
    this.#life.end();
  }

  /** A request of a user; null = the server went away. */
  async call(method: string, path: string, cookie: string, body?: unknown): Promise<Reply | null> {
    const { scheduler, trace } = this.#world;
    const running = this.#running;
    if (!running) return null;
    const life = this.#life;
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
  async within<T>(work: (running: Running) => Promise<T>): Promise<T | null> {
    const running = this.#running;
    if (!running) return null;
    const gone = new Promise<null>((resolve) => this.#life.whenEnded(() => resolve(null)));
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

  #options(storage: Storage, life: Life): TrackerOptions {
    const { network, folder } = this.#world;
    return {
      ...OPTIONS,
      storage,
      clock: virtualClock,
      mediaFolder: join(folder, 'media'),
      openPort: network.portsOf(life),
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

const OPTIONS: Omit<TrackerOptions, 'storage' | 'clock' | 'log' | 'mediaFolder'> = {
  version: 'simulated',
  brand: 'rastro',
  publicUrl: 'https://fleet.example.com',
  secureCookies: false,
  pipeline: DEFAULT_PIPELINE_OPTIONS,
  // Small: so that commits overlap and queues fill.
  commit: { maxRows: 200, commitRows: 10, gatherMs: 5 },
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
  restart: () => {},
  outgoingLogDays: 90,
  plus: true,
  deviceLimit: () => 100_000,
};
