import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { imeiOf } from '@rastro/protocols/testing';
import { openStorage } from '@rastro/storage';
import { startDevice, type SendingDevice } from './kill-test-device.ts';

const ROUNDS = 50;
const DEVICES = 8;
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'kill-test-password' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-kill-'));
after(() => rmSync(folder, { recursive: true }));

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
}

async function start(): Promise<Running> {
  const environment = { ...process.env, ...ADMIN, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...environment, DATA_DIR: folder, PROTOCOLS: 'teltonika:0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, protocols } = JSON.parse(line) as { url: string; protocols: { teltonika: number } };
  return { child, url, port: protocols.teltonika };
}

/** Makes the devices known, through the API as an operator would. */
async function register(url: string, imeis: readonly string[]): Promise<void> {
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

async function storedTimes(imeis: readonly string[]): Promise<Map<string, number[]>> {
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

test('[INGEST-15] kill -9 during ingest, 50 rounds: nothing acknowledged is lost, nothing is doubled', async () => {
  const imeis = Array.from({ length: DEVICES }, (_, i) => imeiOf(i));
  // Kept over the rounds: a device goes on with what was not acknowledged.
  const devices: SendingDevice[] = imeis.map((imei) => startDevice(imei));
  for (let round = 0; round < ROUNDS; round++) {
    const { child, url, port } = await start();
    if (round === 0) await register(url, imeis);
    const lines = devices.map((device) => device.talk(connect(port, '127.0.0.1')));
    await new Promise((resolve) => setTimeout(resolve, 20 + ((round * 37) % 180)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await Promise.all(lines);
  }
  const stored = await storedTimes(imeis);
  let acknowledged = 0;
  for (const device of devices) {
    const times = stored.get(device.imei) ?? [];
    const unique = new Set(times);
    assert.equal(unique.size, times.length, `${device.imei}: a record is there twice`);
    const lost = device.acknowledged.filter((time) => !unique.has(time));
    assert.deepEqual(lost, [], `${device.imei}: acknowledged and lost`);
    acknowledged += device.acknowledged.length;
  }
  assert.ok(
    acknowledged > ROUNDS * DEVICES,
    `only ${acknowledged} records were acknowledged: the test proves little`,
  );
});
