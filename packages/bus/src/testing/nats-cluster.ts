import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = '127.0.0.1';
const STARTS_WITHIN_MS = 60_000;
const POLL_MS = 50;

export interface NatsOptions {
  /** Path of nats-server. */
  readonly binary: string;
  /** One, or three that form a cluster. */
  readonly servers: 1 | 3;
  /** Of JetStream; absent = `always`. */
  readonly syncInterval?: string;
  /** Further lines of the configuration of each. */
  readonly lines?: readonly string[];
}
interface Ports {
  readonly client: number;
  readonly monitor: number;
  readonly route: number;
}

/** Real servers of NATS on this machine, with JetStream in a temporary folder. They end with this process. */
export class NatsCluster {
  readonly nodes: readonly NatsNode[];
  readonly #folder: string;

  private constructor(nodes: readonly NatsNode[], folder: string) {
    this.nodes = nodes;
    this.#folder = folder;
  }
  static async start(options: NatsOptions): Promise<NatsCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'rastro-nats-'));
    const ports = await freePorts(options.servers);
    const nodes = ports.map((own, i) => new NatsNode(options, { name: `n${i + 1}`, folder, own, ports }));
    const cluster = new NatsCluster(nodes, folder);
    try {
      await Promise.all(nodes.map((node) => node.start()));
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  /** Of all servers. */
  get url(): string {
    return this.nodes.map(({ url }) => url).join(',');
  }
  node(name: string): NatsNode {
    const node = this.nodes.find((each) => each.name === name);
    if (!node) throw new Error(`Cannot find ${name} among the servers`);
    return node;
  }
  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class NatsNode {
  readonly name: string;
  readonly url: string;
  readonly monitorUrl: string;
  /** Where it stores its streams. */
  readonly store: string;
  readonly #binary: string;
  readonly #config: string;
  #guard: ChildProcess | null = null;
  #pid = 0;

  /** 0 = it has never run. */
  get pid(): number {
    return this.#pid;
  }

  constructor(
    { binary, servers, syncInterval = 'always', lines = [] }: NatsOptions,
    place: {
      readonly name: string;
      readonly folder: string;
      readonly own: Ports;
      readonly ports: readonly Ports[];
    },
  ) {
    const { name, folder, own, ports } = place;
    this.name = name;
    this.url = `nats://${HOST}:${own.client}`;
    this.monitorUrl = `http://${HOST}:${own.monitor}`;
    this.store = join(folder, name);
    this.#binary = binary;
    this.#config = join(folder, `${name}.conf`);
    mkdirSync(this.store);
    const routes = ports.map(({ route }) => `nats-route://${HOST}:${route}`).join(', ');
    const config = [
      `server_name: ${name}`,
      `listen: "${HOST}:${own.client}"`,
      `http: "${HOST}:${own.monitor}"`,
      `jetstream { store_dir: "${this.store}", sync_interval: ${syncInterval}, max_mem: 64MB, max_file: 2GB }`,
      ...(servers > 1
        ? [`cluster { name: test, listen: "${HOST}:${own.route}", no_advertise: true, routes: [${routes}] }`]
        : []),
      ...lines,
    ];
    writeFileSync(this.#config, `${config.join('\n')}\n`);
  }

  /** Starts it, on what it stored before. Resolves when it is healthy. */
  async start(): Promise<void> {
    // The shell ends the server when its input ends, as it does when this process dies.
    const script = '"$0" -c "$1" 2>"$1.log" & echo $!; cat >/dev/null; kill -9 $!';
    const guard = spawn('/bin/sh', ['-c', script, this.#binary, this.#config], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#guard = guard;
    const [line] = await once(createInterface(guard.stdout), 'line');
    this.#pid = Number(line);
    await this.healthy();
  }
  async healthy(): Promise<void> {
    const end = Date.now() + STARTS_WITHIN_MS;
    while (Date.now() < end) {
      const reply = await fetch(`${this.monitorUrl}/healthz`).catch(() => null);
      await reply?.arrayBuffer();
      if (reply?.ok) return;
      await sleep(POLL_MS);
    }
    throw new Error(`Cannot start ${this.name}: not healthy in time`);
  }
  /** `kill -9`. */
  async kill(): Promise<void> {
    const guard = this.#guard;
    this.#guard = null;
    if (!guard) return;
    const ended = once(guard, 'close');
    guard.stdin?.end();
    await ended;
  }
  /** Stands still until `wake`. */
  pause(): void {
    process.kill(this.#pid, 'SIGSTOP');
  }
  wake(): void {
    process.kill(this.#pid, 'SIGCONT');
  }
}

async function freePorts(count: number): Promise<readonly Ports[]> {
  const servers = Array.from({ length: count * 3 }, () => createServer().listen(0, HOST));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return Array.from({ length: count }, (_, i) => ({
    client: ports[3 * i] ?? 0,
    monitor: ports[3 * i + 1] ?? 0,
    route: ports[3 * i + 2] ?? 0,
  }));
}
