import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_OUTGOING, openTestTracker } from '../../test/open-test-tracker.ts';

test('[MAIL-8] the server record says whether there is mail', async (t) => {
  const server = { host: '127.0.0.1', port: 1, secure: false, login: null };
  for (const mail of [null, { server, from: 'a@b.c' }]) {
    const tracker = await openTestTracker({ outgoing: { ...NO_OUTGOING, mail } });
    t.after(() => tracker.dispose());
    const { json } = await tracker.api('GET', '/server');
    assert.equal((json as { emailEnabled: boolean }).emailEnabled, mail !== null);
  }
});
