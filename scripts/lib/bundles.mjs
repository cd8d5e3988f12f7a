import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

const SUITES = pathToFileURL(join(ROOT, 'scripts/lib/suites.mjs')).href;

/**
 * Bundles test files: their imports are loaded once for a whole bundle, which is half of the work of many short files.
 * A bundle finds its files by itself: only the pinned Node can search for them.
 * @param {string} folder Where the bundles are written.
 * @param {string} name Of the bundles.
 * @param {{ patterns: readonly string[], count: number }} files Globs of test files; number of bundles.
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
