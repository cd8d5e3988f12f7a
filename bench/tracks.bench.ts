// The way of one device over 36 days and over a year, a record every 15 s: in one answer, by zoom, and unchanged.
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { DAY_MS } from '@rastro/base';
import { decodeTrack, TrackFrames } from '@rastro/fleet/tracks';
import { startMeasuredServer, type MeasuredServer } from './support/measured-server.ts';
import { RECORDS_A_DAY, YEAR_START, yearOf } from './support/made-year.ts';
import { mebibytes, printFigure, rounded } from './support/print-figure.ts';
import { waitForTrips, forgetTracks } from './support/track-days.ts';

const ROUNDS = 7;

const sizes = process.argv.slice(2).map(Number);

for (const days of sizes.length > 0 ? sizes : [36, 365]) {
  const folder = await yearOf(days);
  const location = await forgetTracks(folder, days);
  const server = await startMeasuredServer(folder);
  await waitForTrips(location, days);
  const n = days * RECORDS_A_DAY;
  const year = `/api/tracks/1?${period(0, days)}`;
  await measure(server, { name: 'tracks.made', n, path: year, rounds: 1 });
  await measure(server, { name: 'tracks.all', n, path: year, rounds: ROUNDS });
  await measure(server, { name: 'tracks.all.5m', n, path: `${year}&zoom=16`, rounds: ROUNDS });
  const view = `${year}&zoom=16&bbox=-46.601,-23.501,-46.599,-23.499`;
  await measure(server, { name: 'tracks.view.5m', n, path: view, rounds: ROUNDS });
  const week = `/api/tracks/1?${period(days - 8, days - 1)}`;
  await measure(server, { name: 'tracks.week', n, path: week, rounds: ROUNDS });
  const { tag } = await ask(server, year, null);
  await measure(server, { name: 'tracks.unchanged', n, path: year, rounds: ROUNDS, tag });
  await server.stop();
}

function period(from: number, to: number): string {
  const [begin, end] = [from, to].map((day) => new Date(YEAR_START + day * DAY_MS).toISOString());
  return `from=${begin}&to=${end}`;
}

interface Wanted {
  readonly name: string;
  readonly n: number;
  readonly path: string;
  readonly rounds: number;
  readonly tag?: string | null;
}

async function measure(server: MeasuredServer, { name, n, path, rounds, tag = null }: Wanted): Promise<void> {
  await server.measure();
  const tries: Awaited<ReturnType<typeof ask>>[] = [];
  for (let i = 0; i < rounds; i++) tries.push(await ask(server, path, tag));
  const { loopP99Ms } = await server.measure();
  const [first] = tries;
  const times = tries.map(({ wholeMs }) => wholeMs).toSorted((a, b) => a - b);
  printFigure(name, {
    n,
    status: first?.status ?? 0,
    points: first?.points ?? 0,
    toleranceLevel: first?.level ?? null,
    kibOnTheWire: rounded((first?.bytes ?? 0) / 1024),
    wholeMs: rounded(times[times.length >> 1] ?? 0),
    loopP99Ms,
    rssPeakMiB: mebibytes(server.rssPeakKiB()),
  });
}

async function ask({ url, cookie }: MeasuredServer, path: string, tag: string | null) {
  const started = performance.now();
  const headers = { cookie, 'accept-encoding': 'gzip', ...(tag === null ? {} : { 'if-none-match': tag }) };
  const reply = await new Promise<{ status: number; etag: string; body: Buffer }>((resolve, reject) => {
    const call = request(url + path, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const etag = String(response.headers.etag);
        resolve({ status: response.statusCode ?? 0, etag, body: Buffer.concat(pieces) });
      });
    });
    call.on('error', reject);
    call.end();
  });
  const wholeMs = performance.now() - started;
  if (reply.status !== 200 && reply.status !== 304)
    throw new Error(`Cannot measure ${path}: it answered ${reply.status}`);
  const chunks = reply.status === 304 ? [] : new TrackFrames().push(gunzipSync(reply.body));
  let points = 0;
  let level: number | null = null;
  for (const bytes of chunks) {
    const chunk = decodeTrack(bytes);
    if (!chunk.ok) throw new Error(chunk.error);
    points += chunk.value.points.second.length;
    level = chunk.value.level;
  }
  return { status: reply.status, tag: reply.etag, wholeMs, points, level, bytes: reply.body.length };
}
