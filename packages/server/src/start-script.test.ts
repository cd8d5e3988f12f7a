import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const SCRIPTS = new URL('../../../scripts/', import.meta.url);

/** Value that a program finds when started as `npm start` starts the server. @param asked An expression. */
async function found(asked: string, environment: Record<string, string> = {}): Promise<string> {
  const { MALLOC_ARENA_MAX: _, ...usual } = process.env;
  const program = `
    import { become, HEAP, SERVER } from ${JSON.stringify(new URL('lib/run.mjs', SCRIPTS).href)};
    await become(process.execPath, [...HEAP, '-p', ${JSON.stringify(asked)}], SERVER);`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...usual, ...environment } });
  return stdout.trim();
}

test('[START-10] npm start has the allocator keep two heaps for all threads, unless the environment says how many', async () => {
  assert.match(readFileSync(new URL('start.mjs', SCRIPTS), 'utf8'), /main\.ts'.*\], SERVER\)/);
  assert.equal(await found('process.env.MALLOC_ARENA_MAX'), '2');
  assert.equal(await found('process.env.MALLOC_ARENA_MAX', { MALLOC_ARENA_MAX: '5' }), '5');
});

test('[START-11] npm start bounds the young heap, and has the old one collected when it has grown by half', async () => {
  assert.match(readFileSync(new URL('start.mjs', SCRIPTS), 'utf8'), /\[\.\.\.HEAP, 'packages\/server/);
  assert.match(await found('process.execArgv.join()'), /--heap-growing-percent=50/);
  // Records that live as long as the next one of their device.
  const young = `(() => {
    const ring = [];
    for (let i = 0; i < 300000; i++) ring[i % 20000] = new Array(128).fill(i);
    const { space_size } = require('node:v8').getHeapSpaceStatistics().find((s) => s.space_name === 'new_space');
    return space_size / 2 ** 20;
  })()`;
  const size = Number(await found(young));
  assert.ok(size > 1 && size <= 17, `${size} MiB`);
});

/** `scripts/lib/prepare.mjs`, which is plain JavaScript for any Node. */
const prepare = (): Promise<{
  readonly webSources: () => readonly string[];
  readonly takePlace: (next: string, dist: string) => void;
}> => import(new URL('lib/prepare.mjs', SCRIPTS).href);

test('[START-12] what a build of the web application writes is none of its sources', async () => {
  const { webSources } = await prepare();
  const sources = webSources();
  assert.ok(sources.some((path) => path.endsWith('packages/web/base-map/bake-base-map.ts')));
  for (const written of ['/web/public/base-map/', '/web/dist/', '/.cache/'])
    assert.equal(
      sources.find((path) => path.includes(written)),
      undefined,
    );
});

test('[START-13] a new build takes the place of the former and keeps its parts once, not those before', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-build-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { takePlace } = await prepare();
  const dist = join(folder, 'dist');
  for (const name of ['one', 'two', 'three']) {
    const next = join(folder, 'next');
    mkdirSync(join(next, 'assets'), { recursive: true });
    writeFileSync(join(next, 'index.html'), name);
    writeFileSync(join(next, 'assets', `${name}.js`), name);
    writeFileSync(join(next, '.parts'), `${name}.js`);
    takePlace(next, dist);
    assert.equal(readFileSync(join(dist, 'index.html'), 'utf8'), name);
  }
  assert.deepEqual(readdirSync(join(dist, 'assets')).toSorted(), ['three.js', 'two.js']);
  assert.equal(existsSync(join(folder, 'next.former')), false);
});
