import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseThread } from '../src/sqlite/database-thread.ts';
import { StorageError } from '../src/storage-error.ts';
import { reuseThreads } from './reused-threads.ts';

test('databases of tests use the threads of those that are closed; one that could not be opened does not stay', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-reused-'));
  t.after(() => rmSync(folder, { recursive: true }));
  t.after(reuseThreads());
  for (const name of ['a', 'b', 'c']) {
    const thread = await DatabaseThread.open(join(folder, name), 'writer');
    assert.deepEqual(await thread.call('reserveIds', 'position', 1), 1);
    await thread.close();
    await assert.rejects(
      thread.call('reserveIds', 'position', 1),
      (error) => error instanceof StorageError && error.code === 'CLOSED',
    );
    await thread.close();
  }
  writeFileSync(join(folder, 'odd'), 'this is no database of ours, and of no other program'.repeat(99));
  await assert.rejects(DatabaseThread.open(join(folder, 'odd'), 'writer'), StorageError);
});
