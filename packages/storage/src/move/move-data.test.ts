import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { asked } from '../../test/postgres-database.ts';
import { POSTGRES_VERSIONS, postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { openExtensionStorage, openStorage } from '../open-storage.ts';
import { StorageError } from '../storage-error.ts';
import { BOTH_STORES, checksumsOf, fillFolder } from './filled-folder.ts';
import { moveData, type DataMove } from './move-data.ts';
import { sumsOf } from './move-store.ts';
import { openFilesSource } from './open-files.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-move-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const never = new AbortController().signal;
const move = (folder: string, databaseUrl: string, to: DataMove['to']): DataMove => ({
  folder,
  databaseUrl,
  to,
  stores: BOTH_STORES,
  acceptsLoss: false,
  onStep: () => {},
});
const isUnfinished = (text: RegExp) => (error: unknown) =>
  error instanceof StorageError && error.code === 'UNFINISHED' && text.test(error.message);

/** Differences between two folders; empty = none. */
async function differences(a: string, b: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const store of BOTH_STORES) {
    const [first, second] = [await openFilesSource(a, store, false), await openFilesSource(b, store, false)];
    for (const table of first.tables) {
      const sums = await Promise.all([first, second].map((each) => sumsOf(each, table, () => {}, never)));
      if (sums[0] && sums[1]) found.push(...sums[0].differences(sums[1]));
      assert.ok((sums[0]?.count ?? 0) > 0, `${table.kind} has rows`);
    }
    assert.deepEqual(await second.counters(), await first.counters());
    await first.close();
    await second.close();
  }
  return found;
}

if (WITHOUT_POSTGRES !== null) test('moving data', { skip: WITHOUT_POSTGRES });
else
  for (const [name, bin] of POSTGRES_VERSIONS) {
    const database = async (): Promise<string> => (await postgresServer(bin)).createDatabase();

    test(`[MOVE-1] all data go to ${name} and back, each row with its id; what they came from is as it was`, async (t) => {
      const [before, after] = [temporaryFolder(t), temporaryFolder(t)];
      const url = await database();
      await fillFolder(before);
      const files = checksumsOf(before);
      const there = await moveData(move(before, url, 'server'), never);
      assert.ok(there.isFinished, JSON.stringify([...there.outcomes]));
      assert.ok((there.outcomes.get('tracker')?.shortened ?? 0) > 0, 'texts with NUL are counted');
      assert.deepEqual(
        checksumsOf(before).filter((file) => !file.startsWith('in-use.lock')),
        files,
      );
      const back = await moveData(move(after, url, 'files'), never);
      assert.ok(back.isFinished, JSON.stringify([...back.outcomes]));
      assert.deepEqual(await differences(before, after), []);
    });
  }
