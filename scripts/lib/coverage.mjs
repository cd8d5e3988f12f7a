import { readFileSync } from 'node:fs';

/** Where a mistake costs most. Lines that tests must reach, of a hundred; a little below what they reach today. */
const MINIMUMS = [
  ['packages/fleet/src', 97],
  ['packages/tracker/src/pipeline', 97],
  ['packages/tracker/src/access', 97],
  ['packages/server/src/gateway', 97],
];
/** Files whose coverage is measured, in the syntax of the test runner. */
export const COVERED = MINIMUMS.map(([folder]) => `--test-coverage-include=${folder}/**`);

/**
 * Compares a coverage report with the minimums.
 * @param {readonly string[]} files LCOV reports; a line counts when one of them has reached it.
 * @returns {readonly string[]} complaints
 */
export function belowMinimum(files) {
  const reached = new Map();
  for (const record of files.flatMap((file) => readFileSync(file, 'utf8').split('end_of_record'))) {
    const name = /^SF:(.*)$/m.exec(record)?.[1];
    if (name === undefined) continue;
    const lines = reached.get(name) ?? new Map();
    for (const [, line, hits] of record.matchAll(/^DA:(\d+),(\d+)/gm))
      lines.set(line, (lines.get(line) ?? 0) + Number(hits));
    reached.set(name, lines);
  }
  return MINIMUMS.flatMap(([folder, minimum]) => {
    const lines = [...reached]
      .filter(([name]) => name.includes(`${folder}/`))
      .flatMap(([, each]) => [...each]);
    const share = (100 * lines.filter(([, hits]) => hits > 0).length) / lines.length;
    process.stdout.write(`   ${folder}: tests reach ${share.toFixed(1)} % of ${lines.length} lines\n`);
    return share >= minimum
      ? []
      : [`${folder}: tests reach ${share.toFixed(1)} % of the lines, not ${minimum} %`];
  });
}
