import { readFileSync } from 'node:fs';

/**
 * Reads the counts of a TAP report of `node --test`.
 * @param {string} file
 * @returns {{ passed: number, failed: number, tried: readonly string[], failures: string }}
 * Titles of tests that ran; the failing tests with their explanations.
 */
export function readTap(file) {
  const text = readFileSync(file, 'utf8');
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const titles = [...text.matchAll(/^\s*(?:not )?ok \d+ - (.*)$/gm)].map(([, title]) => title);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    tried: titles.filter((title) => !title.includes(' # SKIP')),
    failures: text
      .split(/^(?=\s*(?:not )?ok )/m)
      .filter((block) => /^\s*not ok /.test(block))
      .join(''),
  };
}
