import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAcknowledged, MAX_ACKNOWLEDGED } from '@rastro/fleet';
import { openExtensionStorage } from '@rastro/storage';
import { acknowledgedEvents, acknowledgeEvents } from './acknowledged-events.ts';

type Call = Parameters<ReturnType<typeof acknowledgeEvents>>[0];

test('[EVTACK-1] a person has the same in every browser; two at once lose nothing; the newest are kept', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-acknowledged-'));
  let storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const callOf = (id: number, body: object): Call => ({ caller: { id }, body }) as unknown as Call;
  const change = async (id: number, add: readonly number[], remove: readonly number[] = []) =>
    (await acknowledgeEvents(storage)(callOf(id, { add, remove }))).body;
  const read = async (id: number) => (await acknowledgedEvents(storage)(callOf(id, {}))).body;

  assert.deepEqual(await read(1), { ids: [] });
  assert.deepEqual(await change(1, [5, 9]), { ids: [9, 5] });
  await Promise.all([change(1, [11]), change(1, [12]), change(1, [13], [5])]);
  assert.deepEqual(await read(1), { ids: [13, 12, 11, 9] });
  assert.deepEqual(await read(2), { ids: [] }, 'another person has his own');
  await storage.close();
  storage = await openExtensionStorage({ folder });
  assert.deepEqual(await read(1), { ids: [13, 12, 11, 9] });
  const many = Array.from({ length: MAX_ACKNOWLEDGED }, (_, index) => 100 + index);
  const { ids } = (await change(1, many)) as { ids: number[] };
  assert.deepEqual([ids.length, ids[0], ids.at(-1)], [MAX_ACKNOWLEDGED, 100 + MAX_ACKNOWLEDGED - 1, 100]);
});

test('[EVTACK-300] everything until a time is seen to at once; one of it is open again when the user says so', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-acknowledged-'));
  const storage = await openExtensionStorage({ folder });
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const change = async (body: object) =>
    (await acknowledgeEvents(storage)({ caller: { id: 1 }, body } as unknown as Call)).body;
  assert.deepEqual(await change({ add: [], remove: [], until: 5000 }), { ids: [], until: 5000 });
  assert.deepEqual(await change({ add: [], remove: [7] }), { ids: [], until: 5000, open: [7] });
  assert.deepEqual(await change({ add: [7], remove: [] }), { ids: [7], until: 5000 });
  assert.deepEqual(
    await change({ add: [], remove: [], until: 4000 }),
    { ids: [7], until: 5000 },
    'never back',
  );
  const known = { ids: new Set([7]), until: 5000, open: new Set([3]) };
  const at = (id: number, time: number) =>
    isAcknowledged(known, { id, eventTime: new Date(time).toISOString() });
  assert.deepEqual([at(1, 5000), at(1, 5001), at(3, 1), at(7, 9000)], [true, false, false, true]);
});
