import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** A limit, not a pace. */
const START_WITHIN_MS = 90_000;
const MOST_OUTPUT = 200_000;

export interface NodeProgram {
  /** Absent = the Node that runs this. */
  readonly node?: string;
  /** Of the server, such as `--demo`. */
  readonly args?: readonly string[];
  /**
   * Other ports for devices after each start: while a process is away, programs beside it may be given
   * one of its many.
   */
  readonly hasNewPorts?: boolean;
}

/** One process of an installation. After a restart it has the ports that it had. */
export class ClusterNode {
  readonly name: string;
  readonly roles: string;
  readonly #env: Record<string, string>;
  readonly #command: readonly [node: string, args: readonly string[]];
  readonly #hasNewPorts: boolean;
  #child: ChildProcess | null = null;
  #output = '';
  #pausedAt: number | null = null;
  url = '';
  /** Port of each device protocol. */
  protocols: Readonly<Record<string, number>> = {};

  constructor(name: string, env: Readonly<Record<string, string>>, program: NodeProgram = {}) {
    const { node, args = [], hasNewPorts = false } = program;
    this.name = name;
    this.#hasNewPorts = hasNewPorts;
    this.roles = env['ROLES'] ?? '';
    this.#env = { ...env };
    this.#command =
      node === undefined ? [process.execPath, [...process.execArgv, MAIN, ...args]] : [node, [MAIN, ...args]];
  }

  /** Lines that it has logged since it was made, the newest of them. */
  get output(): string {
    return this.#output;
  }
  /** 0 = it does not run. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }
  get isRunning(): boolean {
    return this.#child !== null;
  }

  async start(): Promise<void> {
    const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(...this.#command, {
      env: { PATH, TMPDIR, NODE_COMPILE_CACHE, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-MOST_OUTPUT);
    });
    child.once('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    const said = once(createInterface(child.stdout), 'line', {
      signal: AbortSignal.timeout(START_WITHIN_MS),
    }) as Promise<[string]>;
    const ended = once(child, 'exit').then(() => null);
    const first = await Promise.race([said, ended]).catch(() => null);
    said.catch(() => {});
    if (first === null) {
      child.kill('SIGKILL');
      throw new Error(`Cannot start ${this.name}: ${this.#output}`);
    }
    const { url, protocols } = JSON.parse(first[0]) as {
      readonly url: string;
      readonly protocols: Readonly<Record<string, number>>;
    };
    this.url = url.replace('localhost', '127.0.0.1');
    this.protocols = protocols;
    this.#env['PORT'] = new URL(url).port;
    if (this.#hasNewPorts) return;
    const ports = Object.entries(protocols).map(([name, port]) => `${name}:${port}`);
    if (ports.length > 0) this.#env['PROTOCOLS'] = ports.join(',');
  }

  /** Asks it to end, and waits for it. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }
  /** `kill -9`. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }
  /** When it last began to stand still, ms since 1970; null = it never did. */
  get pausedAt(): number | null {
    return this.#pausedAt;
  }
  /** Stands still until `wake`. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
    this.#pausedAt = Date.now();
  }
  wake(): void {
    this.#child?.kill('SIGCONT');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await gone;
  }
}
