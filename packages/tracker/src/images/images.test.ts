import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makePng } from '@rastro/outgoing/testing';
import { imageSize } from 'image-size';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
before(async () => {
  t = await openTestTracker();
});
after(() => t.dispose());

const GIF = Buffer.from('R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=', 'base64');

async function start() {
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const uniqueId = `img-${userId}`;
  const device = (await t.api('POST', '/devices', cookie, { name: 'V', uniqueId })).json as { id: number };
  const upload = async (type: string, payload: Buffer, as = cookie) => {
    const reply = await t.tracker.api.inject({
      method: 'POST',
      url: `/api/devices/${device.id}/image`,
      headers: { cookie: as, 'content-type': type },
      payload,
    });
    return { status: reply.statusCode, text: reply.body };
  };
  const read = (file: string, as = cookie) =>
    t.tracker.api.inject({ url: `/api/media/${uniqueId}/${file}`, headers: { cookie: as } });
  const remove = (as = cookie) =>
    t.tracker.api.inject({
      method: 'DELETE',
      url: `/api/devices/${device.id}/image`,
      headers: { cookie: as },
    });
  return { upload, read, remove, deviceId: device.id, cookie };
}

test('[IMAGE-1] a picture is made anew: it fits, and nothing but its pixels is left', async () => {
  const { upload, read } = await start();
  for (const [type, bytes] of [
    ['image/png', makePng(2048, 512)],
    ['image/gif', GIF],
  ] as const) {
    const reply = await upload(type, bytes);
    assert.deepEqual(reply, { status: 200, text: 'device.webp' });
    const stored = await read('device.webp');
    assert.equal(stored.headers['content-type'], 'image/webp');
    assert.equal(stored.headers['x-content-type-options'], 'nosniff');
    assert.ok(!stored.rawPayload.includes('script'));
    const { width, type: kind } = imageSize(stored.rawPayload);
    assert.deepEqual([width, kind], [type === 'image/png' ? 1024 : 1, 'webp']);
  }
});

test('[IMAGE-4] a picture goes with its device', async () => {
  const { upload, deviceId, cookie } = await start();
  await upload('image/png', makePng(10, 10));
  const place = join(t.mediaFolder, String(deviceId), 'device.webp');
  assert.ok(existsSync(place));
  assert.equal((await t.api('DELETE', `/devices/${deviceId}`, cookie)).status, 204);
  assert.ok(!existsSync(place));
});

test('[IMAGE-2] what is no picture, claims too much or is too big is refused, and the old one stays', async () => {
  const { upload, read } = await start();
  await upload('image/png', makePng(10, 10));
  const before = (await read('device.webp')).rawPayload;
  const refused = async (type: string, bytes: Buffer): Promise<string> => {
    const { status, text } = await upload(type, bytes);
    assert.ok(status === 400 || status === 415, String(status));
    return text;
  };
  assert.match(await refused('image/png', Buffer.from('<svg/>')), /^Unsupported image type/);
  assert.match(await refused('image/jpeg', makePng(10, 10)), /^Unsupported image type/);
  assert.match(await refused('image/png', makePng(10, 10, 60_000_000)), /^Unsupported image type/);
  assert.match(await refused('image/png', makePng(10, 10).subarray(0, 60)), /^Unsupported image type/);
  assert.match(await refused('image/png', Buffer.alloc(500_001)), /^Image size limit/);
  assert.match(await refused('image/svg+xml', Buffer.from('<svg/>')), /^Unsupported content type/);
  assert.deepEqual((await read('device.webp')).rawPayload, before);
});

test('[IMAGE-3] pictures are for who sees the device; nothing outside its folder is read', async () => {
  const { upload, read, deviceId, cookie } = await start();
  await upload('image/png', makePng(10, 10));
  const stranger = await t.signIn(await t.addUser());
  assert.match((await read('device.webp', stranger)).body, /^Device access denied/);
  assert.match((await upload('image/png', makePng(1, 1), stranger)).text, /^Device access denied/);
  const reader = await t.signIn(await t.addUser({ administrator: true }));
  assert.equal((await read('device.webp', reader)).statusCode, 200);
  const byNumber = (as: string) =>
    t.tracker.api.inject({ url: `/api/devices/${deviceId}/image`, headers: { cookie: as } });
  assert.equal((await byNumber(cookie)).headers['content-type'], 'image/webp');
  assert.match((await byNumber(stranger)).body, /^Device access denied/);
  for (const file of ['..%2F..%2Frastro.sqlite', '.webp', 'other.webp', 'device.html'])
    assert.equal((await read(file)).statusCode, 404, file);
});

test('[DEVFORM-10] a picture that is removed is gone for everybody; only who may write the device removes it', async () => {
  const { upload, read, remove } = await start();
  await upload('image/png', makePng(10, 10));
  const stranger = await t.signIn(await t.addUser());
  assert.match((await remove(stranger)).body, /^Device access denied/);
  assert.equal((await read('device.webp')).statusCode, 200);
  assert.equal((await remove()).statusCode, 204);
  assert.equal((await read('device.webp')).statusCode, 404);
  assert.equal((await remove()).statusCode, 204, 'twice is once');
});
