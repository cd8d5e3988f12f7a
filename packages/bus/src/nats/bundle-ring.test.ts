import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { BundleRing } from './bundle-ring.ts';

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-ring-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
async function open(
  t: TestContext,
  folder: string,
  size = { segmentBytes: 1000, segments: 4 },
): Promise<BundleRing> {
  const ring = await BundleRing.open({ folder, ...size });
  t.after(() => ring.close());
  return ring;
}
const body = (text: string): Uint8Array => Buffer.from(text.repeat(20));
const textOf = (bytes: Uint8Array | null): string | null =>
  bytes && Buffer.from(bytes).toString().slice(0, 2);
const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
const bytesOf = (folder: string): number =>
  filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0);

test('[BUS-18] the ring holds the newest bundles within its bound: the oldest ones go', async (t) => {
  const folder = newFolder(t);
  const ring = await open(t, folder);
  for (let number = 1; number <= 300; number++) {
    await ring.append(7, number, body('ab'));
    assert.ok(bytesOf(folder) <= 4000, `${bytesOf(folder)} bytes after ${number}`);
  }
  await Promise.all([8, 9].map((partition) => ring.append(partition, 1, body('cd'))));
  const { life } = ring;
  assert.equal(await ring.read(life, 7, 1), null);
  const held = ring.numbersOf(life, 7, 1, 1000);
  assert.ok(held.length > 30, `${held.length} are held`);
  assert.deepEqual(
    held,
    Array.from({ length: held.length }, (_, i) => 301 - held.length + i),
  );
  assert.deepEqual(ring.numbersOf(life, 7, 299, 299), [299]);
  await ring.close();
  const next = await open(t, folder);
  assert.deepEqual(
    [textOf(await next.read(life, 7, 300)), textOf(await next.read(life, 8, 1))],
    ['ab', 'cd'],
  );
  assert.deepEqual(next.formerLasts(3), [
    { life, partition: 7, number: 300 },
    { life, partition: 8, number: 1 },
    { life, partition: 9, number: 1 },
  ]);
});

test('[BUS-18] each opening begins a life of numbers, whatever became of the files; many of them remove nothing', async (t) => {
  const folder = newFolder(t);
  const lives = new Set<string>();
  for (let opening = 1; opening <= 20; opening++) {
    const ring = await open(t, folder);
    lives.add(ring.life);
    await ring.append(1, 1, body('ab'));
    await ring.close();
  }
  assert.equal(lives.size, 20);
  const idle = await open(t, folder);
  for (const life of lives) assert.equal(textOf(await idle.read(life, 1, 1)), 'ab');
  assert.deepEqual(
    idle.formerLasts(3).map(({ life }) => life),
    [...lives].slice(-3),
  );
  const files = filesOf(folder).length;
  await idle.close();
  assert.equal(filesOf(folder).length, files, 'one that was not used leaves nothing');
});

test('[BUS-18] of a torn or damaged file of the ring, what stands before the damage is read', async (t) => {
  const folder = newFolder(t);
  const ring = await open(t, folder);
  for (let number = 1; number <= 3; number++) await ring.append(1, number, body('ab'));
  await ring.close();
  const [file = ''] = filesOf(folder);
  const bytes = readFileSync(file);
  for (const [damage, held] of [
    [() => truncateSync(file, bytes.length - 5), [1, 2]],
    [() => appendFileSync(file, 'rest of something'), [1, 2, 3]],
    [() => writeFileSync(file, bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)), [1, 2]],
    [() => writeFileSync(file, bytes.with(3, 255)), []],
    [() => truncateSync(file, 0), []],
  ] as const) {
    damage();
    const after = await open(t, folder);
    assert.deepEqual(after.numbersOf(ring.life, 1, 1, 9), held);
    await after.append(1, 1, body('cd'));
    assert.equal(textOf(await after.read(after.life, 1, 1)), 'cd');
    await after.close();
    for (const other of filesOf(folder)) rmSync(other);
    writeFileSync(file, bytes);
  }
  writeFileSync(file, bytes);
  const rotting = await open(t, folder);
  writeFileSync(file, bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1));
  assert.equal(await rotting.read(ring.life, 1, 3), null, 'what rots later is not handed out');
});

test('[BUS-18] an append that fails is told, and the ring goes on', async (t) => {
  const folder = newFolder(t);
  const ring = await open(t, folder);
  rmSync(folder, { recursive: true });
  await assert.rejects(ring.append(1, 1, body('ab')), /ENOENT/);
  mkdirSync(folder);
  await ring.append(1, 1, body('ab'));
  assert.equal(textOf(await ring.read(ring.life, 1, 1)), 'ab');
});

test('[BUS-18] two processes in one folder, for a moment, harm nothing; two publishers are refused', async (t) => {
  const folder = newFolder(t);
  const size = { segmentBytes: 1000, segments: 40 };
  const [old, next] = [await open(t, folder, size), await open(t, folder, size)];
  for (let number = 1; number <= 30; number++)
    for (const ring of [old, next]) await ring.append(1, number, body(ring === old ? 'ab' : 'cd'));
  const reopened = await open(t, folder, size);
  for (let number = 1; number <= 30; number++)
    assert.deepEqual(
      [textOf(await reopened.read(old.life, 1, number)), textOf(await reopened.read(next.life, 1, number))],
      ['ab', 'cd'],
    );
  next.claim();
  assert.throws(() => next.claim(), /has a publisher/);
});

test('[BUS-18] a process that is killed while it writes leaves all that was on the disk', async (t) => {
  const folder = newFolder(t);
  const script = new URL('../../test/ring-writer.ts', import.meta.url).pathname;
  for (let round = 1; round <= 2; round++) {
    const writer = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    writer.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    while (text.length < 1500 * round) await once(writer.stdout, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'close');
    const [life = '', ...written] = text.split('\n').slice(0, -1);
    const ring = await open(t, folder, { segmentBytes: 200_000, segments: 50 });
    assert.notEqual(ring.life, life);
    for (const line of written) {
      const [partition = 0, number = 0] = line.split(' ').map(Number);
      const bytes = await ring.read(life, partition, number);
      assert.deepEqual(bytes && Buffer.from(bytes), Buffer.alloc(1000, number), line);
    }
    await ring.close();
  }
});
