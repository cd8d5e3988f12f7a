import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakePosition {
  readonly id: number;
  readonly deviceId: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: number;
}
/** Answers a request instead of the usual one; false = as usual. */
type Special = (request: IncomingMessage, response: ServerResponse) => boolean;

/** For tests: as much of a Traccar as the copy of its history reads, with what a test puts in. */
export interface FakeTraccar {
  readonly url: string;
  /** Paths with their query, in order. */
  readonly asked: string[];
  /** Authorizations that came along. */
  readonly authorizations: Set<string>;
  readonly positions: FakePosition[];
  /** As they are answered, of every device. */
  events: readonly object[];
  /** Devices that each user sees, by the value of the session cookie. */
  readonly sees: Map<string, readonly number[]>;
  readonly lastUpdates: Map<number, number>;
  special: Special;
  close(): void;
}

const USER_IDS: Readonly<Record<string, number>> = { ana: 7, bea: 8 };
const date = (time: number): string => new Date(time).toISOString().replace('Z', '+00:00');

export async function startFakeTraccar(): Promise<FakeTraccar> {
  const asked: string[] = [];
  const authorizations = new Set<string>();
  const positions: FakePosition[] = [];
  const sees = new Map<string, readonly number[]>();
  const lastUpdates = new Map<number, number>();
  const device = (id: number) => ({
    id,
    name: `Vehicle ${id}`,
    uniqueId: `v${id}`,
    groupId: 0,
    attributes: {},
    status: 'online',
    lastUpdate: lastUpdates.has(id) ? date(lastUpdates.get(id) ?? 0) : null,
  });
  const answerTo = (request: IncomingMessage): { readonly status: number; readonly body?: unknown } => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fake');
    const who = /JSESSIONID=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const isOwn = request.headers.authorization === 'Bearer service';
    if (pathname === '/api/server')
      return { status: 200, body: { id: 1, attributes: {}, version: '6.14.5' } };
    if (pathname === '/api/session') {
      const id = USER_IDS[who];
      const user = { id, name: who, email: `${who}@example.com`, administrator: false, attributes: {} };
      return id === undefined ? { status: 404 } : { status: 200, body: user };
    }
    if (pathname === '/api/shares') return { status: 404 };
    if (!isOwn && !sees.has(who)) return { status: 401 };
    if (pathname === '/api/devices') {
      const ids = isOwn ? new Set([...sees.values()].flat()) : (sees.get(who) ?? []);
      return { status: 200, body: [...ids].map(device) };
    }
    if (pathname === '/api/positions') {
      const deviceId = Number(query.get('deviceId'));
      const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')];
      const found = positions.filter((p) => p.deviceId === deviceId && p.time >= from && p.time <= to);
      return { status: 200, body: found.toSorted((a, b) => a.time - b.time).map(json) };
    }
    if (pathname === '/api/reports/events') return { status: 200, body: fake.events };
    return { status: 200, body: [] };
  };
  const fake: FakeTraccar = {
    url: '',
    asked,
    authorizations,
    positions,
    events: [],
    sees,
    lastUpdates,
    special: () => false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    authorizations.add(request.headers.authorization ?? '');
    request.resume();
    if (fake.special(request, response)) return;
    const { status, body } = answerTo(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { url: `http://127.0.0.1:${port}` });
}

export const json = ({ time, ...place }: FakePosition) => ({
  ...place,
  attributes: { ignition: place.speed > 0, motion: place.speed > 0 },
  protocol: 'osmand',
  serverTime: date(time + 1000),
  deviceTime: date(time),
  fixTime: date(time),
  valid: true,
  altitude: 0,
  course: 0,
  accuracy: 0,
  address: null,
  network: null,
  geofenceIds: null,
});
