import { isConflict } from '@rastro/base';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openStorage, type Storage } from '@rastro/storage';
import { EntityTable, type TableChange } from './entity-table.ts';

interface Thing {
  readonly id: number;
  readonly name: string;
  readonly key: string;
}
const folder = mkdtempSync(join(tmpdir(), 'rastro-directory-'));
let storage: Storage;
before(async () => {
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});
async function table(): Promise<EntityTable<Thing>> {
  for (const { id } of await storage.documents('device')) await storage.removeDocument('device', id);
  return reopened();
}
async function reopened(): Promise<EntityTable<Thing>> {
  const things = new EntityTable<Thing>(storage, 'device', ({ key }) => key);
  await things.load();
  return things;
}
const names = (things: EntityTable<Thing>): readonly string[] =>
  [...things.inOrder()].map(({ name }) => name);

test('[DIR-1] entities are found by id and key, and listed by name whatever its case', async () => {
  const things = await table();
  for (const name of ['delta', 'Alpha', 'charlie', 'Bravo', 'alpha'])
    await things.create({ name, key: `k-${name}` });
  assert.deepEqual(names(things), ['Alpha', 'alpha', 'Bravo', 'charlie', 'delta']);
  const bravo = things.byKey('k-Bravo');
  assert.ok(bravo);
  assert.equal(things.get(bravo.id), bravo);
  assert.deepEqual(names(await reopened()), names(things), 'the same after a restart');
});

test('[DIR-2] a change moves the entity in the list and frees its former key', async () => {
  const things = await table();
  const [a, b] = [await things.create({ name: 'a', key: '1' }), await things.create({ name: 'b', key: '2' })];
  await things.update({ ...a, name: 'z', key: '3' });
  assert.deepEqual(names(things), ['b', 'z']);
  assert.equal(things.byKey('1'), undefined);
  await things.update({ ...b, key: '1' });
  assert.equal(things.byKey('1')?.id, b.id);
  await things.remove(a.id);
  assert.deepEqual(
    [names(things), things.size, things.get(a.id), things.byKey('3')],
    [['b'], 1, undefined, undefined],
  );
});

test('[DIR-3] a taken key is refused, in memory as in storage', async () => {
  const things = await table();
  const a = await things.create({ name: 'a', key: '1' });
  await things.create({ name: 'b', key: '2' });
  const conflict = (error: unknown): boolean => isConflict(error);
  await assert.rejects(things.create({ name: 'c', key: '1' }), conflict);
  await assert.rejects(things.update({ ...a, key: '2' }), conflict);
  assert.deepEqual(things.byKey('1'), a);
  assert.deepEqual(names(things), ['a', 'b']);
  assert.equal(await things.createFirst({ name: 'c', key: '3' }), null);
});

test('[DIR-4] watchers hear of each change once, with before and after', async () => {
  const things = await table();
  const changes: TableChange<Thing>[] = [];
  const stop = things.watch((change) => changes.push(change));
  const a = await things.create({ name: 'a', key: '1' });
  const b = await things.update({ ...a, name: 'b' });
  await things.remove(a.id);
  await things.remove(a.id);
  stop();
  await things.create({ name: 'c', key: '2' });
  assert.deepEqual(changes, [
    { before: null, after: a },
    { before: a, after: b },
    { before: b, after: null },
  ]);
});

test('[DIR-9] changes of parts of an entity at once are all there, in memory and in storage', async () => {
  const things = await table();
  const elsewhere = await reopened();
  const a = await things.create({ name: 'a', key: '1' });
  const appended = (letter: string) => (stored: Thing) => ({ ...stored, name: `${stored.name}${letter}` });
  await Promise.all(['b', 'c', 'd'].map((letter) => things.change(a.id, appended(letter))));
  assert.equal((things.get(a.id)?.name ?? '').split('').toSorted().join(''), 'abcd');
  await elsewhere.change(a.id, appended('e'));
  await things.change(a.id, appended('f'));
  assert.equal((things.get(a.id)?.name ?? '').split('').toSorted().join(''), 'abcdef');
  assert.deepEqual((await reopened()).get(a.id), things.get(a.id));
  assert.equal(await things.change(a.id, () => null), null);
  assert.equal(await things.change(a.id + 1, (stored) => stored), null);
});

test('[DIR-5] an update that races with the removal does not bring the entity back', async () => {
  const things = await table();
  const a = await things.create({ name: 'a', key: '1' });
  await Promise.all([things.remove(a.id), things.update({ ...a, name: 'z' })]);
  assert.equal(things.size, 0);
  assert.equal((await reopened()).size, 0);
});
