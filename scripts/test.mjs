// npm test: everything a fresh machine needs, then all gates and tests. Last line: "N passed, N failed".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orExplain } from './lib/failing.mjs';
import { runGates } from './lib/gates.mjs';
import { ensureChromium, ensureInstalled, ensureWebBuilt } from './lib/prepare.mjs';
import { NODE, run } from './lib/run.mjs';

const reports = mkdtempSync(join(tmpdir(), 'rastro-test-'));
const report = (name) => join(reports, name);

/** Run by Node itself; the rest of the web application needs a DOM and runs under vitest. */
const NODE_TESTS = [
  'packages/!(web)/{src,test}/**/*.test.ts',
  'packages/web/src/{live,map}/**/*.test.ts',
  'packages/web/base-map/**/*.test.ts',
];

/** Each part runs one test tool and counts what it did. No report, or a report without a test, is a failure. */
const PARTS = [
  ['gates', runGates],
  ['server tests', serverTests],
  ['web tests', webTests],
  ['browser journeys', browserJourneys],
];

orExplain(async () => {
  await ensureInstalled();
  const total = { passed: 0, failed: 0 };
  for (const [name, part] of PARTS) {
    const started = Date.now();
    const { passed, failed } = await part().catch((error) => {
      process.stderr.write(`${name}: ${error.message}\n`);
      return { passed: 0, failed: 1 };
    });
    const counted = passed + failed === 0 ? { passed, failed: 1 } : { passed, failed };
    total.passed += counted.passed;
    total.failed += counted.failed;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`== ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)\n`);
  }
  rmSync(reports, { recursive: true });
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exit(total.failed === 0 ? 0 : 1);
});

async function serverTests() {
  const file = report('server.tap');
  const reporters = ['--test-reporter=dot', '--test-reporter-destination=stdout'];
  const tap = ['--test-reporter=tap', `--test-reporter-destination=${file}`];
  const { code } = await run(NODE, ['--test', '--test-concurrency=2', ...reporters, ...tap, ...NODE_TESTS]);
  process.stdout.write('\n');
  const text = readFileSync(file, 'utf8');
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  if (failed > 0) process.stdout.write(`${failuresIn(text)}\n`);
  return { passed: count('pass'), failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** The failing tests of a TAP report with their explanations. */
function failuresIn(tap) {
  return tap
    .split(/^(?=\s*(?:not )?ok )/m)
    .filter((block) => /^\s*not ok /.test(block))
    .join('');
}

async function webTests() {
  const file = report('web.json');
  const args = [
    'run',
    '--root',
    'packages/web',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  await run('vitest', args);
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
}

async function browserJourneys() {
  const chromium = await ensureChromium();
  await ensureWebBuilt();
  const file = report('browser.json');
  const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  await run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'], { env });
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
