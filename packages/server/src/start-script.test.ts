import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';

const SCRIPTS = new URL('../../../scripts/', import.meta.url);

/** What a program is given that is started as `npm start` starts the server. */
async function heapsOf(environment: Record<string, string>): Promise<string> {
  const { MALLOC_ARENA_MAX: _, ...usual } = process.env;
  const program = `
    import { become, SERVER } from ${JSON.stringify(new URL('lib/run.mjs', SCRIPTS).href)};
    await become(process.execPath, ['-p', 'process.env.MALLOC_ARENA_MAX'], SERVER);`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...usual, ...environment } });
  return stdout.trim();
}

test('[START-10] npm start has the allocator keep two heaps for all threads, unless the environment says how many', async () => {
  assert.match(readFileSync(new URL('start.mjs', SCRIPTS), 'utf8'), /main\.ts'.*\], SERVER\)/);
  assert.equal(await heapsOf({}), '2');
  assert.equal(await heapsOf({ MALLOC_ARENA_MAX: '5' }), '5');
});
