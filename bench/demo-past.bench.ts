// The demonstration from its start until every vehicle has its past: seconds and MiB. Target: 60 s, 400 MiB for 90 days.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printFigure, rounded } from './support/print-figure.ts';
import { runDemo } from './support/run-demo.ts';

const sizes = process.argv.slice(2).map(Number);

for (const days of sizes.length > 0 ? sizes : [9, 90]) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-demo-past-'));
  const { records, usableS, wholeS } = await runDemo(folder, days);
  const bytes = statSync(join(folder, 'demo', 'rastro.sqlite')).size;
  printFigure('demo-past', {
    n: days,
    records,
    usableS: rounded(usableS),
    wholeS: rounded(wholeS),
    targetS: 60,
    databaseMiB: Math.round(bytes / 2 ** 20),
  });
  rmSync(folder, { recursive: true });
}
