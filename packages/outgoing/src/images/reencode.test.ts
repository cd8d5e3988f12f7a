import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSize } from 'image-size';
import { makePng } from '../testing/make-png.ts';
import { imageKindOf, png, reencode, squares } from './reencode.ts';

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

test('[PICTURE-4] icons are square PNG files in the sizes asked for; the kind is what the bytes say', async () => {
  const made = await squares('image/png', makePng(300, 100), [32, 192]);
  const sizes = made?.map((icon) => imageSize(icon)).map(({ width, height, type }) => [width, height, type]);
  assert.deepEqual(sizes, [
    [32, 32, 'png'],
    [192, 192, 'png'],
  ]);
  assert.ok(!Buffer.concat(made ?? []).includes('script'));
  assert.equal(imageKindOf(makePng(4, 4)), 'image/png');
  assert.equal(
    imageKindOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    null,
  );
});

test('[PICTURE-5] a picture for what reads no WebP is a PNG file of its own shape', async () => {
  const sizeOf = async (width: number, height: number): Promise<unknown> => {
    const made = (await png('image/png', makePng(width, height), 640)) ?? assert.fail();
    assert.ok(!Buffer.from(made).includes('script'));
    const size = imageSize(made);
    return [size.width, size.height, size.type];
  };
  assert.deepEqual(await sizeOf(1280, 320), [640, 160, 'png']);
  assert.deepEqual(await sizeOf(90, 30), [90, 30, 'png']);
  assert.equal(await png('image/webp', makePng(9, 9), 640), null);
});
