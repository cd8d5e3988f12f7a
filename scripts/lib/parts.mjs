import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { bundles } from './bundles.mjs';
import { belowMinimum, COVERED } from './coverage.mjs';
import { runGates } from './gates.mjs';
import { ensureChromium, ensureWebBuilt } from './prepare.mjs';
import { COMPILED, NODE, run } from './run.mjs';
import { readTap } from './tap.mjs';

const COVERAGE = '--experimental-test-coverage';
/** A test that hangs fails by name instead of holding up the run; the longest take some minutes on a slow machine. */
const TEST_TIMEOUT = '--test-timeout=900000';
/** They kill servers dozens of times, in a row; nothing else of theirs takes long. */
const CRASHES = 'packages/server/src/**/*kill*.test.ts';
/** Neither clocks nor sockets nor files: all in one process. */
const PURE = ['packages/{base,fleet,protocols}/{src,test}/**/*.test.ts'];
/** Half a hundred seeds, in a process of its own that takes a core for a minute or two. */
const SIMULATION = 'packages/server/test/simulation/*.test.ts';
/** Six processes and their servers: alone, because it is about who is late. */
const CLUSTER = 'packages/server/test/cluster/*.test.ts';
/** Tests of the layers that need coverage, and of their next neighbors. The others run without coverage. */
const COUNTED = [
  'packages/tracker/src/{access,account,commands,geofences,ingest,pipeline,positions,roles,sessions}/**/*.test.ts',
  'packages/server/src/gateway/**/*.test.ts',
];
const COUNTED_BUNDLES = 8;
const countedName = (number) => `counted tests ${number}`;
/** Tests that need a page run under vitest; live data and map rules run as they are. */
const REST = [
  'packages/!(web|base|fleet|protocols|tracker|server)/{src,test}/**/*.test.ts',
  'packages/tracker/{src,src/!(access|account|commands|geofences|ingest|pipeline|positions|roles|sessions)/**}/*.test.ts',
  'packages/tracker/test/**/*.test.ts',
  'packages/server/{src,src/!(gateway)/**,test/!(simulation|cluster)/**}/!(*kill*).test.ts',
  'packages/web/src/{live,map}/**/*.test.ts',
  'packages/web/base-map/**/*.test.ts',
];

/**
 * Each part runs one test tool and counts what it did. Lanes of one stage run side by side, the parts of a lane and
 * the stages one after the other, because the cores are soon full.
 * @param {(name: string) => string} report Path of a report.
 * @returns {readonly (readonly (readonly Part[])[])[]} Stages of lanes of parts.
 * @typedef {{ name: string, run: () => Promise<Counted> }} Part
 * @typedef {{ passed: number, failed: number, skipped?: string, tried?: readonly string[], flaky?: readonly string[], failures?: string }}
 *   Counted `tried` are titles; `flaky` are titles with what failed at first; `failures` say what failed, and why;
 *   `skipped` why nothing ran.
 */
export function stages(report) {
  const nodeTests = (name, args) => ({ name, run: () => runNodeTests(report, name, args) });
  const bundledTests = (name, args, files) => ({
    name,
    run: () => {
      const paths = bundles(report('.'), name.replaceAll(' ', '-'), files);
      return runNodeTests(report, name, [...args, ...paths]);
    },
  });
  return [
    // Three lanes for two cores: each waits for clocks, sockets or a single thread now and then.
    [
      [
        { name: 'web tests', run: () => webTests(report('web.json')) },
        nodeTests('pure tests', ['--test-isolation=none', COVERAGE, ...COVERED, ...PURE]),
        nodeTests('simulation', [SIMULATION]),
      ],
      [{ name: 'gates', run: runGates }, nodeTests('crash tests', ['--test-concurrency=1', CRASHES])],
      [
        { name: 'counted tests', run: () => countedTests(report) },
        bundledTests('server tests', ['--test-concurrency=3'], { patterns: REST, count: 21 }),
      ],
    ],
    [[{ name: 'coverage', run: () => coverage(report) }, nodeTests('cluster', [CLUSTER])]],
    [
      [
        { name: 'browser journeys', run: () => browserJourneys(report('browser.json')) },
        { name: 'journeys in a cluster', run: () => clusterJourneys(report('cluster.json')) },
      ],
    ],
  ];
}

/** Tests that read what REFERENCE_DIR names: they, and what helps them, import `withoutReference` or `referenceFile`. */
const REFERENCED = [
  'packages/protocols/src/{samples,defects,robustness}.test.ts',
  'packages/protocols/src/decode-command/*.test.ts',
  'packages/fleet/src/trips/recorded.test.ts',
  'packages/tracker/src/pipeline/recorded-tracks.test.ts',
  'packages/server/src/replica/equal-reports.test.ts',
  'packages/server/src/traccar-import/real-traccar.test.ts',
  'packages/server/src/traccar/{flows,way-back}.test.ts',
  'packages/server/src/gateway/roles-traccar.test.ts',
];

/**
 * The gates, and the tests that a change can break.
 * @param {readonly string[]} tests Paths of test files.
 */
export function changedStages(report, tests) {
  const ofWeb = tests.filter((path) => UNDER_VITEST.test(path));
  const ofNode = tests.filter((path) => !UNDER_VITEST.test(path));
  const lane = [];
  if (ofNode.length > 0)
    lane.push({
      name: 'changed server tests',
      run: () => {
        const paths = bundles(report('.'), 'changed', {
          patterns: ofNode,
          count: Math.min(4, ofNode.length),
        });
        return runNodeTests(report, 'changed server tests', ['--test-concurrency=2', ...paths]);
      },
    });
  if (ofWeb.length > 0)
    lane.push({ name: 'changed web tests', run: () => webTests(report('web.json'), ofWeb) });
  return [[[{ name: 'gates', run: runGates }], lane]];
}
/** Others of the web need no page. */
const UNDER_VITEST = /^packages\/web\/(?!src\/(?:live|map)\/.*\.test\.ts$|base-map\/)/;

/** The tests that a reference adds, alone. */
export function referenceStages(report) {
  if (!process.env.REFERENCE_DIR)
    throw new Error('Cannot run the added tests: REFERENCE_DIR names no folder');
  return [
    [
      [
        {
          name: 'reference tests',
          run: () => runNodeTests(report, 'reference tests', ['--test-concurrency=2', ...REFERENCED]),
        },
      ],
    ],
  ];
}

/**
 * Each bundle in a process with a report of its own, two at once: the test runner puts the lines of several processes
 * together so that some of those that were reached get lost.
 */
async function countedTests(report) {
  const left = bundles(report('.'), 'counted-tests', { patterns: COUNTED, count: COUNTED_BUNDLES });
  const counted = [];
  const work = async () => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const name = countedName(COUNTED_BUNDLES - left.length);
      counted.push(await runNodeTests(report, name, ['--test-isolation=none', COVERAGE, ...COVERED, path]));
    }
  };
  await Promise.all([work(), work()]);
  const sum = (key) => counted.reduce((total, each) => total + each[key], 0);
  const all = (key) => counted.flatMap((each) => each[key]);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    tried: all('tried'),
    failures: counted.map(({ failures }) => failures).join(''),
  };
}

async function runNodeTests(report, name, args) {
  const file = report(`${name}.tap`);
  const reporters = ['--test-reporter=tap', `--test-reporter-destination=${file}`];
  if (args.includes(COVERAGE))
    reporters.push('--test-reporter=lcov', `--test-reporter-destination=${report(`${name}.lcov`)}`);
  const { code, output } = await run(NODE, ['--test', TEST_TIMEOUT, ...reporters, ...args], {
    quiet: true,
    env: COMPILED,
  });
  const counted = readTap(file);
  const { failed } = counted;
  if (failed > 0 || code !== 0) process.stdout.write(`${output}\n`);
  return { ...counted, failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function coverage(report) {
  const counted = Array.from({ length: COUNTED_BUNDLES }, (_, at) => report(`${countedName(at + 1)}.lcov`));
  const complaints = belowMinimum([...counted, report('pure tests.lcov')]);
  for (const complaint of complaints) process.stdout.write(`✖ ${complaint}\n`);
  return { passed: complaints.length === 0 ? 1 : 0, failed: complaints.length };
}

/** A page and what React notes of it outlive a few young collections: with a larger space for them a tenth of the work is gone. */
const ROOMY = { NODE_OPTIONS: '--max-semi-space-size=64' };

/** @param only Paths from the root; none = all. */
async function webTests(file, only = []) {
  const filters = only.map((path) => path.replace('packages/web/', ''));
  const args = ['run', '--root', 'packages/web', '--reporter=dot', '--reporter=json', ...filters];
  const { output } = await run('vitest', [...args, `--outputFile.json=${file}`], {
    quiet: true,
    env: ROOMY,
  });
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  if (numFailedTestSuites > 0) process.stdout.write(`${output}\n`);
  const titles = (wanted) =>
    testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => wanted.includes(status)).map(({ fullName }) => fullName),
    );
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
    tried: titles(['passed', 'failed']),
    failures: testResults
      .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))
      .map(({ fullName, failureMessages }) => `${[fullName, ...failureMessages].join('\n')}\n`)
      .join(''),
  };
}

const CANNOT = 3;
/** Ends with that, and prints why, where no cluster can run. */
const ASK_WITHOUT = `
  import { withoutCluster } from './packages/server/test/cluster/local-cluster.ts';
  const without = withoutCluster();
  if (without !== null) process.exitCode = ${CANNOT};
  process.stdout.write(without ?? '');
`;

/** Some journeys again, each server of which is several processes; all of them: docs/testing.md. */
async function clusterJourneys(file) {
  const { code, output } = await run(NODE, ['--input-type=module', '-e', ASK_WITHOUT], { quiet: true });
  if (code === CANNOT) return { passed: 0, failed: 0, skipped: output };
  if (code !== 0) throw new Error(output);
  // Each journey has five processes beside its browser.
  const args = ['--grep', '@cluster', '--workers', '2'];
  return browserJourneys(file, { args, env: { E2E_BEHIND: 'cluster' } });
}

async function browserJourneys(file, { args = [], env: more = {} } = {}) {
  const chromium = await ensureChromium();
  await ensureWebBuilt();
  const env = {
    CHROMIUM: chromium.whole,
    CHROMIUM_SHELL: chromium.shell,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...COMPILED,
    ...more,
  };
  const all = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'];
  await run('playwright', [...all, ...args], { env });
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const specs = suites.flatMap(specsIn);
  return {
    // Playwright repeats a failed journey where its settings say so: in CI.
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    tried: specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map(({ title }) => title),
    flaky: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title, tests }) => `${title}\n${reasonsOf(tests)}`),
    failures: specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => `${title}\n${reasonsOf(tests)}\n`)
      .join(''),
  };
}

const reasonsOf = (tests) =>
  stripVTControlCharacters(
    tests
      .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
      .join('\n'),
  );

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];
