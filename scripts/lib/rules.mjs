import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, ROOT } from './run.mjs';

const RULE = /\[([A-Z][A-Z0-9]*-\d+)\]/g;
const idsIn = (text) => [...text.matchAll(RULE)].map(([, id]) => id);

/**
 * Rules that no test tried in this run: their only tests were skipped, or none ran.
 * @param {readonly string[]} tried Titles of tests that ran.
 * @returns {Promise<readonly string[]>} ids
 */
export async function untriedRules(tried) {
  const listed = await must('git', ['ls-files', '*SPEC.md'], { quiet: true });
  const files = listed.split('\n').filter((name) => name !== '' && !name.startsWith('tools/canaries/'));
  const written = files.flatMap((name) => idsIn(readFileSync(join(ROOT, name), 'utf8')));
  const known = new Set(tried.flatMap(idsIn));
  return [...new Set(written)].filter((id) => !known.has(id));
}
