import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OneProcess, type Installation, type ServerOptions } from './installation.ts';
import { SeveralProcesses } from './several-processes.ts';

export { ADMINISTRATOR, type ServerOptions } from './installation.ts';

/** A real server of a journey, with its data in temporary places; E2E_BEHIND says of what kind. */
export class RastroServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'rastro-e2e-'));
  readonly #installation: Installation;

  constructor(options: ServerOptions = {}) {
    this.#installation = installationOf(this.#folder, options);
  }

  static async start(options: ServerOptions = {}): Promise<RastroServer> {
    const server = new RastroServer(options);
    await server.start();
    return server;
  }

  get url(): string {
    return this.#installation.url;
  }
  /** Port of each device protocol. */
  get protocols(): Readonly<Record<string, number>> {
    return this.#installation.protocols;
  }
  /** Its data, for tests that prepare what no browser can. Nothing else writes while it runs. */
  get data(): Installation['data'] {
    return this.#installation.data;
  }

  /** Starts, or starts again on the same port with the same data. */
  start(): Promise<void> {
    return this.#installation.start();
  }
  /** Ends all its processes at once, as a power cut does. The data remain. */
  kill(): Promise<void> {
    return this.#installation.kill();
  }
  async remove(): Promise<void> {
    await this.kill();
    await this.#installation.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The one-time code for the first administrator, as printed on the console. */
  setupCode(): Promise<string> {
    return this.#printed(/with code (\S+)/);
  }
  demoPassword(): Promise<string> {
    return this.#printed(/sign in with password (\S+)/);
  }

  /** Waits for output that may appear a moment after `listening`. */
  async #printed(pattern: RegExp): Promise<string> {
    for (let left = 50; left > 0; left--) {
      const found = pattern.exec(this.#installation.output)?.[1];
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(
      `Cannot use the server: it did not print ${pattern.source}\n${this.#installation.output}`,
    );
  }
}

/** A journey that chooses a tracking server has one process in front of it. */
function installationOf(folder: string, options: ServerOptions): Installation {
  const { env = {}, isOwn = false } = options;
  const behind = env['TRACKING_SERVER_URL'] === undefined ? process.env['E2E_BEHIND'] : undefined;
  if (behind === 'cluster') return new SeveralProcesses(folder, options);
  return new OneProcess(folder, options, behind === 'traccar' && !isOwn);
}
