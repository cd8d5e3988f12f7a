import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';

const SCRIPTS = new URL('../../../scripts/', import.meta.url);

/** What a program finds that is started as `npm start` starts the server. @param asked An expression. */
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
