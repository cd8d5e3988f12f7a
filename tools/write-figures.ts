// Measures figures, prints them and writes them to docs/figures.md. Arguments: names of figures, or "counted" for those
// that are the same on every machine; none = all.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { BENCHED_FIGURES } from './benched-figures.ts';
import { COUNTED_FIGURES } from './counted-figures.ts';
import { withoutReference } from './reference.ts';
import type { BenchedFigure } from './figure.ts';
import {
  describe,
  PAGE,
  readPage,
  rounded,
  roundedCount,
  writePage,
  type StatedFigure,
} from './figure-page.ts';

const wanted = new Set(process.argv.slice(2));
const ALL = [...COUNTED_FIGURES, ...BENCHED_FIGURES];
const unknown = [...wanted].filter((name) => name !== 'counted' && !ALL.some(({ id }) => id === name));
if (unknown.length > 0) throw new Error(`There is no figure ${unknown.join(', ')}`);
const isWanted = (id: string, group = ''): boolean =>
  wanted.size === 0 || wanted.has(id) || wanted.has(group);

/** Load of a machine that does nothing else, in processors. */
const QUIET = 0.7;
const MACHINE = `${cpus().length} × ${cpus()[0]?.model.trim() ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

const text = readFileSync(PAGE, 'utf8');
const rows = new Map<string, StatedFigure>(readPage(text));
for (const figure of COUNTED_FIGURES) {
  if (!isWanted(figure.id, 'counted')) continue;
  const value = roundedCount(await figure.count());
  rows.set(figure.id, { ...describe(figure), value, command: '`npm run ok`', machine: 'any' });
}
const benched = BENCHED_FIGURES.filter(
  ({ id, needsReference = false, isLong = false }) =>
    (isLong ? wanted.has(id) : isWanted(id)) && !(needsReference && withoutReference !== false),
);
const runs = Map.groupBy(benched, ({ run }) => run.join(' '));
if (runs.size > 0) {
  const [load = 0] = loadavg();
  if (load > QUIET)
    console.error(`This machine is busy (load ${load.toFixed(1)}): times and rates will be worse.`);
}
for (const [command, figures] of runs) {
  const [bench = '', ...args] = command.split(' ');
  console.error(`bench/${bench}.bench.ts ${args.join(' ')} …`);
  const output = execFileSync(process.execPath, [`bench/${bench}.bench.ts`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (const figure of figures) {
    const value = rounded(valueOf(output, figure));
    const again = `\`${['node', `bench/${bench}.bench.ts`, ...args].join(' ')}\``;
    rows.set(figure.id, { ...describe(figure), value, command: again, machine: MACHINE });
  }
}
const ordered = ALL.flatMap((figure) => {
  const row = rows.get(figure.id);
  return row ? [{ ...row, ...describe(figure) }] : [];
});
writeFileSync(PAGE, writePage(text, ordered));
execFileSync('oxfmt', [PAGE]);
for (const { title, value, unit } of ordered) console.log(`${title}: ${value} ${unit}`.trimEnd());

/** Of the first line of a benchmark that is about the figure. */
function valueOf(output: string, { id, line, n, field, by = 1 }: BenchedFigure): number {
  const lines = output
    .split('\n')
    .filter((each) => each.startsWith('{"bench"'))
    .map((each): Readonly<Record<string, unknown>> => JSON.parse(each));
  const found = lines.find(({ bench, n: size }) => bench === line && (n === undefined || size === n));
  const value = found?.[field];
  if (typeof value !== 'number') throw new Error(`Cannot measure ${id}: no ${field} in ${output}`);
  return value / by;
}
