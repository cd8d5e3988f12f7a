import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startTraccar, type RealTraccar } from '../../packages/server/test/real-traccar.ts';

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));
const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
/** A limit, not a pace: where four browsers and four servers start at once, one may wait long for its turn. */
const START_WITHIN_MS = 60_000;

/** The demonstration fleet uses them all; a vehicle whose port is closed stays at home. */
const EVERY_PROTOCOL =
  'osmand:0,gt06:0,suntech:0,teltonika:0,h02:0,gl200:0,gps103:0,jt808:0,wialon:0,meitrack:0,ruptela:0';

/** With E2E_BEHIND=traccar the journeys run in front of a real Traccar, where they do not choose a server themselves. */
const isInFrontOfTraccar = ({ env = {}, isOwn = false }: ServerOptions): boolean =>
  process.env['E2E_BEHIND'] === 'traccar' && !isOwn && env['TRACKING_SERVER_URL'] === undefined;

export const ADMINISTRATOR = { email: 'ana@example.com', password: 'jornada-de-teste' };

export interface ServerOptions {
  readonly demo?: boolean;
  /** Creates ADMINISTRATOR at the start; without it the server waits for its first visitor. */
  readonly administrator?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** It is a tracking server itself, whatever the journeys run in front of. */
  readonly isOwn?: boolean;
}

/** A real server in a process of its own, with its data in a temporary folder. */
export class RastroServer {
  readonly #options: ServerOptions;
  /** Its data, for tests that prepare what no browser can. Nothing else writes while it runs. */
  readonly folder = mkdtempSync(join(tmpdir(), 'rastro-e2e-'));
  #child: ChildProcess | null = null;
  #behind: RealTraccar | null = null;
  #errors = '';
  #port = 0;
  url = '';
  /** Port of each device protocol. */
  protocols: Readonly<Record<string, number>> = {};

  constructor(options: ServerOptions = {}) {
    this.#options = options;
  }

  static async start(options: ServerOptions = {}): Promise<RastroServer> {
    const server = new RastroServer(options);
    await server.start();
    return server;
  }

  /** Starts, or starts again on the same port with the same data. */
  async start(): Promise<void> {
    const { demo = false, administrator = false, env = {} } = this.#options;
    const behind = administrator && isInFrontOfTraccar(this.#options) ? await this.#startBehind() : null;
    const first = { ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password };
    const child = spawn(NODE, [MAIN, ...(demo ? ['--demo'] : [])], {
      env: {
        ...process.env,
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        PROTOCOLS: EVERY_PROTOCOL,
        // No journey uses the internet.
        MAP_STYLE_URL: '',
        DATA_DIR: this.folder,
        LOG_LEVEL: 'warn',
        ...(administrator && !behind ? first : {}),
        ...env,
        ...(behind
          ? { PROTOCOLS: '', TRACKING_SERVER_URL: behind.url, TRACKING_SERVER_TOKEN: behind.token }
          : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
    const ended = once(child, 'exit').then(() => Promise.reject(this.#failure('it ended')));
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(this.#failure('it says nothing')), START_WITHIN_MS).unref();
    });
    const firstLine = once(createInterface(child.stdout), 'line') as Promise<[string]>;
    const [line] = await Promise.race([firstLine, ended, late]);
    ended.catch(() => undefined);
    late.catch(() => undefined);
    const { url, protocols } = JSON.parse(line) as {
      url: string;
      protocols: Readonly<Record<string, number>>;
    };
    this.url = url;
    this.#port = Number(new URL(url).port);
    this.protocols = behind?.ports ?? protocols;
  }

  /** The tracking server behind: started once, and stopped with this one. */
  async #startBehind(): Promise<RealTraccar> {
    this.#behind ??= await startTraccar({ name: 'Administrator', ...ADMINISTRATOR });
    return this.#behind;
  }

  /** The one-time code for the first administrator, as printed on the console. */
  setupCode(): Promise<string> {
    return this.#printed(/with code (\S+)/);
  }
  demoPassword(): Promise<string> {
    return this.#printed(/sign in with password (\S+)/);
  }

  /** Ends the process at once, as a power cut does. The data remain. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    await this.kill();
    this.#behind?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Waits for output that may appear a moment after `listening`. */
  async #printed(pattern: RegExp): Promise<string> {
    for (let left = 50; left > 0; left--) {
      const found = pattern.exec(this.#errors)?.[1];
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw this.#failure(`it did not print ${pattern.source}`);
  }

  #failure(what: string): Error {
    return new Error(`Cannot use the server: ${what}\n${this.#errors}`);
  }
}
