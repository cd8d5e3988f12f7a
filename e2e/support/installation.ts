import { fileURLToPath } from 'node:url';
import { ClusterNode, type NodeProgram } from '../../packages/server/test/cluster/cluster-node.ts';
import { startTraccar, type RealTraccar } from '../../packages/server/test/real-traccar.ts';

/** The Node of the project, whichever runs the journeys. */
export const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
/** The demonstration fleet uses them all; a vehicle whose port is closed stays at home. */
export const EVERY_PROTOCOL =
  'osmand:0,gt06:0,suntech:0,teltonika:0,h02:0,gl200:0,gps103:0,jt808:0,wialon:0,meitrack:0,ruptela:0';
export const ADMINISTRATOR = { email: 'ana@example.com', password: 'jornada-de-teste' };

export interface ServerOptions {
  readonly demo?: boolean;
  /** Creates ADMINISTRATOR at the start; without it the server waits for its first visitor. */
  readonly administrator?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** It is a tracking server itself, whatever the journeys run in front of. */
  readonly isOwn?: boolean;
  /** It serves several journeys at once. */
  readonly isShared?: boolean;
}

/** Processes that are a server of a journey: one, or several. */
export interface Installation {
  readonly url: string;
  /** Port of each device protocol. */
  readonly protocols: Readonly<Record<string, number>>;
  /** Lines that its processes have logged. */
  readonly output: string;
  /** Where the data of the extension are, while nothing runs. */
  readonly data: { readonly folder: string; readonly databaseUrl: string | null };
  /** Starts, or starts again on the same ports with the same data. */
  start(): Promise<void>;
  /** Ends at once, as a power cut does. The data remain. */
  kill(): Promise<void>;
  /** After `kill`. */
  remove(): Promise<void>;
}

/** Settings of every process of a journey. */
export const settingsOf = (folder: string, { administrator = false, env = {} }: ServerOptions) => ({
  ...inherited(),
  HOST: '127.0.0.1',
  PORT: '0',
  PROTOCOLS: EVERY_PROTOCOL,
  // No journey uses the internet.
  MAP_STYLE_URL: '',
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  ...(administrator ? { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password } : {}),
  ...env,
});

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

export const nodeOf = (
  name: string,
  env: Readonly<Record<string, string>>,
  { args = [] }: NodeProgram = {},
): ClusterNode => new ClusterNode(name, env, { node: NODE, args, hasNewPorts: true });

/** One process with its data in a folder; in front of a Traccar of its own where that is wished. */
export class OneProcess implements Installation {
  readonly #folder: string;
  readonly #options: ServerOptions;
  readonly #isBehind: boolean;
  #behind: RealTraccar | null = null;
  #node: ClusterNode | null = null;

  constructor(folder: string, options: ServerOptions, isInFrontOfTraccar: boolean) {
    this.#folder = folder;
    this.#options = options;
    this.#isBehind = isInFrontOfTraccar;
  }

  get url(): string {
    return this.#node?.url ?? '';
  }
  get protocols(): Readonly<Record<string, number>> {
    return this.#behind?.ports ?? this.#node?.protocols ?? {};
  }
  get output(): string {
    return this.#node?.output ?? '';
  }
  get data(): Installation['data'] {
    return { folder: this.#folder, databaseUrl: null };
  }
  async start(): Promise<void> {
    this.#node ??= await this.#made();
    await this.#node.start();
  }
  async kill(): Promise<void> {
    await this.#node?.kill();
  }
  async remove(): Promise<void> {
    this.#behind?.close();
  }

  async #made(): Promise<ClusterNode> {
    const { administrator = false, demo = false } = this.#options;
    const args = demo ? ['--demo'] : [];
    if (!this.#isBehind || !administrator)
      return nodeOf('server', settingsOf(this.#folder, this.#options), { args });
    this.#behind = await startTraccar({ name: 'Administrator', ...ADMINISTRATOR });
    const { url, token } = this.#behind;
    return nodeOf(
      'server',
      {
        ...settingsOf(this.#folder, { ...this.#options, administrator: false }),
        PROTOCOLS: '',
        TRACKING_SERVER_URL: url,
        TRACKING_SERVER_TOKEN: token,
      },
      { args },
    );
  }
}
