import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { imeiOf } from '@rastro/protocols/testing';
import { CONFIRMING, startDevice, type SendingDevice } from '../test/kill-test-device.ts';
import { registerDevices, startKillable, storedTimes } from '../test/kill-test-server.ts';

const BACKUP = fileURLToPath(new URL('backup.ts', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'rastro-backup-'));
after(() => rmSync(place, { recursive: true }));

async function backUp(from: string, to: string): Promise<{ readonly code: number; readonly output: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: from };
  const child = spawn(process.execPath, [BACKUP, to], { cwd: place, env });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

/** Waits until devices have had a hundred more answers: they stream. */
async function moreAcknowledged(devices: readonly SendingDevice[]): Promise<void> {
  const count = (): number => devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const end = Date.now() + 20_000;
  for (const wanted = count() + 100; count() < wanted;) {
    assert.ok(Date.now() < end, 'devices are answered');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('[BACKUP-1] a copy made while devices stream starts and has all that was acknowledged before', async () => {
  const folder = join(place, 'data');
  const devices = [...CONFIRMING, ...CONFIRMING].map((protocol, i) => startDevice(protocol, imeiOf(i)));
  const imeis = devices.map(({ imei }) => imei);
  const server = await startKillable(folder);
  await registerDevices(server.url, imeis);
  const lines = devices.map((device) => device.talk(connect(server.ports[device.protocol], '127.0.0.1')));
  const before: (readonly number[])[][] = [];
  for (const copy of ['one', 'two', 'three']) {
    await moreAcknowledged(devices);
    before.push(devices.map(({ acknowledged }) => [...acknowledged]));
    const { code, output } = await backUp(folder, join(place, copy));
    assert.equal(code, 0, output);
  }
  server.child.kill('SIGKILL');
  await Promise.all([once(server.child, 'exit'), ...lines]);
  for (const [at, copy] of ['one', 'two', 'three'].entries()) {
    // The product itself opens it first.
    const started = await startKillable(join(place, copy));
    assert.equal((await fetch(`${started.url}/health/ready`)).status, 200);
    started.child.kill('SIGTERM');
    await once(started.child, 'exit');
    const stored = await storedTimes(join(place, copy), imeis);
    for (const [i, imei] of imeis.entries()) {
      const times = new Set(stored.get(imei));
      const lost = (before[at]?.[i] ?? []).filter((time) => !times.has(time));
      assert.deepEqual(lost, [], `${imei} in copy ${copy}`);
    }
  }
});

test('[BACKUP-2] a copy goes into an empty folder outside the data, or not at all', async () => {
  const from = join(place, 'small');
  const server = await startKillable(from);
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  const full = join(place, 'full');
  mkdirSync(full);
  writeFileSync(join(full, 'mine.txt'), '');
  for (const [source, to, expected] of [
    [from, full, /not empty/],
    [from, join(from, 'inside'), /into the data folder itself/],
    [join(place, 'nothing'), join(place, 'new'), /Cannot find the data/],
  ] as const) {
    const { code, output } = await backUp(source, to);
    assert.equal(code, 1);
    assert.match(output, expected);
  }
  assert.deepEqual(readdirSync(full), ['mine.txt']);
  assert.equal((await backUp(from, join(place, 'after-a-kill'))).code, 0);
});
