import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

/**
 * Test files put together, each a suite of its own with its own hooks: what they import is loaded once for all of a
 * bundle, which is half of the work of many short files.
 * @param {string} folder Where the bundles are written.
 * @param {string} name Of the bundles.
 * @param {readonly string[]} patterns Globs of test files.
 * @param {number} size Files of a bundle, at most.
 * @returns {readonly string[]} paths of the bundles
 */
export function bundle(folder, name, patterns, size) {
  const files = [...new Set(globSync(patterns, { cwd: ROOT }))].toSorted((a, b) => a.localeCompare(b));
  if (files.length === 0) throw new Error(`Cannot test: no file is called ${patterns.join(' or ')}`);
  const count = Math.ceil(files.length / size);
  return Array.from({ length: count }, (_, at) => {
    const path = join(folder, `${name}-${at + 1}.test.mjs`);
    // Neighbours import the same, but long ones stand together, too: every bundle gets its share of them.
    const own = files.filter((_file, index) => index % count === at);
    writeFileSync(path, ["import { describe } from 'node:test';", ...own.map(suiteOf), ''].join('\n'));
    return path;
  });
}

const suiteOf = (file) =>
  `describe(${JSON.stringify(file)}, async () => void (await import(${JSON.stringify(pathToFileURL(join(ROOT, file)).href)})));`;
