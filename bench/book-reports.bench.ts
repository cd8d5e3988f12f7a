// Reports made of the books, over 30 days at a record a minute: one vehicle, 60 and 600; its route, sheet and PDF.
import { once } from 'node:events';
import { get, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { FLEET_DAYS, FLEET_START, fleetOf } from './support/made-fleet.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { mebibytes, printFigure, rounded } from './support/print-figure.ts';

const ROUNDS = 9;
const DAY_MS = 86_400_000;
/** Books of a new folder are derived in the background; nothing is measured before they are there. */
const SETTLE_MS = 900_000;
const LOOK_MS = 2000;
const QUIET_MS = 100;
const PERIOD = `from=${new Date(FLEET_START).toISOString()}&to=${new Date(FLEET_START + FLEET_DAYS * DAY_MS - 1000).toISOString()}`;
const sizes = process.argv.slice(2).map(Number);

for (const devices of sizes.length > 0 ? sizes : [60, 600]) {
  const server = await startMeasuredServer(await fleetOf(devices));
  await settled(server);
  await measure(server, 'one.route', devices, `route?deviceId=1&${PERIOD}`);
  await measure(server, 'one.route.xlsx', devices, `route/xlsx?deviceId=1&${PERIOD}`);
  await measure(server, 'one.route.pdf', devices, `route/pdf?form=table&deviceId=1&${PERIOD}`);
  await measure(server, 'one.trips', devices, `trips?deviceId=1&${PERIOD}`);
  for (const type of ['trips', 'stops', 'summary', 'drivers', 'fuel', 'idle', 'inactive', 'daily'])
    await measure(server, `all.${type}`, devices, `${type}?${PERIOD}`);
  await measure(server, 'all.summary.daily', devices, `summary?${PERIOD}&daily=true`);
  await server.stop();
}

/** Two looks in which nearly nothing is worked off: the books are done. */
async function settled(server: MeasuredServer): Promise<void> {
  const until = performance.now() + SETTLE_MS;
  for (let last = Infinity; performance.now() < until;) {
    await pause(LOOK_MS);
    const { cpuMs } = await server.measure();
    if (Math.max(cpuMs, last) < QUIET_MS) return;
    last = cpuMs;
  }
  throw new Error('Cannot measure: the books are not done');
}

async function measure(server: MeasuredServer, name: string, n: number, path: string): Promise<void> {
  await ask(server, path);
  await server.measure();
  const tries: { readonly wholeMs: number; readonly bytes: number }[] = [];
  for (let i = 0; i < ROUNDS; i++) tries.push(await ask(server, path));
  const { loopP99Ms } = await server.measure();
  const times = tries.map(({ wholeMs }) => wholeMs).toSorted((a, b) => a - b);
  printFigure(`books.${name}`, {
    n,
    bytes: tries[0]?.bytes ?? 0,
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
): Promise<{ wholeMs: number; bytes: number }> {
  const started = performance.now();
  const request = get(`${url}/api/reports/${path}`, { headers: { cookie } });
  const [reply] = await once(request, 'response');
  if (!(reply instanceof IncomingMessage) || reply.statusCode !== 200)
    throw new Error(`Cannot measure ${path}: it was refused`);
  let bytes = 0;
  reply.on('data', (piece: Uint8Array) => {
    bytes += piece.length;
  });
  await once(reply, 'end');
  return { wholeMs: performance.now() - started, bytes };
}
