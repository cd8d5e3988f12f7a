import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let cookie: string;
before(async () => {
  t = await openTestTracker();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  for (let i = 0; i < 300; i++) await t.addDevice(`unit-${i}`);
});
after(() => t.dispose());

const read = (url: string, encoding?: string) =>
  t.tracker.api.inject({
    url: `/api${url}`,
    headers: { cookie, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) },
  });

test('[LIVE-13] lists are compressed for who takes it, and say the same', async () => {
  const plain = await read('/devices?all=true');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers['vary'], 'accept-encoding');
  for (const accepted of ['gzip', 'br, gzip;q=0.8', 'deflate, *']) {
    const packed = await read('/devices?all=true', accepted);
    assert.equal(packed.headers['content-encoding'], 'gzip', accepted);
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 5);
    assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
  }
  for (const refused of ['', 'br', 'gzip;q=0', 'identity'])
    assert.equal((await read('/devices?all=true', refused)).headers['content-encoding'], undefined, refused);
});

test('[LIVE-13] single answers and spreadsheets stay as they are', async () => {
  assert.equal((await read('/session', 'gzip')).headers['content-encoding'], undefined);
  const day = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
  const sheet = await read(`/reports/summary/xlsx?${day}`, 'gzip');
  assert.equal(sheet.headers['content-encoding'], undefined);
  assert.equal(sheet.statusCode, 200);
});

test('[LIVE-13] a list that is refused while it is made is refused in plain words', async () => {
  const own = await t.signIn(await t.addUser());
  const headers = { cookie: own, 'accept-encoding': 'gzip' };
  const refused = await t.tracker.api.inject({ url: '/api/devices?userId=1', headers });
  assert.equal(refused.statusCode, 400);
  assert.equal(refused.headers['content-encoding'], undefined);
  assert.match(refused.body, /^[A-Z][\w ]+ - /);
});
