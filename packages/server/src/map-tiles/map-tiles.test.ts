import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { SettingError } from '../settings/read-settings.ts';
import { byteRange } from './byte-range.ts';
import { findArchives } from './find-archives.ts';
import { serveArchives } from './serve-archives.ts';

/** An archive without tiles: head, metadata and a few bytes that stand for the rest. */
function anArchive(part: { readonly tileType?: number; readonly metadata?: object } = {}): Buffer {
  const metadata = gzipSync(JSON.stringify(part.metadata ?? { attribution: '© somebody' }));
  const header = Buffer.alloc(127);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  header.writeBigUInt64LE(127n, 24);
  header.writeBigUInt64LE(BigInt(metadata.length), 32);
  header[97] = 2;
  header[99] = part.tileType ?? 1;
  header[100] = 8;
  header[101] = 15;
  [-51.27, -30.12, -51.13, -29.99].forEach((degrees, at) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4);
  });
  return Buffer.concat([header, metadata, Buffer.from('0123456789')]);
}

function aFolder(context: TestContext, files: Readonly<Record<string, Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-tiles-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}
const errorOf = (place: string): Promise<string> =>
  findArchives(place).then(
    () => 'accepted',
    (error: unknown) => (error instanceof SettingError ? error.message : 'another error'),
  );

test('[STREET-1] a file, or all archives of a folder by name, with what their heads say', async (context) => {
  const folder = aFolder(context, {
    'b.pmtiles': anArchive({ metadata: {} }),
    'a b.pmtiles': anArchive(),
    'notes.txt': Buffer.from('x'),
  });
  const [first, second, ...more] = await findArchives(folder);
  assert.deepEqual(more, []);
  assert.match(first?.url ?? '', /^\/map-tiles\/a%20b\.pmtiles\?v=[0-9a-f]{12}$/);
  assert.deepEqual(first?.bounds, { west: -51.27, south: -30.12, east: -51.13, north: -29.99 });
  assert.deepEqual([first?.minZoom, first?.maxZoom, first?.attribution], [8, 15, '© somebody']);
  assert.deepEqual([second?.name, second?.attribution], ['b.pmtiles', '']);
  assert.equal((await findArchives(join(folder, 'b.pmtiles'))).length, 1);
  assert.deepEqual(await findArchives(''), []);
});

test('[STREET-2] what is no archive of vector tiles stops the start, and the message names it', async (context) => {
  const folder = aFolder(context, {});
  assert.match(await errorOf(folder), /^Setting MAP_PMTILES has no file \*\.pmtiles in /);
  assert.match(await errorOf(join(folder, 'gone')), /^Setting MAP_PMTILES leads to .*gone, which .*ENOENT/);
  const bad: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
    'text.pmtiles': [Buffer.alloc(300, 'x'), /text\.pmtiles, which is no PMTiles archive/],
    'short.pmtiles': [anArchive().subarray(0, 140), /short\.pmtiles, which is cut off/],
    'picture.pmtiles': [anArchive({ tileType: 2 }), /picture\.pmtiles, which holds no vector tiles/],
  };
  for (const [name, [content, message]] of Object.entries(bad)) {
    writeFileSync(join(folder, name), content);
    assert.match(await errorOf(join(folder, name)), message);
  }
});

test('[STREET-3] one range of bytes is read as the standard says, and anything else is the whole file', () => {
  assert.deepEqual(byteRange('bytes=0-0', 10), { from: 0, to: 0 });
  assert.deepEqual(byteRange('bytes=4-', 10), { from: 4, to: 9 });
  assert.deepEqual(byteRange('bytes=4-99', 10), { from: 4, to: 9 });
  assert.deepEqual(byteRange('bytes=-3', 10), { from: 7, to: 9 });
  assert.deepEqual(byteRange('bytes=-30', 10), { from: 0, to: 9 });
  for (const text of ['bytes=10-', 'bytes=-0']) assert.equal(byteRange(text, 10), 'unsatisfiable', text);
  for (const text of [undefined, '', 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b'])
    assert.equal(byteRange(text, 10), null, String(text));
});

test('[STREET-4] parts of an archive come with a strong tag and are never packed; no name leads out of the folder', async (context) => {
  const archive = anArchive();
  const folder = aFolder(context, { 'a.pmtiles': archive, 'secret.txt': Buffer.from('secret') });
  mkdirSync(join(folder, 'inner'));
  const archives = await findArchives(folder);
  const app = Fastify({ exposeHeadRoutes: false });
  context.after(() => app.close());
  serveArchives(app, archives);
  const url = archives[0]?.url ?? '';
  const get = (headers: Record<string, string>, at = url) =>
    app.inject({ url: at, headers: { 'accept-encoding': 'gzip, br', ...headers } });

  const part = await get({ range: 'bytes=0-6' });
  assert.equal(part.statusCode, 206);
  assert.equal(part.body, 'PMTiles');
  assert.equal(part.headers['content-range'], `bytes 0-6/${archive.length}`);
  assert.equal(part.headers['content-encoding'], undefined);
  assert.equal(part.headers['cache-control'], 'public, max-age=31536000, immutable, no-transform');
  const etag = String(part.headers.etag);
  assert.match(etag, /^"[0-9a-f]+"$/);

  const whole = await get({});
  assert.deepEqual([whole.statusCode, whole.rawPayload.equals(archive)], [200, true]);
  assert.equal((await get({ range: 'bytes=0-6', 'if-range': etag })).statusCode, 206);
  assert.equal((await get({ range: 'bytes=0-6', 'if-range': '"other"' })).statusCode, 200);
  assert.equal((await get({ 'if-none-match': etag })).statusCode, 304);
  const behind = await get({ range: 'bytes=9999-' });
  assert.deepEqual([behind.statusCode, behind.headers['content-range']], [416, `bytes */${archive.length}`]);
  const head = await app.inject({ method: 'HEAD', url });
  assert.deepEqual([head.statusCode, head.body], [200, '']);
  assert.equal(head.headers['content-length'], String(archive.length));
  // The name alone may stand for another content tomorrow.
  const name = url.split('?')[0] ?? '';
  assert.equal((await get({}, name)).headers['cache-control'], 'public, no-cache, no-transform');
  for (const other of ['secret.txt', 'inner', '..%2Fsecret.txt', '%2e%2e', 'b.pmtiles'])
    assert.equal((await get({}, `/map-tiles/${other}`)).statusCode, 404, other);

  // Replaced while browsers read it: no part of the new file has the tag of the old one.
  writeFileSync(join(folder, 'a.pmtiles'), Buffer.concat([archive, Buffer.from('more')]));
  const replaced = await get({ range: 'bytes=0-6' });
  assert.notEqual(replaced.headers.etag, etag);
  assert.equal(replaced.headers['cache-control'], 'public, no-cache, no-transform');
});
