import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensureWebAlone, filesIn, hashOf } from './prepare.mjs';
import { must, NODE, ROOT, run } from './run.mjs';

const CANARIES = join(ROOT, 'tools/canaries');
/** Canaries run in copies here, inside the project so that tools find their dependencies. */
const CAGE = join(ROOT, '.cache/canaries');

/** Key of the gates that last rejected the canaries: the same gates need not prove it again. */
const REJECTED = join(ROOT, '.cache/canaries-rejected');
/** Sources of a gate. */
const GATE_SOURCES = ['.oxlintrc.json', '.oxfmtrc.json', '.size-limit.json', 'knip.json', 'package-lock.json']
  .map((name) => join(ROOT, name))
  .concat(['tsconfig.base.json', 'scripts/lib/gates.mjs'].map((name) => join(ROOT, name)));
/**
 * Compilers cache their checks. Each of several checkers would work out the shared part of all files again, which is
 * two thirds of the work of four of them.
 */
const types = (name, project) =>
  bin('tsc', '-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', remembered(name));
const remembered = (name) => join(ROOT, `.cache/types/${name}.json`);
/** The same holds for what reads types within the linter; and the memory of a minute need not be swept all the time. */
const GO = { GOMAXPROCS: '1', GOGC: '400' };

/** A tool of the project: `run` puts node_modules/.bin first. */
const bin = (name, ...args) => [name, args];
const node = (...args) => [NODE, args];

/**
 * The gates, cheapest first. `command` checks the project; `canary` runs the same gate on its planted offense, which it
 * must reject. `looked` reads from the output how many files a gate checked: a gate that checks nothing passes
 * everything.
 */
const GATES = [
  {
    name: 'workspaces',
    command: bin('sherif', '--fail-on-warnings', '-r', 'root-package-manager-field'),
    canary: (cage) => [bin('sherif', '--fail-on-warnings', '-r', 'root-package-manager-field'), cage],
  },
  {
    name: 'format',
    command: bin('oxfmt', '--check', '.'),
    canary: (cage) => [
      bin('oxfmt', '--check', '--ignore-path', '/dev/null', '-c', join(ROOT, '.oxfmtrc.json'), '.'),
      cage,
    ],
    looked: (output) => /on (\d+) files/.exec(output)?.[1],
  },
  {
    name: 'lint',
    command: node('tools/check-lint.ts'),
    canary: (cage, file) => [
      node(join(ROOT, 'tools/check-lint.ts'), file, join(ROOT, '.oxlintrc.json')),
      cage,
    ],
    looked: (output) => /Checked (\d+) files/.exec(output)?.[1],
  },
  {
    name: 'types',
    command: types('server', 'tsconfig.json'),
    canary: (cage) => [bin('tsc', '-p', join(cage, 'tsconfig.json')), cage],
  },
  {
    name: 'web-types',
    command: types('web', 'packages/web/tsconfig.json'),
    canary: (cage) => [bin('tsc', '-p', join(cage, 'tsconfig.json')), cage],
  },
  {
    name: 'journey-types',
    command: types('journeys', 'e2e/tsconfig.json'),
    canary: (cage) => [bin('tsc', '-p', join(cage, 'tsconfig.json')), cage],
  },
  {
    name: 'erasable',
    command: node('tools/check-erasable.ts'),
    canary: (cage) => [node('tools/check-erasable.ts', cage), ROOT],
    looked: (output) => /(\d+) files/.exec(output)?.[1],
  },
  {
    name: 'layers',
    command: bin('depcruise', '--config', 'tools/layers.config.mjs', 'packages'),
    canary: (cage) => [bin('depcruise', '--config', join(ROOT, 'tools/layers.config.mjs'), 'packages'), cage],
    looked: (output) => /\((\d+) modules/.exec(output)?.[1],
  },
  {
    name: 'dead-code',
    command: bin('knip', '--treat-config-hints-as-errors'),
    canary: (cage) => [bin('knip'), cage],
  },
  {
    name: 'rules',
    command: node('tools/check-rules.ts'),
    canary: (cage) => [node('tools/check-rules.ts', cage), ROOT],
    looked: (output) => /(\d+) rules/.exec(output)?.[1],
  },
  {
    name: 'hygiene',
    command: node('tools/check-hygiene.ts'),
    canary: (cage) => [node('tools/check-hygiene.ts', cage), ROOT],
    looked: (output) => /(\d+) files/.exec(output)?.[1],
  },
  {
    name: 'glossary',
    command: node('tools/check-glossary.ts'),
    canary: (cage) => [node('tools/check-glossary.ts', cage), ROOT],
    looked: (output) => /(\d+) files/.exec(output)?.[1],
  },
  {
    name: 'citations',
    command: node('tools/check-citations.ts'),
    canary: (cage) => [node('tools/check-citations.ts', cage), ROOT],
    looked: (output) => /(\d+) citations/.exec(output)?.[1],
  },
  {
    name: 'lock',
    command: node('tools/check-lock.ts'),
    canary: (cage) => [node('tools/check-lock.ts', cage), ROOT],
    looked: (output) => /(\d+) packages/.exec(output)?.[1],
  },
  {
    name: 'figures',
    before: ensureWebAlone,
    command: node('tools/check-figures.ts'),
    canary: (cage) => [node('tools/check-figures.ts', cage), ROOT],
    looked: (output) => /(\d+) documents/.exec(output)?.[1],
  },
  {
    name: 'bundle',
    before: ensureWebAlone,
    command: bin('size-limit'),
    canary: (cage) => [bin('size-limit'), cage],
  },
];
const MIN_LOOKED = 10;

/**
 * Runs every gate, and its canaries when gates or their settings changed since they were last rejected.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runGates() {
  await requireCanaries();
  const sources = hashOf([...GATE_SOURCES, ...filesIn(join(ROOT, 'tools'))]);
  const isProven = existsSync(REJECTED) && readFileSync(REJECTED, 'utf8') === sources;
  let passed = 0;
  let failed = 0;
  for (const gate of GATES) {
    const complaint = (await complaintOf(gate)) ?? (isProven ? null : await escapeOf(gate));
    if (complaint === null) passed++;
    else {
      failed++;
      process.stdout.write(`✖ ${gate.name}\n${complaint}\n`);
    }
  }
  if (failed === 0) writeFileSync(REJECTED, sources);
  return { passed, failed };
}

async function complaintOf({ name, command, looked, before }) {
  await before?.();
  const [program, args] = command;
  const { code, output } = await run(program, args, { quiet: true, env: GO });
  if (code !== 0) return output;
  const count = looked ? Number(looked(output) ?? 0) : MIN_LOOKED;
  return count < MIN_LOOKED ? `${name} looked at ${count} files only:\n${output}` : null;
}

/** Runs the gate on each of its planted offenses. */
async function escapeOf({ name, canary }) {
  for (const offence of readdirSync(join(CANARIES, name))) {
    const cage = join(CAGE, name, offence);
    rmSync(cage, { recursive: true, force: true });
    mkdirSync(join(CAGE, name), { recursive: true });
    cpSync(join(CANARIES, name, offence), cage, { recursive: true });
    linkModules(cage);
    const file = readdirSync(cage).find((entry) => entry.endsWith('.ts') || entry.endsWith('.tsx')) ?? '.';
    const [[program, args], cwd] = canary(cage, file);
    const { code, output } = await run(program, args, { quiet: true, cwd, env: GO });
    if (code === 0) return `The gate lets its planted offence ${offence} pass:\n${output}`;
  }
  return null;
}

function linkModules(cage) {
  const manifest =
    readdirSync(cage).includes('package.json') && readFileSync(join(cage, 'package.json'), 'utf8');
  if (manifest) symlinkSync(join(ROOT, 'node_modules'), join(cage, 'node_modules'));
}

async function requireCanaries() {
  await must('git', ['rev-parse', '--git-dir'], { quiet: true });
  const have = readdirSync(CANARIES);
  const missing = GATES.map(({ name }) => name).filter((name) => !have.includes(name));
  if (missing.length > 0) throw new Error(`Gates without a planted offence: ${missing.join(', ')}`);
}
