// npm test: everything a fresh machine needs, then all gates and tests. Last line: "N passed, N failed".
// npm test -- --reference: only the tests that the folder named by REFERENCE_DIR adds.
// npm test -- --changed [commit]: the gates, and the tests that a change can break. CI runs everything.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { orExplain } from './lib/failing.mjs';
import { affectedTests, changedFiles } from './lib/changed.mjs';
import { changedStages, referenceStages, stages } from './lib/parts.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { untriedRules } from './lib/rules.mjs';
import { scratchFolder } from './lib/scratch.mjs';

const isReference = process.argv.includes('--reference');
const changedAt = process.argv.indexOf('--changed');
/** Characters of failure output in one part: one fault may fail a thousand tests. */
const MAX_OUTPUT_LENGTH = 4_000;

orExplain(async () => {
  await ensureInstalled();
  const scratch = scratchFolder();
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  process.env.TMPDIR = scratch;
  const reports = join(scratch, 'reports');
  mkdirSync(reports);
  const total = { passed: 0, failed: 0 };
  const tried = [];
  const failures = [];
  const flaky = [];
  const stagesOf = isReference ? referenceStages : changedAt < 0 ? stages : stagesOfChange();
  for (const stage of stagesOf((name) => join(reports, name)))
    for (const part of (await Promise.all(stage.map(drive))).flat()) {
      total.passed += part.passed;
      total.failed += part.failed;
      tried.push(...(part.tried ?? []));
      flaky.push(...(part.flaky ?? []));
      if (part.failures)
        failures.push(`What failed of ${part.name}:\n${part.failures.slice(0, MAX_OUTPUT_LENGTH)}\n`);
    }
  const untried = isReference || changedAt >= 0 ? [] : await untriedRules(tried);
  if (untried.length > 0) {
    total.failed += 1;
    process.stdout.write(`Rules that no test of this run tried: ${untried.join(' ')}\n`);
  }
  // At the end, where who reads the last lines of a long run finds it.
  for (const text of failures) process.stdout.write(text);
  for (const text of flaky) process.stdout.write(`flaky: ${text.slice(0, MAX_OUTPUT_LENGTH)}\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exit(total.failed === 0 ? 0 : 1);
});

/** Gates, and what the change can break; all where that is everything. */
function stagesOfChange() {
  const changed = changedFiles(process.argv[changedAt + 1]);
  const { isAll, tests, left } = affectedTests(changed);
  if (isAll) {
    process.stdout.write('The change reaches everything: all tests run.\n');
    return stages;
  }
  process.stdout.write(
    `${changed.length} changed files: ${tests.length} test files; ${left} more run in CI, and the journeys.\n`,
  );
  return (report) => changedStages(report, tests);
}

/** Runs the parts of a lane, one after the other. */
async function drive(lane) {
  const counted = [];
  for (const part of lane) counted.push(await count(part));
  return counted;
}

/** Runs a part and prints its result. No report, or a report without a test, is a failure; a part may say why it cannot run. */
async function count({ name, run }) {
  const started = Date.now();
  const { passed, failed, skipped, ...titles } = await run().catch((error) => {
    process.stderr.write(`${name}: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
  if (skipped !== undefined) {
    process.stdout.write(`== ${name}: skipped, ${skipped}\n`);
    return { passed, failed, name };
  }
  const counted = passed + failed === 0 ? { passed, failed: 1 } : { passed, failed };
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)\n`);
  return { ...titles, ...counted, name };
}
