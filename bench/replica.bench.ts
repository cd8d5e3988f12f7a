// A month of vehicles in front of a Traccar: read for the first time, then asked for again. `node bench/replica.bench.ts 10`
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '../packages/base/src/index.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));
const MADE = fileURLToPath(new URL('support/made-traccar.ts', import.meta.url));
const DEVICES = Number(process.argv[2] ?? 10);
const DAYS = 30;
const POSITIONS = DEVICES * DAYS * 1440;

const made = spawn(process.execPath, [MADE, String(DEVICES)], { stdio: ['ignore', 'pipe', 'inherit'] });
const [url] = (await once(createInterface(made.stdout), 'line')) as [string];
const folder = mkdtempSync(join(tmpdir(), 'rastro-bench-'));
const server = spawn(process.execPath, [MAIN], {
  env: {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    MAP_STYLE_URL: '',
    TRACKING_SERVER_URL: url,
    TRACKING_SERVER_TOKEN: 'made',
    TRACKING_SERVER_RATE: '1000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
const front = (JSON.parse(line) as { readonly url: string }).url;

const to = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
const period = `from=${new Date(to - DAYS * DAY_MS).toISOString()}&to=${new Date(to).toISOString()}`;
const ids = Array.from({ length: DEVICES }, (_, at) => `deviceId=${at + 1}`).join('&');

async function summary(): Promise<number> {
  const started = performance.now();
  for (;;) {
    const reply = await fetch(`${front}/api/reports/summary?${ids}&${period}`, {
      headers: { cookie: 'JSESSIONID=made' },
    });
    const text = await reply.text();
    if (reply.status === 200 && (JSON.parse(text) as unknown[]).length === DEVICES)
      return performance.now() - started;
    if (reply.status !== 503)
      throw new Error(`Cannot read the report: ${reply.status} ${text.slice(0, 200)}`);
  }
}

const before = processorMs();
const firstMs = await summary();
const workMs = processorMs() - before;
const againMs = await summary();
printFigure('replica', {
  n: DEVICES,
  positions: POSITIONS,
  firstS: rounded(firstMs / 1000),
  perSecond: Math.round(POSITIONS / (firstMs / 1000)),
  perProcessorSecond: Math.round(POSITIONS / (workMs / 1000)),
  againMs: rounded(againMs),
});
for (const child of [server, made]) {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
rmSync(folder, { recursive: true });

/** Processor time of the server and its threads. @source proc(5), fields 14 and 15 of `stat`, in hundredths of a second */
function processorMs(): number {
  const fields =
    readFileSync(`/proc/${server.pid ?? 0}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
