import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { traccarHash } from './traccar-hash.ts';

let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

test('[PASSWORD-101] the first right password replaces the hash of a Traccar, a wrong one does not', async () => {
  const tracker = (t = await openTestTracker());
  const passwordHash = traccarHash({
    hash: '9ed01935d307b496be9e22c34310ad56b4ceb5edbe33f38b',
    salt: '000102030405060708090a0b0c0d0e0f1011121314151617',
  });
  const id = await t.addUser({ email: 'ana@example.com', passwordHash });
  const signIn = async (password: string): Promise<number> => {
    const body = new URLSearchParams({ email: 'ana@example.com', password });
    return (await tracker.api('POST', '/session', undefined, body)).status;
  };
  const stored = (): unknown => tracker.tracker.directory.users.get(id)?.passwordHash;
  assert.equal(await signIn('a path along the lake'), 401);
  assert.equal(stored(), passwordHash);
  assert.equal(await signIn('a path along the river'), 200);
  assert.match(String(stored()), /^\$argon2id\$/);
  await tracker.restart();
  assert.match(String(stored()), /^\$argon2id\$/);
  assert.equal(await signIn('a path along the river'), 200);
  assert.equal(await signIn('a path along the lake'), 401);
});
