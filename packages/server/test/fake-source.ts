import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = Readonly<Record<string, unknown>>;
interface FakeLink {
  readonly owner: readonly [kind: string, id: number];
  readonly property: readonly [kind: string, id: number];
}

/** For tests: all that an import reads of a Traccar, with what a test puts in, right or wrong. */
export interface FakeSource {
  readonly url: string;
  readonly token: string;
  /** By the path below `/api`, e.g. `devices`; of `devices?all=true` those that the reading account does not see, too. */
  readonly entities: Map<string, Row[]>;
  readonly links: FakeLink[];
  /** By device; in order of time. */
  readonly positions: Map<number, Row[]>;
  readonly events: Map<number, Row[]>;
  readonly pictures: Map<string, Buffer>;
  /** Method and path with query, in order. */
  readonly asked: string[];
  /** Called for each answer of history; e.g. to break off. */
  onHistory: () => void;
  digest(): string;
  close(): void;
}

const HISTORY: Readonly<Record<string, readonly [list: 'positions' | 'events', time: string]>> = {
  '/api/positions': ['positions', 'fixTime'],
  '/api/reports/events': ['events', 'eventTime'],
};
const ROWS_AT_ONCE = 500;

export async function startFakeSource(): Promise<FakeSource> {
  const fake: FakeSource = {
    url: '',
    token: 'a token of an administrator',
    entities: new Map(),
    links: [],
    positions: new Map(),
    events: new Map(),
    pictures: new Map(),
    asked: [],
    onHistory: () => {},
    digest: () => {
      const { entities, links, positions, events } = fake;
      const all = [[...entities], links, [...positions], [...events]];
      return createHash('sha256').update(JSON.stringify(all)).digest('hex');
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    fake.asked.push(`${request.method} ${request.url}`);
    answer(fake, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(fake, { url: `http://127.0.0.1:${port}` });
}

async function answer(fake: FakeSource, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fake');
  const isSession = request.headers.cookie === 'JSESSIONID=theirs';
  if (pathname === '/api/session' && query.get('token') === fake.token) {
    response.writeHead(200, { 'set-cookie': 'JSESSIONID=theirs; Path=/; HttpOnly' }).end('{}');
    return;
  }
  if (!isSession && request.headers.authorization !== `Bearer ${fake.token}`) {
    response.writeHead(401).end();
    return;
  }
  const picture = fake.pictures.get(pathname.replace('/api/media/', ''));
  const history = HISTORY[pathname];
  if (picture) response.writeHead(200).end(picture);
  else if (history) await sendHistory(fake, { history, query }, response);
  else if (pathname === '/api/permissions') response.end(JSON.stringify(linksOf(fake, query)));
  else if (pathname === '/api/server')
    response.end(JSON.stringify(fake.entities.get('server')?.[0] ?? { id: 1 }));
  else response.end(JSON.stringify(entitiesAt(fake, pathname.replace('/api/', ''), query.has('all'))));
}

const entitiesAt = ({ entities }: FakeSource, name: string, isAll: boolean): readonly Row[] =>
  (isAll ? entities.get(`${name}?all=true`) : undefined) ?? entities.get(name) ?? [];

/** As a Traccar does: row by row, while the reader takes them. */
async function sendHistory(
  fake: FakeSource,
  {
    history: [list, timeField],
    query,
  }: {
    readonly history: readonly [list: 'positions' | 'events', time: string];
    readonly query: URLSearchParams;
  },
  response: ServerResponse,
): Promise<void> {
  fake.onHistory();
  const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')];
  const rows = (fake[list].get(Number(query.get('deviceId'))) ?? []).filter((row) => {
    const time = Date.parse(String(row[timeField]));
    return !(time < from || time > to);
  });
  response.write('[');
  for (let at = 0; at < rows.length && !response.destroyed; at += ROWS_AT_ONCE) {
    const text = rows.slice(at, at + ROWS_AT_ONCE).map((row) => JSON.stringify(row));
    const isTaken = response.write((at === 0 ? '' : ',') + text.join(','));
    if (!isTaken) await drained(response);
  }
  response.end(']');
}

/** Resolves when more can be sent, or when nobody reads any more. */
async function drained(response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  const { signal } = gone;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  gone.abort();
}

function linksOf({ links }: FakeSource, query: URLSearchParams): readonly Row[] {
  const [owner = '', property = ''] = [...query.keys()];
  return links
    .filter((link) => `${link.owner[0]}Id` === owner && `${link.property[0]}Id` === property)
    .map((link) => ({ [owner.toUpperCase()]: link.owner[1], [property.toUpperCase()]: link.property[1] }));
}

const date = (time: number): string => new Date(time).toISOString().replace('Z', '+00:00');

/** A position as a Traccar sends it. */
export const sentPosition = (
  { id, deviceId, time }: { readonly id: number; readonly deviceId: number; readonly time: number },
  fields: Row = {},
): Row => ({
  id,
  deviceId,
  protocol: 'osmand',
  serverTime: date(time + 1000),
  deviceTime: date(time),
  fixTime: date(time),
  valid: true,
  latitude: -23.5 + (id % 1000) / 10_000,
  longitude: -46.6,
  altitude: 700.5,
  speed: 22.5,
  course: 90,
  address: null,
  accuracy: 0,
  network: null,
  geofenceIds: null,
  attributes: {
    ignition: true,
    motion: true,
    distance: 11.1,
    totalDistance: id * 11.1,
    batteryLevel: 87,
    sat: 9,
  },
  ...fields,
});

/** An event as a Traccar sends it. */
export const sentEvent = (
  { id, deviceId, time }: { readonly id: number; readonly deviceId: number; readonly time: number },
  fields: Row = {},
): Row => ({
  id,
  deviceId,
  type: 'ignitionOn',
  eventTime: date(time),
  positionId: 0,
  geofenceId: 0,
  maintenanceId: 0,
  attributes: {},
  ...fields,
});
