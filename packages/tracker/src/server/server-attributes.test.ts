import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestTracker } from '../../test/open-test-tracker.ts';

test('[IDENT-4] secrets among the attributes of the server are for administrators', async (t) => {
  const tracker = await openTestTracker();
  t.after(() => tracker.dispose());
  const attributes = {
    title: 'Acme',
    speedUnit: 'mph',
    'ui.disableEvents': true,
    mapLiveRoutes: 'all',
    mapTilerKey: 'seen by every browser',
    'rastro.enableAdvancedPerms': false,
    'mail.smtp.password': 'secret',
    'sms.http.authorization': 'secret',
    'rastro.partnerApiKey': 'secret',
    'web.apiToken': 'secret',
    speedLimit: 60,
    anything: 'secret',
  };
  const { directory } = tracker.tracker;
  await directory.updateServer({ ...directory.server, attributes });
  const seenBy = async (cookie?: string): Promise<object> =>
    ((await tracker.api('GET', '/server', cookie)).json as { attributes: object }).attributes;
  const shown = {
    title: 'Acme',
    speedUnit: 'mph',
    'ui.disableEvents': true,
    mapLiveRoutes: 'all',
    mapTilerKey: 'seen by every browser',
    'rastro.enableAdvancedPerms': false,
  };
  assert.deepEqual(await seenBy(), shown);
  assert.deepEqual(await seenBy(await tracker.signIn(await tracker.addUser())), shown);
  const administrator = await tracker.addUser({ administrator: true });
  assert.deepEqual(await seenBy(await tracker.signIn(administrator)), attributes);
});
