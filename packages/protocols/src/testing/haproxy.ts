import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian's is in a folder that only root has in its path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const BINARY = FOLDERS.map((folder) => join(folder, 'haproxy')).find(isProgram) ?? null;
/** Null = it is there; otherwise why tests are skipped. */
export const WITHOUT_HAPROXY = BINARY === null ? 'no haproxy' : null;

const POLL_MS = 20;

export interface ServerStatus {
  readonly status: string;
  /** Connections that it has got. */
  readonly connections: number;
}

/** Complaints about a configuration; empty = it is right. */
export function checkHaproxy(file: string): string {
  const { status, stderr } = spawnSync(binary(), ['-c', '-f', file], { encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

/** A real HAProxy in front of ports of this machine. */
export class Haproxy {
  readonly #admin: string;
  readonly #end: () => Promise<void>;

  private constructor(admin: string, end: () => Promise<void>) {
    this.#admin = admin;
    this.#end = end;
  }

  static async start(config: string): Promise<Haproxy> {
    const folder = mkdtempSync(join(tmpdir(), 'rastro-haproxy-'));
    const [admin, file] = [join(folder, 'admin.sock'), join(folder, 'haproxy.cfg')];
    writeFileSync(file, `global\n  stats socket ${admin} mode 600 level admin\n${config}`);
    const child = spawn(binary(), ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaints += piece));
    let hasEnded = false;
    const ended = once(child, 'exit').then(() => (hasEnded = true));
    const haproxy = new Haproxy(admin, async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    });
    while ((await haproxy.servers().catch(() => null)) === null) {
      if (hasEnded) throw new Error(`Cannot start haproxy: ${complaints}`);
      await sleep(POLL_MS);
    }
    return haproxy;
  }

  /** Answers a command of its administrator. @source https://docs.haproxy.org/2.6/management.html#9.3 */
  async ask(command: string): Promise<string> {
    const socket = connect(this.#admin);
    await once(socket, 'connect');
    socket.end(`${command}\n`);
    return text(socket);
  }
  /** By backend and name: `devices/i1`. */
  async servers(): Promise<ReadonlyMap<string, ServerStatus>> {
    const [head = '', ...rows] = (await this.ask('show stat')).trim().split('\n');
    const names = head.replace(/^# /, '').split(',');
    const at = (row: readonly string[], name: string): string => row[names.indexOf(name)] ?? '';
    const cells = rows.map((row) => row.split(',')).filter((row) => at(row, 'type') === '2');
    return new Map(
      cells.map((row) => [
        `${at(row, 'pxname')}/${at(row, 'svname')}`,
        { status: at(row, 'status'), connections: Number(at(row, 'stot')) },
      ]),
    );
  }
  close(): Promise<void> {
    return this.#end();
  }
}

/** A port of this machine that nobody listens to now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('Cannot find a free port');
  return address.port;
}

function binary(): string {
  if (BINARY === null) throw new Error('Cannot run haproxy: it is not installed');
  return BINARY;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
