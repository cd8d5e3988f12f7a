// A server that answers as a Traccar with made-up vehicles: every minute a position, made when it is asked for.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const DEVICES = Number(process.argv[2] ?? 10);
const MINUTE_MS = 60_000;

const date = (time: number): string => new Date(time).toISOString().replace('Z', '+00:00');
const device = (id: number) => ({
  id,
  name: `Vehicle ${id}`,
  uniqueId: `v${id}`,
  groupId: 0,
  attributes: {},
  status: 'offline',
  lastUpdate: date(Date.now() - 600_000),
});
const devices = JSON.stringify(Array.from({ length: DEVICES }, (_, at) => device(at + 1)));
const user = JSON.stringify({
  id: 1,
  name: 'A',
  email: 'a@example.com',
  administrator: true,
  attributes: {},
});

/** Half of each hour it drives a circle of some kilometers. */
function position(deviceId: number, minute: number): string {
  const drives = minute % 60 < 30;
  const angle = ((drives ? minute % 60 : 30) / 30) * 2 * Math.PI;
  const time = date(minute * MINUTE_MS);
  return JSON.stringify({
    id: deviceId * 100_000_000 + minute,
    attributes: {
      ignition: drives,
      motion: drives,
      sat: 12,
      power: 12.4,
      distance: 612.5,
      totalDistance: 81_234.5 + minute * 300,
      hours: 36_000_000,
    },
    deviceId,
    protocol: 'teltonika',
    serverTime: time,
    deviceTime: time,
    fixTime: time,
    valid: true,
    latitude: -23.5 + deviceId * 0.001 + Math.sin(angle) * 0.03,
    longitude: -46.6 + Math.cos(angle) * 0.03,
    altitude: 760,
    speed: drives ? 20 : 0,
    course: Math.round((angle * 180) / Math.PI),
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
  });
}

function positions(query: URLSearchParams): string {
  const deviceId = Number(query.get('deviceId'));
  const first = Math.ceil(Date.parse(query.get('from') ?? '') / MINUTE_MS);
  const last = Math.min(
    Math.floor(Date.parse(query.get('to') ?? '') / MINUTE_MS),
    Math.floor(Date.now() / MINUTE_MS) - 10,
  );
  const found: string[] = [];
  for (let minute = first; minute <= last; minute++) found.push(position(deviceId, minute));
  return `[${found.join(',')}]`;
}

const server = createServer((request, response) => {
  request.resume();
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://made');
  const answers: Readonly<Record<string, () => string>> = {
    '/api/server': () => '{"id":1,"attributes":{},"version":"6.14.5"}',
    '/api/session': () => user,
    '/api/devices': () => devices,
    '/api/positions': () => positions(searchParams),
  };
  const isMissing = pathname === '/api/shares';
  response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
  response.end(isMissing ? '' : (answers[pathname]?.() ?? '[]'));
});
/** Each browser gets a position a second. */
const sockets = new WebSocketServer({ server, path: '/api/socket' });
setInterval(() => {
  const frame = `{"positions":[${position(1, Math.floor(Date.now() / MINUTE_MS))}]}`;
  for (const socket of sockets.clients) socket.send(frame);
}, 1000).unref();

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
