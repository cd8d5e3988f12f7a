// What the gateway adds to a call in front of a Traccar, and what open browsers cost it. `node bench/gateway.bench.ts 1000`
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { HEAP, SERVER } from './support/measured-server.ts';
import { mebibytes, printFigure, rounded } from './support/print-figure.ts';

const MAIN = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url));
const MADE = fileURLToPath(new URL('support/made-traccar.ts', import.meta.url));
const SOCKETS = Number(process.argv[2] ?? 1000);
const CALLS = 5000;
const WARM_UP = 1000;
const SETTLE_MS = 10_000;

const made = spawn(process.execPath, [MADE, '20'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [behind] = (await once(createInterface(made.stdout), 'line')) as [string];
const folder = mkdtempSync(join(tmpdir(), 'rastro-bench-'));
const server = spawn(process.execPath, [...HEAP, MAIN], {
  env: {
    ...SERVER,
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    MAP_STYLE_URL: '',
    TRACKING_SERVER_URL: behind,
    TRACKING_SERVER_TOKEN: 'made',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
const front = (JSON.parse(line) as { readonly url: string }).url;
const headers = { cookie: 'JSESSIONID=made', accept: 'application/json' };

async function call(url: string): Promise<number> {
  const started = performance.now();
  const reply = await fetch(`${url}/api/devices`, { headers });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}`);
  return performance.now() - started;
}
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** In turns, so that both have the same neighbours on the machine. */
const times = { behind: [] as number[], front: [] as number[] };
for (let at = 0; at < WARM_UP + CALLS; at++) {
  const [direct, passed] = [await call(behind), await call(front)];
  if (at < WARM_UP) continue;
  times.behind.push(direct);
  times.front.push(passed);
}
const [direct, passed] = [times.behind, times.front].map((all) => all.toSorted((a, b) => a - b));

const idleMiB = residentMiB();
const open: WebSocket[] = [];
for (let at = 0; at < SOCKETS; at++) {
  const socket = new WebSocket(`${front.replace('http', 'ws')}/api/socket`, {
    headers: { cookie: `JSESSIONID=made${at}` },
    origin: front,
  });
  await once(socket, 'open');
  open.push(socket);
}
await pause(SETTLE_MS);
printFigure('gateway', {
  calls: CALLS,
  directP50Ms: rounded(quantile(direct ?? [], 0.5), 2),
  addedP50Ms: rounded(quantile(passed ?? [], 0.5) - quantile(direct ?? [], 0.5), 2),
  addedP99Ms: rounded(quantile(passed ?? [], 0.99) - quantile(direct ?? [], 0.99), 2),
  sockets: open.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  idleMiB,
  openMiB: residentMiB(),
});
for (const socket of open) socket.terminate();
server.kill();
made.kill();
await once(server, 'exit');
rmSync(folder, { recursive: true });

function residentMiB(): number | null {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return mebibytes(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0));
}
