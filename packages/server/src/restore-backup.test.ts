import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { imeiOf } from '@rastro/protocols/testing';
import { damageTable } from '@rastro/storage/testing';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { startDevice } from '../test/kill-test-device.ts';
import { registerDevices, startKillable, storedTimes } from '../test/kill-test-server.ts';

/** Runs a program of this folder. */
async function run(name: string, args: readonly string[], folder: string) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const program = fileURLToPath(new URL(name, import.meta.url));
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('[CHECK-1][RESTORE-1] damaged pages: check-data says what is lost, and a restored backup has what it had', async (t) => {
  const folder = temporaryFolder(t, 'restore');
  const backup = join(temporaryFolder(t, 'backup'), 'copy');
  const device = startDevice('teltonika', imeiOf(1));
  const server = await startKillable(folder);
  await registerDevices(server.url, [device.imei]);
  const line = device.talk(connect(server.ports.teltonika, '127.0.0.1'));
  const acknowledged = async (count: number): Promise<void> => {
    const end = performance.now() + 30_000;
    while (device.acknowledged.length < count && performance.now() < end) await setTimeout(5);
    assert.ok(device.acknowledged.length >= count);
  };
  await acknowledged(50);
  const before = [...device.acknowledged];
  assert.equal((await run('backup.ts', [backup], folder)).code, 0);
  const refused = await run('check-data.ts', [], folder);
  assert.deepEqual([refused.code, /another Rastro uses it/.test(refused.output)], [1, true]);
  await acknowledged(before.length + 200);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  await line;

  const sound = await run('check-data.ts', [], folder);
  assert.equal(sound.code, 0, sound.output);
  for (const table of ['arrivals', 'events']) damageTable(folder, table, 1);
  const damaged = await run('check-data.ts', [], folder);
  assert.equal(damaged.code, 1);
  const lost = /^lost: (\d+) of (\d+) events of (\d+) \(ID 1\) (?:on|from) \d{4}-\d\d-\d\d/m.exec(
    damaged.output,
  );
  assert.ok(lost, damaged.output);
  assert.equal(lost[3], device.imei);
  assert.ok(Number(lost[1]) > 0 && Number(lost[1]) <= Number(lost[2]), damaged.output);
  assert.match(damaged.output, /arrivals cannot be read to the end; \d+ rows come before the damage/);

  const notEmpty = await run('restore.ts', ['--from', backup], folder);
  assert.deepEqual([notEmpty.code, /not empty: --replace/.test(notEmpty.output)], [1, true], notEmpty.output);
  const restored = await run('restore.ts', ['--from', backup, '--replace'], folder);
  assert.equal(restored.code, 0, restored.output);
  assert.match(restored.output, /its newest data are of \d{4}-/);
  const [setAside = ''] = readdirSync(folder).filter((name) => name.startsWith('before-restore-'));
  assert.ok(existsSync(join(folder, setAside, 'rastro.sqlite')), 'what was there stays');
  assert.equal((await run('check-data.ts', [], folder)).code, 0);
  const again = await startKillable(folder);
  assert.equal((await fetch(`${again.url}/health/ready`)).status, 200);
  again.child.kill('SIGTERM');
  await once(again.child, 'exit');
  const times = new Set((await storedTimes(folder, [device.imei])).get(device.imei));
  assert.deepEqual(
    before.filter((time) => !times.has(time)),
    [],
  );
});

test('[RESTORE-2] a folder in use, a damaged backup and nothing at all are rejected, and nothing is changed', async (t) => {
  const folder = temporaryFolder(t, 'restore');
  const server = await startKillable(folder);
  const backup = join(temporaryFolder(t, 'backup'), 'copy');
  assert.equal((await run('backup.ts', [backup], folder)).code, 0);
  const inUse = await run('restore.ts', ['--from', backup, '--replace'], folder);
  assert.match(inUse.output, /another Rastro uses it/);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  const names = readdirSync(folder);
  damageTable(backup, 'user_documents', 1);
  const empty = temporaryFolder(t, 'empty');
  for (const [from, expected] of [
    [backup, /which is damaged/],
    [empty, /Cannot find a backup/],
  ] as const) {
    const { code, output } = await run('restore.ts', ['--from', from, '--replace'], folder);
    assert.equal(code, 1);
    assert.match(output, expected);
  }
  assert.deepEqual(readdirSync(folder), names);
});

test('[RESTORE-3] a server does not start on a backup that was not restored to the end', async (t) => {
  const folder = temporaryFolder(t, 'restore');
  mkdirSync(join(folder, 'restoring'));
  const { code, output } = await run('main.ts', [], folder);
  assert.equal(code, 1);
  assert.match(output, /a backup was not restored to the end; restore it again/);
});

test('[CHECK-2] text that cannot be parsed and a picture that is gone are found', async (t) => {
  const folder = temporaryFolder(t, 'check');
  const server = await startKillable(folder);
  await registerDevices(server.url, ['one', 'two']);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(join(folder, 'rastro.sqlite'));
  db.exec(`UPDATE device_documents SET body = json_set(body, '$.attributes.deviceImage', 'device.webp')`);
  db.exec(
    `INSERT INTO positions VALUES (99, 1, 1, 1, 1, 1, 'x', 1, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, '{"cut')`,
  );
  db.close();
  mkdirSync(join(folder, 'media', '1'), { recursive: true });
  writeFileSync(join(folder, 'media', '1', 'device.webp'), 'picture');
  const { code, output } = await run('check-data.ts', [], folder);
  assert.equal(code, 1);
  assert.match(output, /^lost: the picture of two \(ID 2\)$/m);
  assert.doesNotMatch(output, /picture of one/);
  assert.match(output, /^rastro\.sqlite: attributes of 1 rows of positions cannot be parsed$/m);
  assert.match(output, /^note: 1 rows of positions are of 1 deleted devices$/m);
});
