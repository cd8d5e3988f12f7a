// Reports over a month of a fleet (2 and 20 million positions), and what ingest feels meanwhile. Argument: `events`, for
// those alone.
import { rmSync } from 'node:fs';
import { DAY_MS } from '@rastro/base';
import { runLoadProcess } from '@rastro/simulator';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { monthOf, MONTH_DAYS, MONTH_START, POINTS_A_DAY, writeEventfulDays } from './support/made-month.ts';
import { printFigure, rounded } from './support/print-figure.ts';
import { makeData, writeTrackFile } from './support/made-data.ts';

const ROUNDS = 5;
const POSITIONS_BESIDE = 5000;
const period = (days: number): string =>
  `from=${new Date(MONTH_START).toISOString()}&to=${new Date(MONTH_START + days * DAY_MS).toISOString()}`;

const isWhole = process.argv[2] !== 'events';

for (const devices of isWhole ? [100, 1000] : []) {
  const folder = await monthOf(devices);
  const server = await startMeasuredServer(folder);
  const rows = devices * MONTH_DAYS * POINTS_A_DAY;
  const one = `deviceId=${Math.floor(devices / 2)}&${period(MONTH_DAYS)}`;
  const hundred = Array.from(
    { length: 100 },
    (_, i) => `deviceId=${1 + Math.floor((i * devices) / 100)}`,
  ).join('&');
  await measure(server, 'reports.trips', rows, `/api/reports/trips?${one}`);
  await measure(server, 'reports.stops', rows, `/api/reports/stops?${one}`);
  await measure(server, 'reports.summary.100', rows, `/api/reports/summary?${hundred}&${period(MONTH_DAYS)}`);
  await measure(server, 'reports.summary.daily', rows, `/api/reports/summary?${one}&daily=true`);
  await measure(server, 'reports.route', rows, `/api/reports/route?${one}`);
  await besideIngest(server, rows, `/api/reports/summary?${hundred}&${period(MONTH_DAYS)}`);
  await server.stop();
}
for (const days of [6, 60]) {
  const data = await makeData(1);
  const events = await writeEventfulDays(data, days);
  const server = await startMeasuredServer(data.folder);
  const [deviceId = 0] = data.deviceIds;
  await measure(server, 'reports.events', events, `/api/reports/events?deviceId=${deviceId}&${period(days)}`);
  await server.stop();
  data.remove();
}
for (const points of isWhole ? [10_000, 100_000] : []) {
  const { folder, path } = await writeTrackFile(points);
  const server = await startMeasuredServer(folder);
  await measure(server, 'reports.route.points', points, path);
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** Measures delays of incoming records while one report after the other is made. */
async function besideIngest(server: MeasuredServer, n: number, path: string): Promise<void> {
  const over = new AbortController();
  let reports = 0;
  const asking = (async () => {
    while (!over.signal.aborted) {
      await ask(server, path);
      reports++;
    }
  })();
  await server.measure();
  const load = await runLoadProcess(
    {
      host: '127.0.0.1',
      port: server.port,
      connections: 100,
      idleConnections: 0,
      recordsPerPacket: 10,
      packetsPerSecond: POSITIONS_BESIDE / 10 / 100,
      durationS: 12,
      firstSerial: 0,
      firstTime: MONTH_START + 40 * DAY_MS,
    },
    new AbortController().signal,
  );
  const { loopP99Ms } = await server.measure();
  over.abort();
  await asking;
  printFigure('reports.beside', {
    n,
    reports,
    recordsPerSecond: load.recordsPerSecond,
    ackP50Ms: load.ackP50Ms,
    ackP99Ms: load.ackP99Ms,
    lost: load.lost,
    loopP99Ms,
  });
}

async function measure(server: MeasuredServer, name: string, n: number, path: string): Promise<void> {
  // The first is cold: the files of the other size have taken the memory.
  const cold = await ask(server, path);
  await server.measure();
  const tries: Awaited<ReturnType<typeof ask>>[] = [];
  for (let i = 0; i < ROUNDS; i++) tries.push(await ask(server, path));
  const { loopP99Ms, loopMaxMs } = await server.measure();
  printFigure(name, {
    n,
    items: tries[0]?.items ?? 0,
    coldMs: rounded(cold.wholeMs),
    firstByteMs: rounded(median(tries.map(({ firstByteMs }) => firstByteMs))),
    wholeMs: rounded(median(tries.map(({ wholeMs }) => wholeMs))),
    loopP99Ms,
    loopMaxMs,
    rssPeakMiB: Math.round((server.rssPeakKiB() ?? 0) / 1024),
  });
}

async function ask(
  { url, cookie }: MeasuredServer,
  path: string,
): Promise<{ firstByteMs: number; wholeMs: number; items: number }> {
  const started = performance.now();
  const reply = await fetch(url + path, { headers: { cookie, accept: 'application/json' } });
  let firstByteMs = 0;
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.body ?? []) {
    firstByteMs ||= performance.now() - started;
    pieces.push(piece);
  }
  const wholeMs = performance.now() - started;
  const items = (JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown[]).length;
  if (reply.status !== 200 || items === 0)
    throw new Error(`Cannot measure ${path}: it answered ${reply.status}`);
  return { firstByteMs, wholeMs, items };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
