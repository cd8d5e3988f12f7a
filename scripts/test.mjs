// npm test: everything a fresh machine needs, then all gates and tests. Last line: "N passed, N failed".
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { orExplain } from './lib/failing.mjs';
import { stages } from './lib/parts.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { untriedRules } from './lib/rules.mjs';
import { scratchFolder } from './lib/scratch.mjs';

/** Characters of what failed in one part: one fault may fail a thousand tests. */
const MOST_TOLD = 4_000;

orExplain(async () => {
  await ensureInstalled();
  const scratch = scratchFolder();
  process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  process.env.TMPDIR = scratch;
  const reports = join(scratch, 'reports');
  mkdirSync(reports);
  const total = { passed: 0, failed: 0 };
  const titles = { tried: [], skipped: [] };
  const told = [];
  for (const stage of stages((name) => join(reports, name)))
    for (const part of (await Promise.all(stage.map(drive))).flat()) {
      const { passed, failed, tried = [], skipped = [], failures = '' } = part;
      total.passed += passed;
      total.failed += failed;
      titles.tried.push(...tried);
      titles.skipped.push(...skipped);
      if (failures !== '') told.push(`What failed of ${part.name}:\n${failures.slice(0, MOST_TOLD)}\n`);
    }
  const untried = untriedRules(titles.tried, titles.skipped);
  if (untried.length > 0) {
    // Where the recordings are at hand, a rule whose only test was skipped is a rule without a test.
    if (process.env.CI) total.failed += 1;
    process.stdout.write(
      `Rules that only skipped tests speak of, so nobody tried them: ${untried.join(' ')}\n`,
    );
  }
  // At the end, where who reads the last lines of a long run finds it.
  for (const text of told) process.stdout.write(text);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exit(total.failed === 0 ? 0 : 1);
});

/** Runs the parts of a lane, one after the other. */
async function drive(lane) {
  const counted = [];
  for (const part of lane) counted.push(await count(part));
  return counted;
}

/** Runs a part and says what it did. No report, or a report without a test, is a failure. */
async function count({ name, run }) {
  const started = Date.now();
  const { passed, failed, ...titles } = await run().catch((error) => {
    process.stderr.write(`${name}: ${error.message}\n`);
    return { passed: 0, failed: 1 };
  });
  const counted = passed + failed === 0 ? { passed, failed: 1 } : { passed, failed };
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)\n`);
  return { ...titles, ...counted, name };
}
