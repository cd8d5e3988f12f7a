// Lists and history over HTTP: time to the whole answer, and what other users feel meanwhile (event loop delay).
import { makeData, FIRST_TIME, writeLatest, writeTrack } from './support/made-data.ts';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const ROUNDS = 10;

for (const devices of [1000, 10_000]) {
  const data = await makeData(devices);
  await data.write((storage) => writeLatest(storage, data.deviceIds, 1));
  const server = await startMeasuredServer(data.folder);
  for (const path of ['/api/devices', '/api/positions']) {
    await measure(server, `api${path.replaceAll('/', '.').replace('.api', '')}`, devices, path);
  }
  await server.stop();
  data.remove();
}
for (const points of [10_000, 100_000]) {
  const data = await makeData(1);
  const [deviceId = 0] = data.deviceIds;
  await data.write((storage) => writeTrack(storage, deviceId, points, 1));
  const server = await startMeasuredServer(data.folder);
  const from = new Date(FIRST_TIME).toISOString();
  const to = new Date(FIRST_TIME + points * 10_000).toISOString();
  const path = `/api/positions?deviceId=${deviceId}&from=${from}&to=${to}`;
  await measure(server, 'api.history', points, path);
  await server.stop();
  data.remove();
}

async function measure(server: MeasuredServer, name: string, n: number, path: string): Promise<void> {
  await ask(server, path);
  await server.measure();
  const tries: Awaited<ReturnType<typeof ask>>[] = [];
  for (let i = 0; i < ROUNDS; i++) tries.push(await ask(server, path));
  const { loopP99Ms, loopMaxMs } = await server.measure();
  if (tries.some(({ items }) => items !== n)) throw new Error(`Cannot measure ${path}: the answer is short`);
  printFigure(name, {
    n,
    firstByteMs: rounded(median(tries.map(({ firstByteMs }) => firstByteMs))),
    wholeMs: rounded(median(tries.map(({ wholeMs }) => wholeMs))),
    slowestMs: rounded(Math.max(...tries.map(({ wholeMs }) => wholeMs))),
    kib: Math.round((tries[0]?.bytes ?? 0) / 1024),
    loopP99Ms,
    loopMaxMs,
    rssPeakMiB: Math.round((server.rssPeakKiB() ?? 0) / 1024),
  });
}

async function ask(
  { url, cookie }: MeasuredServer,
  path: string,
): Promise<{ firstByteMs: number; wholeMs: number; bytes: number; items: number }> {
  const started = performance.now();
  const reply = await fetch(url + path, { headers: { cookie } });
  let firstByteMs = 0;
  const pieces: Uint8Array[] = [];
  for await (const piece of reply.body ?? []) {
    firstByteMs ||= performance.now() - started;
    pieces.push(piece);
  }
  const wholeMs = performance.now() - started;
  const text = Buffer.concat(pieces).toString('utf8');
  return { firstByteMs, wholeMs, bytes: text.length, items: (JSON.parse(text) as unknown[]).length };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
