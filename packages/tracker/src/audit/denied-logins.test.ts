import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestTracker } from '../../test/open-test-tracker.ts';

test('[IDENT-5] who guesses passwords does not bury the audit log', async (t) => {
  const tracker = await openTestTracker();
  t.after(() => tracker.dispose());
  for (let i = 0; i < 250; i++) {
    const form = new URLSearchParams({ email: `user${i}@example.com`, password: '' });
    assert.equal((await tracker.api('POST', '/session', undefined, form)).status, 401);
  }
  const cookie = await tracker.signIn(await tracker.addUser({ administrator: true }));
  const range = 'from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
  const { json } = await tracker.api('GET', `/audit?${range}`, cookie);
  const denied = (json as { actionType: string; attributes: { tries?: number } }[])
    .filter(({ actionType }) => actionType === 'denied')
    .map(({ attributes }) => attributes.tries ?? 1)
    .toSorted((a, b) => a - b);
  assert.deepEqual(denied, [...Array.from({ length: 20 }, (_, i) => i + 1), 100, 200]);
});
