import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

const SUITES = pathToFileURL(join(ROOT, 'scripts/lib/suites.mjs')).href;

/**
 * Test files put together: what they import is loaded once for all of a bundle, which is half of the work of many short
 * files. Which files it has a bundle finds out itself: only the pinned Node knows how to look for them.
 * @param {string} folder Where the bundles are written.
 * @param {string} name Of the bundles.
 * @param {{ patterns: readonly string[], count: number }} files Globs of test files; how many bundles.
 * @returns {readonly string[]} paths of the bundles
 */
export function bundles(folder, name, { patterns, count }) {
  return Array.from({ length: count }, (_, at) => {
    const path = join(folder, `${name}-${at + 1}.test.mjs`);
    const own = JSON.stringify({ patterns, at, count });
    writeFileSync(path, `import { suites } from ${JSON.stringify(SUITES)};\nsuites(${own});\n`);
    return path;
  });
}
