import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropDatabase } from '@rastro/storage/testing';
import type { ClusterNode } from '../../packages/server/test/cluster/cluster-node.ts';
import { ownGround, type OwnGround } from './ground.ts';
import { InTurns } from './in-turns.ts';
import {
  EVERY_PROTOCOL,
  NODE,
  nodeOf,
  settingsOf,
  type Installation,
  type ServerOptions,
} from './installation.ts';

const DRIVE = fileURLToPath(new URL('drive-demo-fleet.ts', import.meta.url));
const ROLES = { p: 'process', i: 'ingest', a: 'api' } as const;
type Name = `${keyof typeof ROLES}${1 | 2}`;
/** Two that serve users: a journey reads at one what it wrote at the other. */
const USUAL: readonly Name[] = ['p1', 'i1', 'a1', 'a2'];
const SHARED: readonly Name[] = ['p1', 'p2', 'i1', 'i2', 'a1', 'a2'];

/** A process of each role, those that serve users twice, with a database and a place on the bus of their own. */
export class SeveralProcesses implements Installation {
  readonly #folder: string;
  readonly #options: ServerOptions;
  readonly #front = new InTurns();
  readonly #nodes = new Map<Name, ClusterNode>();
  #ground: OwnGround | null = null;
  /** Output of the process that filled the database with the demonstration. */
  #filled = '';
  #fleet: ChildProcess | null = null;

  constructor(folder: string, options: ServerOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  get url(): string {
    return this.#front.url;
  }
  get protocols(): Readonly<Record<string, number>> {
    return this.#nodes.get('i1')?.protocols ?? {};
  }
  get output(): string {
    return (
      this.#filled + [...this.#nodes.values()].map(({ name, output }) => `${name}: ${output}`).join('\n')
    );
  }
  get data(): Installation['data'] {
    return { folder: this.#folder, databaseUrl: this.#ground?.databaseUrl ?? null };
  }

  async start(): Promise<void> {
    if (!this.#ground) {
      this.#ground = await ownGround(this.#options.demo === true ? 'demo' : 'journey');
      if (this.#options.demo === true) await this.#fill(this.#ground);
      for (const name of this.#options.isShared === true ? SHARED : USUAL)
        this.#nodes.set(name, this.#nodeOf(name, this.#ground));
    }
    await Promise.all(Array.from(this.#nodes.values(), (node) => node.start()));
    await this.#front.open(this.#with('a').map(({ url }) => Number(new URL(url).port)));
    if (this.#options.demo === true) this.#drive();
  }

  async kill(): Promise<void> {
    this.#fleet?.disconnect();
    this.#fleet = null;
    await Promise.all([this.#front.close(), ...Array.from(this.#nodes.values(), (node) => node.kill())]);
  }
  async remove(): Promise<void> {
    if (this.#ground) await dropDatabase(this.#ground.databaseUrl);
  }

  #with(role: keyof typeof ROLES): readonly ClusterNode[] {
    return [...this.#nodes.values()].filter(({ name }) => name.startsWith(role));
  }

  #settings({ databaseUrl }: OwnGround): Record<string, string> {
    return {
      ...settingsOf(this.#folder, this.#options),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'only-for-journeys-on-one-machine-00',
    };
  }

  #nodeOf(name: Name, ground: OwnGround): ClusterNode {
    const own = join(this.#folder, name);
    // Pictures are of all that serve users.
    const media = join(this.#folder, 'media');
    mkdirSync(own);
    mkdirSync(media, { recursive: true });
    symlinkSync(media, join(own, 'media'));
    const role = ROLES[name.startsWith('p') ? 'p' : name.startsWith('i') ? 'i' : 'a'];
    return nodeOf(name, {
      ...this.#settings(ground),
      NATS_URL: ground.natsUrl,
      NATS_PREFIX: ground.prefix,
      ROLES: role,
      NODE_NAME: name,
      DATA_DIR: own,
      PROTOCOLS: role === 'ingest' ? EVERY_PROTOCOL : '',
    });
  }

  /** One process makes the demonstration, for that needs all roles, and ends. */
  async #fill(ground: OwnGround): Promise<void> {
    const filler = nodeOf('filler', { ...this.#settings(ground), PROTOCOLS: '' }, { args: ['--demo'] });
    await filler.start();
    await filler.stop();
    this.#filled = filler.output;
  }

  #drive(): void {
    this.#fleet = fork(
      DRIVE,
      this.#with('i').map(({ protocols }) => JSON.stringify(protocols)),
      { execPath: NODE, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );
  }
}
