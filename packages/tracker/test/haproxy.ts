import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from './open-test-tracker.ts';

/** Debian's is in a folder that only root has in its path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const BINARY = FOLDERS.map((folder) => join(folder, 'haproxy')).find(isProgram) ?? null;
/** Null = it is there; otherwise why tests are skipped. */
export const WITHOUT_HAPROXY = BINARY === null ? 'no haproxy' : null;

export interface HaproxyOptions {
  /** Option by which it sends addresses on: `send-proxy` or `send-proxy-v2`. */
  readonly sends: string;
  /** On this machine. */
  readonly servers: Readonly<Record<string, number>>;
}
export interface ServerStatus {
  readonly status: string;
  /** Connections that it has got. */
  readonly connections: number;
}

/** A real HAProxy in front of ports of this machine. */
export class Haproxy {
  readonly port: number;
  readonly #admin: string;
  readonly #end: () => Promise<void>;

  private constructor(port: number, admin: string, end: () => Promise<void>) {
    this.port = port;
    this.#admin = admin;
    this.#end = end;
  }

  static async start({ sends, servers }: HaproxyOptions): Promise<Haproxy> {
    if (BINARY === null) throw new Error('Cannot start haproxy: it is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'rastro-haproxy-'));
    const [port, admin, file] = [await freePort(), join(folder, 'admin.sock'), join(folder, 'haproxy.cfg')];
    const lines = Object.entries(servers).map(
      ([name, at]) => `  server ${name} 127.0.0.1:${at} check inter 100ms fastinter 100ms rise 1 ${sends}`,
    );
    writeFileSync(
      file,
      `global
  stats socket ${admin} mode 600 level admin
defaults
  mode tcp
  timeout connect 5s
  timeout client 1m
  timeout server 1m
listen devices
  bind 127.0.0.1:${port}
  balance roundrobin
${lines.join('\n')}
`,
    );
    const child = spawn(BINARY, ['-f', file, '-db'], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const haproxy = new Haproxy(port, admin, async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    });
    await eventually(async () => {
      const { length } = [...(await haproxy.servers().catch(() => new Map())).keys()];
      return length === lines.length;
    });
    return haproxy;
  }

  /** Answers a command of its administrator. @source https://docs.haproxy.org/2.6/management.html#9.3 */
  async ask(command: string): Promise<string> {
    const socket = connect(this.#admin);
    await once(socket, 'connect');
    socket.end(`${command}\n`);
    return text(socket);
  }
  async servers(): Promise<ReadonlyMap<string, ServerStatus>> {
    const [head = '', ...rows] = (await this.ask('show stat')).trim().split('\n');
    const names = head.replace(/^# /, '').split(',');
    const at = (row: readonly string[], name: string): string => row[names.indexOf(name)] ?? '';
    const cells = rows.map((row) => row.split(',')).filter((row) => at(row, 'type') === '2');
    return new Map(
      cells.map((row) => [
        at(row, 'svname'),
        { status: at(row, 'status'), connections: Number(at(row, 'stot')) },
      ]),
    );
  }
  close(): Promise<void> {
    return this.#end();
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('Cannot find a free port');
  return address.port;
}
