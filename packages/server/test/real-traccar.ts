import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { referenceFile } from '../../../tools/reference.ts';

/** Device protocols in the order of their ports. */
const PROTOCOLS = [
  'osmand',
  'gt06',
  'suntech',
  'teltonika',
  'h02',
  'gl200',
  'gps103',
  'jt808',
  'wialon',
  'meitrack',
  'ruptela',
] as const;
export const TRACCAR_ADMIN = {
  name: 'Admin',
  email: 'admin@example.com',
  password: 'a path along the river',
};
const START_MS = 120_000;
const POLL_MS = 250;

/** A real Traccar, unmodified, with a database of its own. */
export interface RealTraccar {
  readonly url: string;
  readonly osmandPort: number;
  /** Port of each device protocol. */
  readonly ports: Readonly<Record<string, number>>;
  /** Token of the administrator. */
  readonly token: string;
  /** Calls its API as the administrator. */
  call<T>(method: string, path: string, body?: object): Promise<T>;
  stop(): void;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  close(): void;
}

/** Starts a Traccar of the reference folder, with a first administrator, on an empty database. @throws when it does not start in time. */
export async function startTraccar(
  admin: { readonly name: string; readonly email: string; readonly password: string } = TRACCAR_ADMIN,
): Promise<RealTraccar> {
  const script = referenceFile('traccar-6.14.5/start.sh');
  assert.ok(script, 'REFERENCE_DIR names no folder');
  const folder = mkdtempSync(join(tmpdir(), 'traccar-'));
  const port = await freePorts(1);
  const devicePort = await freePorts(PROTOCOLS.length);
  const url = `http://127.0.0.1:${port}`;
  const start = async (): Promise<void> => {
    const args = [fileURLToPath(script), folder, String(port), String(devicePort)];
    const { status, stderr } = spawnSync('bash', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    assert.equal(status, 0, stderr);
    await isServing(url);
  };
  const stop = (): void => {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  await start();
  const basic = `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString('base64')}`;
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(url + path, {
      method,
      headers: { authorization: basic, accept: 'application/json', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await reply.text();
    assert.ok(reply.ok, `${method} ${path}: ${reply.status} ${text.split('\n')[0]}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  };
  const first = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  assert.equal(first.status, 200, await first.text());
  const made = await fetch(`${url}/api/session/token`, {
    method: 'POST',
    headers: { authorization: basic },
    body: new URLSearchParams({ expiration: '2099-01-01T00:00:00Z' }),
  });
  assert.equal(made.status, 200);
  return {
    url,
    osmandPort: devicePort,
    ports: Object.fromEntries(PROTOCOLS.map((name, at) => [name, devicePort + at])),
    token: await made.text(),
    call,
    stop,
    start,
    close: () => {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isServing(url: string): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end; await pause(POLL_MS)) {
    const reply = await fetch(`${url}/api/server`).catch(() => null);
    if (reply?.status === 200) return;
  }
  throw new Error(`Cannot start the Traccar at ${url}`);
}

/** @returns the first of so many ports that follow one another and are free now. */
async function freePorts(count: number): Promise<number> {
  for (
    let first = 20_000 + Math.floor(Math.random() * 20_000);
    ;
    first = 20_000 + Math.floor(Math.random() * 20_000)
  ) {
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
}
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      assert.equal((server.address() as AddressInfo).port, port);
      server.close(() => resolve(true));
    });
  });
}
