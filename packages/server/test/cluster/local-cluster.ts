import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNatsServer, NatsCluster } from '@rastro/bus/testing';
import { postgresServer, WITHOUT_POSTGRES, type PostgresServer } from '@rastro/storage/testing';
import { ClusterNode } from './cluster-node.ts';

export interface ClusterOptions {
  /** Roles of each process, by its name. */
  readonly nodes: Readonly<Record<string, string>>;
  readonly natsServers: 1 | 3;
  /** Settings of all processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of single processes, by their names. */
  readonly own?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Device ports of processes with the role ingest: as `PROTOCOLS`. */
  readonly protocols?: string;
  /** Settings of PostgreSQL in place of those of tests, such as `fsync=on`. */
  readonly postgres?: readonly string[];
  /** Fills the database before the processes start. */
  readonly fill?: (databaseUrl: string) => Promise<void>;
}

/** Of all processes: each has a few dozen at most. */
const CONNECTIONS = 300;

/** Null = a cluster can run here; otherwise why not. */
export const withoutCluster = (): string | null => WITHOUT_POSTGRES ?? findNatsServer().missing;

/** An installation of several processes on this machine, with a database and a bus of its own. */
export class LocalCluster {
  readonly database: PostgresServer;
  readonly nats: NatsCluster;
  readonly #byName: ReadonlyMap<string, ClusterNode>;
  readonly #folder: string;
  readonly databaseUrl: string;

  private constructor(place: {
    readonly database: PostgresServer;
    readonly nats: NatsCluster;
    readonly byName: ReadonlyMap<string, ClusterNode>;
    readonly folder: string;
    readonly databaseUrl: string;
  }) {
    this.database = place.database;
    this.nats = place.nats;
    this.#byName = place.byName;
    this.#folder = place.folder;
    this.databaseUrl = place.databaseUrl;
  }

  static async start({
    nodes,
    natsServers,
    env = {},
    own: ofNode = {},
    protocols = '',
    postgres = [],
    fill,
  }: ClusterOptions): Promise<LocalCluster> {
    const { path: binary, missing } = findNatsServer();
    if (binary === null) throw new Error(missing);
    const folder = mkdtempSync(join(tmpdir(), 'rastro-cluster-'));
    const [database, nats] = await Promise.all([
      postgresServer(null, [`max_connections=${CONNECTIONS}`, ...postgres]),
      NatsCluster.start({ binary, servers: natsServers }),
    ]);
    const databaseUrl = await database.createDatabase();
    await fill?.(databaseUrl);
    const shared = {
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      NATS_URL: nats.url,
      SECRET_KEY: 'only-for-a-cluster-on-one-machine-0',
      MEDIA_URL: '',
      // Nothing here uses the internet.
      MAP_STYLE_URL: '',
      LOG_LEVEL: 'warn',
      ...env,
    };
    const byName = new Map(
      Object.entries(nodes).map(([name, roles]) => {
        const own = join(folder, name);
        mkdirSync(own);
        const listens = roles.includes('ingest') || roles === 'all';
        const settings = {
          ROLES: roles,
          NODE_NAME: name,
          DATA_DIR: own,
          PROTOCOLS: listens ? protocols : '',
        };
        return [name, new ClusterNode(name, { ...shared, ...settings, ...ofNode[name] })];
      }),
    );
    const cluster = new LocalCluster({ database, nats, byName, folder, databaseUrl });
    try {
      await Promise.all(Array.from(byName.values(), (node) => node.start()));
    } catch (error) {
      await cluster.close();
      throw error;
    }
    return cluster;
  }

  get nodes(): readonly ClusterNode[] {
    return [...this.#byName.values()];
  }
  node(name: string): ClusterNode {
    const node = this.#byName.get(name);
    if (!node) throw new Error(`Cannot find ${name} among the processes`);
    return node;
  }
  /** Those with a role. */
  withRole(role: 'ingest' | 'process' | 'api'): readonly ClusterNode[] {
    return this.nodes.filter(({ roles }) => roles === 'all' || roles.split(',').includes(role));
  }
  async close(): Promise<void> {
    // Who asks first ends before who answers.
    for (const role of ['ingest', 'api', 'process'] as const)
      await Promise.all(this.withRole(role).map((node) => node.stop()));
    await this.nats.close();
    await this.database.dropDatabase(this.databaseUrl);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
