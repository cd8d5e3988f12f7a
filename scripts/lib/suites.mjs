import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { reuseThreads } from '../../packages/storage/test/reused-threads.ts';
import { ROOT } from './run.mjs';

/** Milliseconds that a bundle has to end after its last test. */
const ENDS_WITHIN = 60_000;

/**
 * Makes each test file of a bundle a suite of its own, with its own hooks. Neighbors import the same, but long ones are
 * adjacent, too: every bundle gets its share of them.
 * @param {{ patterns: readonly string[], at: number, count: number }} bundle Globs; index and number of bundles.
 */
export function suites({ patterns, at, count }) {
  const files = [...new Set(globSync(patterns, { cwd: ROOT }))].toSorted((a, b) => a.localeCompare(b));
  const own = files.filter((_file, index) => index % count === at);
  if (own.length === 0) throw new Error(`Cannot test: too few files are called ${patterns.join(' or ')}`);
  after(endSoon);
  reuseThreads();
  for (const file of own)
    describe(file, async () => void (await import(pathToFileURL(join(ROOT, file)).href)));
}

/** Ends a process that an open handle keeps alive, and reports the handle: the run would wait forever. */
function endSoon() {
  const end = () => {
    process.stderr.write(`Left open after the last test: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exit(1);
  };
  setTimeout(end, ENDS_WITHIN).unref();
}
