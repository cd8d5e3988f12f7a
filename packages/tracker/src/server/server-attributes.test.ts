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
  const stored = {
    title: 'Acme',
    speedUnit: 'mph',
    'ui.disableEvents': true,
    mapLiveRoutes: 'all',
    mapTilerKey: 'seen by every browser',
    'rastro.enableAdvancedPerms': false,
  };
  assert.deepEqual(await seenBy(), stored);
  assert.deepEqual(await seenBy(await tracker.signIn(await tracker.addUser())), stored);
  const administrator = await tracker.addUser({ administrator: true });
  assert.deepEqual(await seenBy(await tracker.signIn(administrator)), attributes);
});

test('[IDENT-40] what the product knows by name among them is refused when it cannot be', async (t) => {
  const tracker = await openTestTracker();
  t.after(() => tracker.dispose());
  const cookie = await tracker.signIn(await tracker.addUser({ administrator: true }));
  const server = (await tracker.api('GET', '/server', cookie)).json as Record<string, unknown>;
  const write = (attributes: object) => tracker.api('PUT', '/server', cookie, { ...server, attributes });
  const refused = await write({ 'rastro.logoWidth': 10_000 });
  assert.deepEqual([refused.status, refused.text.includes('rastro.logoWidth')], [400, true]);
  assert.equal((await write({ 'rastro.lockButtons': 'maybe' })).status, 400);
  assert.equal((await write({ 'rastro.logoWidth': 160, 'rastro.lockButtons': false })).status, 200);
  const seen = (await tracker.api('GET', '/server')).json as { attributes: object };
  assert.deepEqual(seen.attributes, { 'rastro.logoWidth': 160, 'rastro.lockButtons': false });
});
