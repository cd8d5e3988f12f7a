// Opens live sockets and notes how old positions are when they arrive. One machine, so one clock.
import type { SocketsPlan, SocketsReport } from './browser-sockets.ts';

const { url, cookie, sockets } = JSON.parse(process.argv[2] ?? '{}') as SocketsPlan;
const cookies = [cookie].flat();
const KEY = '"serverTime":"';
const STAMP = '2026-11-20T00:00:00.000+00:00'.length;
/** Characters between two checks of a frame: reading every position of every socket would be the bottleneck. */
const STRIDE = 3000;
/** Milliseconds → how many positions were that old. */
const ages = new Uint32Array(60_000);
let frames = 0;

const opened = Array.from({ length: sockets }, async (_, i) => {
  const headers = { cookie: cookies[i % cookies.length] ?? '' };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/socket`, { headers });
  let isFirst = true;
  socket.addEventListener('message', ({ data }) => {
    // The first frame contains earlier positions.
    if (!isFirst) note(String(data), Date.now());
    isFirst = false;
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return socket;
});

function note(frame: string, now: number): void {
  if (!frame.startsWith('{"positions"')) return;
  frames++;
  for (let at = frame.indexOf(KEY); at >= 0; at = frame.indexOf(KEY, at + STRIDE)) {
    const begin = at + KEY.length;
    const age = now - Date.parse(frame.slice(begin, begin + STAMP));
    const slot = Math.min(Math.max(age, 0), ages.length - 1);
    ages[slot] = (ages[slot] ?? 0) + 1;
  }
}

function percentile(share: number): number {
  const total = ages.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return ages.findIndex((count) => (seen += count) >= total * share);
}

process.once('message', () => {
  const report: SocketsReport = { frames, p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
  process.send?.(report, () => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
await Promise.all(opened);
process.send?.('open');
