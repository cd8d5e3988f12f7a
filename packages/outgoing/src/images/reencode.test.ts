import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSize } from 'image-size';
import { makePng } from '../testing/make-png.ts';
import { reencode } from './reencode.ts';

test('[PICTURE-1] a picture is made anew: it fits, and nothing but its pixels is left', async () => {
  const made = await reencode('image/png', makePng(2048, 512));
  assert.ok(made);
  assert.ok(!Buffer.from(made).includes('script'));
  const { width, height, type } = imageSize(made);
  assert.deepEqual([width, height, type], [1024, 256, 'webp']);
});

test('[PICTURE-2] what is no picture, another kind, too large or broken is nothing', async () => {
  assert.equal(await reencode('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), null);
  assert.equal(await reencode('image/jpeg', makePng(10, 10)), null);
  assert.equal(await reencode('image/png', makePng(10, 10, 60_000_000)), null);
  assert.equal(await reencode('image/png', makePng(10, 10).subarray(0, 60)), null);
});
