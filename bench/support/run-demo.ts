import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PROTOCOLS } from '@rastro/protocols';

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));
const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));

export interface DemoTimes {
  readonly records: number;
  /** Seconds until it answers. */
  readonly usableS: number;
  /** Seconds until every vehicle has its past. */
  readonly wholeS: number;
}

/** Runs the demonstration in a new folder until every vehicle has its past; the store is in `demo` in it. */
export async function runDemo(folder: string, days: number): Promise<DemoTimes> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
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
  const usableS = seconds();
  let records = 0;
  for await (const line of createInterface(child.stderr)) {
    if (!line.startsWith('{')) continue;
    const entry = JSON.parse(line) as { readonly left?: number; readonly records?: number };
    records = entry.records ?? records;
    if (entry.left === 0 && entry.records !== undefined) break;
  }
  const wholeS = seconds();
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
  return { records, usableS, wholeS };
}

/** Folder of a store with the past of the demonstration; made once. */
export async function demoOf(days: number): Promise<string> {
  const folder = join(CACHE, `demo-${days}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    await runDemo(draft, days);
    renameSync(draft, folder);
  }
  return join(folder, 'demo');
}
