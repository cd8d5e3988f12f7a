import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import S3rver from 's3rver';
import type { MediaFiles } from './media-files.ts';
import { openMediaBucket } from './media-bucket.ts';
import { openMediaFolder } from './media-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'rastro-media-'));
const service = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 'buckets'),
  configureBuckets: [{ name: 'media', configs: [] }],
});
let origin = '';
before(async () => {
  origin = `http://127.0.0.1:${(await service.run()).port}`;
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const bucket = (path: string): MediaFiles =>
  openMediaBucket({
    url: `${origin}/${path}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    region: 'us-east-1',
  });
const KINDS: Readonly<Record<string, () => MediaFiles>> = {
  folder: () => openMediaFolder(join(folder, 'files')),
  bucket: () => bucket('media/'),
  'bucket with a prefix': () => bucket('media/fleet/one'),
};

for (const [kind, open] of Object.entries(KINDS))
  describe(`media: ${kind}`, () => {
    test('[MEDIA-1] a file is there for everybody once it is put, and a new one takes its place', async () => {
      await open().put(7, 'device.webp', new Uint8Array([1, 2, 3]));
      assert.deepEqual([...((await open().read(7, 'device.webp')) ?? [])], [1, 2, 3]);
      await open().put(7, 'device.webp', new Uint8Array([9]));
      assert.deepEqual([...((await open().read(7, 'device.webp')) ?? [])], [9]);
      assert.equal(await open().read(8, 'device.webp'), null);
      assert.equal(await open().read(7, 'other.jpg'), null);
    });

    test('[MEDIA-2] a file is removed alone, or with all others of its device, and of no other device', async () => {
      const files = open();
      for (const [deviceId, name] of [
        [1, 'a.jpg'],
        [1, 'b.jpg'],
        [1, 'c.jpg'],
        [11, 'a.jpg'],
      ] as const)
        await files.put(deviceId, name, new Uint8Array([deviceId]));
      await files.remove(1, 'a.jpg');
      await files.remove(1, 'never.jpg');
      const there = async (deviceId: number, name: string) => (await files.read(deviceId, name)) !== null;
      assert.deepEqual([await there(1, 'a.jpg'), await there(1, 'b.jpg')], [false, true]);
      await files.removeAll(1);
      await files.removeAll(99);
      assert.deepEqual(
        [await there(1, 'b.jpg'), await there(1, 'c.jpg'), await there(11, 'a.jpg')],
        [false, false, true],
      );
    });

    test('[MEDIA-3] a name that leads elsewhere finds nothing', async () => {
      await open().put(2, 'a.jpg', new Uint8Array([2]));
      for (const name of ['../2/a.jpg', '..', '', 'a.jpg/../a.jpg', '.hidden'])
        assert.equal(await open().read(2, name), null, name);
    });
  });

test('[MEDIA-1] nothing half-written is left in the folder', async () => {
  const files = openMediaFolder(join(folder, 'clean'));
  await Promise.all([1, 2, 3].map((n) => files.put(5, 'device.webp', new Uint8Array([n]))));
  assert.deepEqual(readdirSync(join(folder, 'clean', '5')), ['device.webp']);
});

test('[MEDIA-4] a bucket that is not there, or a service that refuses, is an error and not an empty place', async () => {
  await assert.rejects(bucket('nowhere').put(1, 'a.jpg', new Uint8Array([1])), /no such bucket/);
  const away = openMediaBucket({
    url: 'http://127.0.0.1:9/media',
    accessKeyId: 'a',
    secretAccessKey: 'b',
    region: 'x',
  });
  await assert.rejects(away.read(1, 'a.jpg'));
});
