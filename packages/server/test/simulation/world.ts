import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standIn } from '@rastro/base/host';
import { standInForThreads } from '@rastro/base/threads';
import { randomFrom } from '@rastro/simulator';
import type { StoredEvent } from '@rastro/storage';
import { SimBilling } from './billing/sim-billing.ts';
import { SimProvider } from './billing/sim-provider.ts';
import { Disk } from './disk.ts';
import { Moments } from './moments.ts';
import { SimUsers } from './sim-users.ts';
import { plantOf, type Plant, type PlantName } from './plants.ts';
import { Life, Scheduler } from './scheduler.ts';
import { SimDevice, type Habits } from './sim-device.ts';
import type { ServerProcess } from './server-process.ts';
import { SimServer } from './sim-server.ts';
import { Trace } from './trace.ts';
import { VirtualBroker } from './virtual-bus.ts';
import { VirtualDatagrams } from './virtual-datagrams.ts';
import { VirtualHost } from './virtual-host.ts';
import { VirtualNetwork } from './virtual-network.ts';
import { virtualThreads } from './virtual-threads.ts';
import { drawFleet, drawStart } from './workload.ts';

export interface WorldSettings {
  readonly seed: number;
  /** A bug that the server gets for this run. */
  readonly plant?: PlantName;
  readonly onLine?: (line: string) => void;
  /** Whatever the seed says, the server is one process. */
  readonly isWhole?: boolean;
}

const AFTER_PAUSE_MS = 60_000;
/** In every so many seeds each role is in a process of its own. */
const APART_EVERY = 3;

/** A disk of memory, where there is one: the file system is not what is tested. */
const FAST = '/dev/shm';

/** The server, and everything around it, of one seed. Streams of chance are apart: more of one changes no other. */
export class World {
  readonly seed: number;
  /** Each role is in a process of its own. */
  readonly isApart: boolean;
  readonly scheduler = new Scheduler();
  readonly life = new Life();
  readonly trace: Trace;
  readonly network: VirtualNetwork;
  readonly datagrams: VirtualDatagrams;
  readonly moments: Moments;
  readonly disk: Disk;
  readonly server: SimServer;
  readonly broker: VirtualBroker;
  readonly host: VirtualHost;
  readonly users: SimUsers;
  readonly provider: SimProvider;
  readonly billing: SimBilling;
  readonly devices: readonly SimDevice[];
  /** Stored events by device, once they are read. */
  readonly events = new Map<string, readonly StoredEvent[]>();
  /** Rows that have waited for the disk at once. */
  mostRows = 0;
  readonly #plant: Plant;
  readonly #folder = mkdtempSync(join(existsSync(FAST) ? FAST : tmpdir(), 'rastro-simulation-'));

  constructor({ seed, plant, onLine, isWhole = false }: WorldSettings) {
    this.seed = seed;
    this.isApart = !isWhole && seed % APART_EVERY === 0;
    const { scheduler, life } = this;
    const habits = drawFleet(seed);
    const trace = (this.trace = new Trace(onLine ?? null));
    this.host = new VirtualHost(scheduler, this.random('host'), { epoch: drawStart(seed), life: new Life() });
    this.network = new VirtualNetwork(scheduler, this.random('network'), { trace, world: life });
    this.datagrams = new VirtualDatagrams(this.network, life);
    const moments = (this.moments = new Moments(this.random('moments')));
    this.disk = new Disk(scheduler, { random: this.random('disk'), moments });
    scheduler.onLife = (each) => {
      if (each !== life) this.host.life = each;
    };
    this.broker = new VirtualBroker({ scheduler, life, random: this.random('bus'), trace, moments });
    const { host, broker } = this;
    this.#plant = plantOf(plant, { host, broker, random: this.random('plant') });
    this.provider = new SimProvider({
      scheduler,
      life,
      random: this.random('provider'),
      trace,
      isDown: () => this.network.isDown,
      trueTime: () => this.host.trueTime(),
      deliver: (event) => this.billing.deliver(event),
    });
    this.server = new SimServer({
      scheduler,
      trace,
      host: this.host,
      network: this.network,
      datagrams: this.datagrams,
      folder: this.#folder,
      protocols: [...new Set(habits.map(({ protocol }) => protocol))],
      plant: this.#plant,
      broker: this.broker,
      isApart: this.isApart,
      fetchFor: (ofProcess) => this.provider.fetchFor(ofProcess),
    });
    const { server, provider } = this;
    this.billing = new SimBilling({ scheduler, life, random: this.random('billing'), server, provider });
    this.users = new SimUsers({
      scheduler,
      life,
      network: this.network,
      server: this.server,
      random: this.random('users'),
    });
    this.devices = habits.map((each) => this.#device(each));
  }

  /** A stream of chance of its own. */
  random(name: string): ReturnType<typeof randomFrom> {
    let mixed = this.seed;
    for (const letter of name) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    return randomFrom(mixed);
  }

  /** Does something in the place of the machine; afterwards nothing of this world is left. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const { scheduler, trace, disk } = this;
    const startThread = virtualThreads({
      scheduler,
      trace,
      random: this.random('threads'),
      life: () => this.host.life,
      diskMs: (role) => disk.delayMs(role),
      faultOf: (role, call) => disk.faultOf(role, call),
    });
    const ends = [standIn(this.host), standInForThreads(startThread)];
    try {
      return await work();
    } finally {
      this.server.kill();
      for (const end of ends) end();
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  /** Starts the server with its accounts and devices. */
  async prepare(): Promise<void> {
    const begin = async (): Promise<void> => {
      await this.server.start();
      await this.users.prepare(this.devices);
      await this.billing.prepare();
    };
    await this.scheduler.drive(begin());
  }

  /**
   * Notes the length of the queue in front of the disk, ten times a second. A server that stood still finds many
   * connections of each device, and takes a message of each: one that nobody knows yet does not wait.
   */
  watchQueue(): void {
    const { scheduler, server } = this;
    scheduler.after(100, this.life, () => {
      this.watchQueue();
      const isAfterPause = server.life.pausedUntil > scheduler.now - AFTER_PAUSE_MS;
      const rows = isAfterPause ? 0 : (server.running?.tracker.waiting().rows ?? 0);
      this.mostRows = Math.max(this.mostRows, rows);
    });
  }

  /** As a service manager does. */
  restart(ended: ServerProcess, afterMs: number): void {
    this.scheduler.after(afterMs, this.life, () => {
      if (!ended.life.isEnded) return;
      void ended.start().then((isUp) => {
        if (!isUp) this.restart(ended, 2000);
      });
    });
  }

  #device(habits: Habits): SimDevice {
    return new SimDevice(habits, {
      scheduler: this.scheduler,
      network: this.network,
      datagrams: this.datagrams,
      random: this.random(habits.uniqueId),
      life: this.life,
      port: (protocol) => this.server.portOf(protocol),
      trueTime: () => this.host.trueTime(),
      onCommand: () => this.moments.command(),
    });
  }
}
