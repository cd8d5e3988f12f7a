import { once } from 'node:events';
import { get, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { MeasuredServer } from './measured-server.ts';
import { mebibytes, printFigure, rounded } from './print-figure.ts';

/** Books of a new folder are derived in the background; nothing is measured before they are there. */
const SETTLE_MS = 900_000;
const LOOK_MS = 2000;
const QUIET_MS = 100;
const OPENING_BYTES = 16;

/** Two looks in which nearly nothing is worked off: the books are done. */
export async function booksSettled(server: MeasuredServer): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  for (let last = Infinity; performance.now() < until;) {
    await pause(LOOK_MS);
    const { cpuMs } = await server.measure();
    if (Math.max(cpuMs, last) < QUIET_MS) return;
    last = cpuMs;
  }
  throw new Error('Cannot measure: the books are not done');
}

/** A report to the last byte, once before it is counted. Prints the least and the median time, and when its first rows came. */
export async function measureReport(
  server: MeasuredServer,
  {
    name,
    n,
    path,
    rounds,
  }: { readonly name: string; readonly n: number; readonly path: string; readonly rounds: number },
): Promise<void> {
  await ask(server, path);
  await server.measure();
  const tries: Awaited<ReturnType<typeof ask>>[] = [];
  for (let i = 0; i < rounds; i++) tries.push(await ask(server, path));
  const { loopP99Ms } = await server.measure();
  const sorted = (of: (one: (typeof tries)[number]) => number): number[] =>
    tries.map(of).toSorted((a, b) => a - b);
  const times = sorted(({ wholeMs }) => wholeMs);
  const firsts = sorted(({ firstMs }) => firstMs);
  printFigure(name, {
    n,
    bytes: tries[0]?.bytes ?? 0,
    firstRowsMs: rounded(firsts[firsts.length >> 1] ?? 0),
    leastMs: rounded(times[0] ?? 0),
    medianMs: rounded(times[times.length >> 1] ?? 0),
    loopP99Ms,
    rssPeakMiB: mebibytes(server.rssPeakKiB()),
  });
}

/** To the last byte, without looking into it. */
async function ask(
  { url, cookie }: MeasuredServer,
  path: string,
): Promise<{ firstMs: number; wholeMs: number; bytes: number }> {
  const started = performance.now();
  const request = get(`${url}/api/reports/${path}`, { headers: { cookie } });
  const [reply] = await once(request, 'response');
  if (!(reply instanceof IncomingMessage) || reply.statusCode !== 200)
    throw new Error(`Cannot measure ${path}: it was refused`);
  let [bytes, firstMs] = [0, 0];
  reply.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
    // What opens a list is no row.
    if (firstMs === 0 && bytes > OPENING_BYTES) firstMs = performance.now() - started;
  });
  await once(reply, 'end');
  return { firstMs, wholeMs: performance.now() - started, bytes };
}
