import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { MeasuredServer } from './measured-server.ts';
import { mebibytes, printFigure, rounded } from './print-figure.ts';

/** History of a new folder is derived in the background; nothing is measured before it is complete. */
const SETTLE_MS = 900_000;
const CHECK_MS = 2000;
const QUIET_MS = 100;
/** Heads of answers are below; a piece with rows is above. */
const OPENING_BYTES = 2048;
const STATUS_BYTES = 12;
const LAST_CHUNK = '0\r\n\r\n';
const MEMORY = Buffer.alloc(262_144);

/** Waits for two checks with almost no progress: the derived history is complete. */
export async function tripsSettled(server: MeasuredServer): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  for (let last = Infinity; performance.now() < until;) {
    await pause(CHECK_MS);
    const { cpuMs } = await server.measure();
    if (Math.max(cpuMs, last) < QUIET_MS) return;
    last = cpuMs;
  }
  throw new Error('Cannot measure: the books are not done');
}

/** Reads a report to the last byte, once before measuring. Prints the least and median time, and that of its first rows. */
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

/**
 * To the last byte, into the same memory again and again: a reader that keeps the pieces of a long answer is stopped by
 * its own collector, and took that for a slow server (a route of 20 MB: 25 ms of 110).
 */
async function ask(
  { url, cookie }: MeasuredServer,
  path: string,
): Promise<{ firstMs: number; wholeMs: number; bytes: number }> {
  const { port, hostname, host } = new URL(url);
  const started = performance.now();
  let [head, tail, bytes, firstMs, wholeMs] = ['', '', 0, 0, 0];
  const take = (count: number): boolean => {
    if (bytes === 0) head = MEMORY.toString('latin1', 0, STATUS_BYTES);
    tail = (tail + MEMORY.toString('latin1', Math.max(0, count - LAST_CHUNK.length), count)).slice(
      -LAST_CHUNK.length,
    );
    bytes += count;
    wholeMs = performance.now() - started;
    // The head of the answer and what opens a list are no rows.
    if (firstMs === 0 && bytes > OPENING_BYTES) firstMs = wholeMs;
    return true;
  };
  const socket = connect({
    port: Number(port),
    host: hostname,
    onread: { buffer: MEMORY, callback: take },
  });
  socket.write(
    `GET /api/reports/${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\nconnection: close\r\n\r\n`,
  );
  await once(socket, 'close');
  if (head !== 'HTTP/1.1 200' || tail !== LAST_CHUNK)
    throw new Error(`Cannot measure ${path}: it was refused, or broken off`);
  return { firstMs: firstMs || wholeMs, wholeMs, bytes };
}
