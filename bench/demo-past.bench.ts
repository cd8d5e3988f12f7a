// The demonstration from its start until every vehicle has its past: seconds and MiB. Target: 60 s, 400 MiB for 90 days.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PROTOCOLS } from '@rastro/protocols';
import { printFigure, rounded } from './support/print-figure.ts';

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));

const sizes = process.argv.slice(2).map(Number);

for (const days of sizes.length > 0 ? sizes : [9, 90]) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-demo-past-'));
  const started = performance.now();
  const child = spawn(process.execPath, [MAIN, '--demo'], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      PROTOCOLS: PROTOCOLS.map(({ name }) => `${name}:0`).join(),
      DATA_DIR: folder,
      DEMO_DAYS: String(days),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(createInterface(child.stdout), 'line');
  const usableS = (performance.now() - started) / 1000;
  let records = 0;
  for await (const line of createInterface(child.stderr)) {
    if (!line.startsWith('{')) continue;
    const said = JSON.parse(line) as { readonly left?: number; readonly records?: number };
    records = said.records ?? records;
    if (said.left === 0 && said.records !== undefined) break;
  }
  const wholeS = (performance.now() - started) / 1000;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
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
