// Moving a Traccar: `import-traccar` from a simulated source on loopback, from the first question to derived history.
// `node bench/import-traccar.bench.ts [positions]`. The source makes its rows while it sends them, in this process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printFigure, rounded } from './support/print-figure.ts';

const MAIN = fileURLToPath(new URL('../packages/server/src/traccar-import/main.ts', import.meta.url));
const START = Date.UTC(2025, 0, 1);
const EVERY_MS = 30_000;
const DEVICES = 50;
const ROWS_AT_ONCE = 500;
const MEBIBYTE = 1_048_576;
const positions = Number(process.argv[2] ?? 1_000_000);
const perDevice = Math.ceil(positions / DEVICES);

const date = (time: number): string => new Date(time).toISOString().replace('Z', '+00:00');
/** Rows of a Traccar have some 600 characters. A vehicle drives an hour, then stands for one. */
function textOf(deviceId: number, at: number): string {
  const time = date(START + at * EVERY_MS);
  const isDriving = at % 240 < 120;
  const along = (Math.floor(at / 240) * 120 + Math.min(at % 240, 120)) * 0.003;
  const attributes = `{"priority":0,"sat":14,"event":0,"ignition":${isDriving},"motion":${isDriving},"rssi":4,"power":13.9,"battery":4.1,"io69":1,"distance":${isDriving ? 333.6 : 0},"totalDistance":${along * 111_195},"hours":${at * 15_000}}`;
  return `{"id":${deviceId * 1_000_000 + at + 1},"attributes":${attributes},"deviceId":${deviceId},"protocol":"teltonika","serverTime":"${time}","deviceTime":"${time}","fixTime":"${time}","valid":true,"latitude":${-23 + (along % 10)},"longitude":-46.6,"altitude":712.0,"speed":${isDriving ? 22 : 0},"course":12.0,"address":null,"accuracy":0.0,"network":null,"geofenceIds":null}`;
}

async function send(
  response: ServerResponse,
  deviceId: number,
  period: readonly [number, number],
): Promise<void> {
  const first = Math.max(0, Math.ceil((period[0] - START) / EVERY_MS));
  const end = Math.min(perDevice, Math.floor((period[1] - START) / EVERY_MS) + 1);
  response.write('[');
  for (let at = first; at < end && !response.destroyed; at += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, end - at) }, (_, more) =>
      textOf(deviceId, at + more),
    );
    if (response.write((at === first ? '' : ',') + rows.join())) continue;
    const gone = new AbortController();
    await Promise.race(['drain', 'close'].map((name) => once(response, name, { signal: gone.signal })));
    gone.abort();
  }
  response.end(']');
}

const server = createServer((request, response) => {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://source');
  const devices = Array.from({ length: DEVICES }, (_, at) => ({
    id: at + 1,
    name: `Van ${at}`,
    uniqueId: `van${at}`,
  }));
  const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''));
  if (pathname === '/api/positions')
    void send(response, Number(query.get('deviceId')), [from ?? 0, to ?? 0]).catch(() => response.destroy());
  else if (pathname === '/api/devices') response.end(JSON.stringify(devices));
  else response.end(pathname === '/api/server' ? '{"id":1}' : '[]');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const folder = mkdtempSync(join(tmpdir(), 'import-'));
const began = performance.now();
const child = spawn(
  process.execPath,
  [MAIN, '--from', `http://127.0.0.1:${port}`, '--token', 'bench', '--data', join(folder, 'data')],
  {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ADMIN_EMAIL: 'ana@example.com',
      ADMIN_PASSWORD: 'a path along the river',
    },
  },
);
let output = '';
let stage = '';
const stageMs = new Map<string, number>();
child.stdout.on('data', (bytes: Buffer) => {
  output += bytes.toString();
  stage = /^(copying positions|verifying|deriving trips):/.exec(bytes.toString())?.[1] ?? stage;
  stageMs.set(stage, performance.now() - began);
});
const [code] = (await once(child, 'exit')) as [number | null];
const seconds = (performance.now() - began) / 1000;
server.closeAllConnections();
server.close();
if (code !== 0 || !output.includes('Verified')) throw new Error(output);
printFigure('importTraccar', {
  n: perDevice * DEVICES,
  seconds: rounded(seconds, 1),
  perSecond: Math.round((perDevice * DEVICES) / seconds),
  copiedBySecond: rounded((stageMs.get('copying positions') ?? 0) / 1000, 0),
  verifiedBySecond: rounded((stageMs.get('verifying') ?? 0) / 1000, 0),
  databaseMiB: Math.round(statSync(join(folder, 'data/rastro.sqlite')).size / MEBIBYTE),
});
rmSync(folder, { recursive: true });
