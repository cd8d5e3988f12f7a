import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { systemClock } from '@rastro/base';
import { openStorage, StorageError, type Storage } from '@rastro/storage';
import { Credentials } from './credentials.ts';

const folder = mkdtempSync(join(tmpdir(), 'rastro-credentials-'));
let storage: Storage;
before(async () => {
  storage = await openStorage({ folder });
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

test('[IDENT-8] a session that ended while the disk was full is over after a restart, too', async () => {
  let isFull = true;
  const removeCredentials: Storage['removeCredentials'] = async (hashes) => {
    if (isFull) throw new StorageError('remove credentials', 'UNAVAILABLE');
    return storage.removeCredentials(hashes);
  };
  const credentials = new Credentials({ ...storage, removeCredentials }, systemClock);
  const { secret, credential } = await credentials.issue({
    purpose: 'session',
    userId: 1,
    lifeMs: 3_600_000,
  });
  const other = await credentials.issue({ purpose: 'session', userId: 1, lifeMs: 3_600_000 });
  await assert.rejects(credentials.revoke(credential), 'whoever asked learns of it');
  assert.equal(credentials.find(secret, ['session']), null);
  await credentials.sweep();
  isFull = false;
  await credentials.sweep();
  const again = new Credentials(storage, systemClock);
  await again.load();
  assert.equal(again.find(secret, ['session']), null);
  assert.ok(again.find(other.secret, ['session']));
});
