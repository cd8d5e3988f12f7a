import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
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
const open = (folder: string): Promise<BundleRing> =>
  BundleRing.open({ folder, segmentBytes: 1000, segments: 4 });
const body = (text: string): Uint8Array => Buffer.from(text.repeat(20));
const textOf = (bytes: Uint8Array | null): string | null =>
  bytes && Buffer.from(bytes).toString().slice(0, 2);
const newest = (folder: string): string => join(folder, readdirSync(folder).toSorted().at(-1) ?? '');

test('[BUS-18] the ring holds the newest bundles within its bound, and numbers go on after a restart', async (t) => {
  const folder = newFolder(t);
  let ring = await open(folder);
  for (let number = 1; number <= 300; number++) {
    assert.equal(ring.nextNumber(7), number);
    await ring.append(7, number, body('ab'));
  }
  await Promise.all([8, 9].map((partition) => ring.append(partition, 1, body('cd'))));
  assert.ok(readdirSync(folder).length <= 4);
  const { life } = ring;
  assert.equal(await ring.read(life, 7, 1), null);
  await ring.close();
  ring = await open(folder);
  assert.deepEqual(
    [ring.life, ring.nextNumber(7), ring.nextNumber(8), ring.nextNumber(1)],
    [life, 301, 2, 1],
  );
  assert.deepEqual(
    [textOf(await ring.read(life, 7, 300)), textOf(await ring.read(life, 8, 1))],
    ['ab', 'cd'],
  );
  await ring.close();
});

test('[BUS-18] a torn end of the ring is cut, and begins a life whose numbers nobody has used', async (t) => {
  const folder = newFolder(t);
  let ring = await open(folder);
  const { life } = ring;
  for (let number = 1; number <= 3; number++) await ring.append(1, number, body('ab'));
  await ring.close();
  const bytes = readFileSync(newest(folder));
  for (const damage of [
    () => truncateSync(newest(folder), bytes.length - 5),
    () => appendFileSync(newest(folder), 'rest of something'),
    () => writeFileSync(newest(folder), bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1)),
  ]) {
    damage();
    ring = await open(folder);
    assert.notEqual(ring.life, life);
    assert.equal(ring.nextNumber(1), 1);
    assert.equal(textOf(await ring.read(life, 1, 2)), 'ab', 'what is whole can be read');
    await ring.close();
    rmSync(newest(folder));
    writeFileSync(newest(folder), bytes);
  }
});
