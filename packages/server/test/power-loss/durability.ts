import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runWithError, type IoError } from './io-errors.ts';
import { hasStrace, recordRun } from './record-run.ts';
import { tryImages } from './try-images.ts';

// npm run durability -- [--images N] [--seed S]: runs the crash tests, losses of power and errors of the disk, and writes
// docs/durability.md. Tens of minutes.
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const REPORT = join(ROOT, 'docs/durability.md');
const RECORDS = 5000;
const NTH = { pwrite64: [50, 100, 200, 300, 400, 500, 600, 800], fsync: [10, 20, 30, 40, 50, 60, 80, 100] };

const { values } = parseArgs({
  options: { images: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
if (!hasStrace()) throw new Error('Cannot try losses of power: strace is not installed');
const place = mkdtempSync(join(tmpdir(), 'rastro-durability-'));
try {
  const [crashes, images, errors] = [runCrashTests(), await runImages(), await runErrors()];
  writeFileSync(REPORT, reportOf(crashes, images, errors));
  process.exitCode = crashes.failed + images.wrong.length + errors.wrong.length === 0 ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

function runCrashTests(): {
  readonly passed: number;
  readonly failed: number;
  readonly wrong: readonly string[];
} {
  const files = globSync('packages/server/src/**/*kill*.test.ts', { cwd: ROOT }).filter(
    (path) => !path.includes('power-loss'), // Tried here by the thousand.
  );
  const args = ['--test', '--test-reporter=tap', '--test-concurrency=1', ...files];
  const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 });
  const count = (word: string): number => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(stdout)?.[1] ?? 0);
  process.stdout.write(`crash tests: ${count('pass')} passed, ${count('fail')} failed\n`);
  const wrong = stdout.split('\n').filter((line) => /^\s*not ok .*\[/.test(line));
  for (const line of wrong) process.stdout.write(`${line}\n`);
  return { passed: count('pass'), failed: count('fail'), wrong };
}

async function runImages() {
  const run = await recordRun(place, RECORDS);
  const tried = await tryImages(run, { images: Number(values.images), seed: Number(values.seed), place });
  process.stdout.write(`${tried.images} images, ${tried.wrong.length} complaints\n`);
  const checkpoints = run.calls.filter(
    ({ kind, path }) => kind === 'write' && path === 'rastro.sqlite',
  ).length;
  return { ...tried, calls: run.calls.length, checkpoints };
}

async function runErrors() {
  const wrong: string[] = [];
  let [runs, stoppedStarts, acknowledged] = [0, 0, 0];
  for (const call of ['pwrite64', 'fsync'] as const) {
    for (const nth of NTH[call]) {
      for (const goesOn of [false, true]) {
        const error: IoError = { call, nth, goesOn };
        const outcome = await runWithError(place, error);
        runs++;
        if (!outcome) stoppedStarts++;
        acknowledged += outcome?.acknowledged ?? 0;
        wrong.push(...(outcome?.wrong ?? []).map((line) => `${JSON.stringify(error)}: ${line}`));
      }
    }
  }
  process.stdout.write(`${runs} runs with errors of the disk, ${wrong.length} complaints\n`);
  return { runs, stoppedStarts, acknowledged, wrong };
}

function reportOf(
  crashes: ReturnType<typeof runCrashTests>,
  images: Awaited<ReturnType<typeof runImages>>,
  errors: Awaited<ReturnType<typeof runErrors>>,
): string {
  const complaints = [...crashes.wrong, ...images.wrong, ...errors.wrong];
  return `# Durability

Written by \`npm run durability\`, which tries the faults below on real servers with devices of six protocols that keep what is not acknowledged. After each, every acknowledged record must be stored once. After a loss of power, both databases must open and pass SQLite's check of integrity, each event must have its position and be there once, and derived history must equal one made anew from the positions, for the devices that had some.

| Fault                                | Tried                | Complaints |
| ------------------------------------ | -------------------- | ---------- |
| \`kill -9\` in mid-work              | ${crashes.passed + crashes.failed} crash tests | ${crashes.failed} |
| Loss of power at a call to the disk  | ${images.images} images from seed ${values.seed}, cut out of ${images.calls} calls; ${images.promised} acknowledged records looked for, ${images.derived} derived histories made anew; ${images.checkpoints} writes into the database file by checkpoints were among the calls | ${images.wrong.length} |
| A call to the disk fails (EIO), once or from then on | ${errors.runs} runs; ${errors.acknowledged} records acknowledged; ${errors.stoppedStarts} failed at the start and stopped it | ${errors.wrong.length} |

${complaints.map((line) => `- ${line}\n`).join('')}
Versions: Node.js ${process.versions.node}, SQLite ${process.versions['sqlite'] ?? ''}, Linux ${release()}.

## How a loss of power is made

The server runs under \`strace\`, which records each write, truncation, sync, creation, rename and deletion with its bytes. An image is the data folder as it may be on the disk at the beginning of one of these calls: all calls before an ended sync of their file are there; of those after it a random part is, in random order, and a write may be there in part, by sectors of 512 bytes. Names keep their order, as in a journaling file system. The seed chooses the calls and what is lost of one recording; another run has other calls.

Not tried: disks that report a sync before it is done, and sectors that are torn within. SQLite has checksums of the frames of its log, and none of pages in the database file ([what notices damage](decisions/data-folder.md)).
`;
}
