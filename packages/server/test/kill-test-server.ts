import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStorage } from '@rastro/storage';
import { CONFIRMING, type Confirming } from './kill-test-device.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
export const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'kill-test-password' };

/** For the kill tests: the real program in a process of its own. */
export interface Killable {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ports: Readonly<Record<Confirming, number>>;
}

/** @param through A program that starts the server, with its options: a tracer. */
export async function startKillable(folder: string, through: readonly string[] = []): Promise<Killable> {
  // A tracer sees what is called, not what is queued for the kernel.
  const traced = through.length > 0 ? { UV_USE_IO_URING: '0' } : {};
  const environment = {
    ...process.env,
    ...traced,
    ...ADMIN,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
  const [program, ...args] = [...through, process.execPath, MAIN];
  const child = spawn(program, args, {
    env: {
      ...environment,
      DATA_DIR: folder,
      PROTOCOLS: CONFIRMING.map((name) => `${name}:0`).join(),
    },
    stdio: ['ignore', 'pipe', through.length > 0 ? 'ignore' : 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Cannot kill the server: it ended by itself with ${String(code)}`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  ended.catch(() => {}); // From here on its end is the test's own doing.
  const { url, protocols } = JSON.parse(line) as { url: string; protocols: Record<Confirming, number> };
  return { child, url, ports: protocols };
}

/** Makes the devices known, through the API as an operator would. */
export async function registerDevices(url: string, imeis: readonly string[]): Promise<void> {
  const login = await fetch(`${url}/api/session`, {
    method: 'POST',
    body: new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const uniqueId of imeis) {
    const headers = { cookie, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: uniqueId, uniqueId });
    const created = await fetch(`${url}/api/devices`, { method: 'POST', headers, body });
    assert.equal(created.status, 200);
  }
}

/** Fix times in the history of each device, of a folder that nobody serves. */
export async function storedTimes(folder: string, imeis: readonly string[]): Promise<Map<string, number[]>> {
  const storage = await openStorage({ folder });
  const devices = await storage.documents('device');
  const times = new Map<string, number[]>();
  for (const imei of imeis) {
    const id = devices.find(({ key }) => key === imei)?.id ?? 0;
    const rows: number[] = [];
    const all = { deviceId: id, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
    for await (const page of storage.history(all)) rows.push(...page.map(({ fixTime }) => fixTime));
    times.set(imei, rows);
  }
  await storage.close();
  return times;
}
