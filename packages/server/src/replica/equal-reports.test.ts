import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import { DAY_MS } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { REPORT_TYPES } from '@rastro/fleet/schemas';
import { readTrace, type TracePoint } from '@rastro/simulator';
import { OWN_TRACKS, recordingFile, withoutReference } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { startTraccar, TRACCAR_ADMIN, type RealTraccar } from '../../test/real-traccar.ts';
import { UserClient } from '../../test/user-client.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const UNIQUE_ID = 'nds-car-1';
const ADMIN = { ADMIN_EMAIL: TRACCAR_ADMIN.email, ADMIN_PASSWORD: TRACCAR_ADMIN.password };
/** One point of the recording in so many: one every ten seconds. */
const EVERY = 10;
const folder = mkdtempSync(join(tmpdir(), 'rastro-equal-'));

let traccar: RealTraccar;
let embedded: RunningServer;
let front: RunningServer;
/** The same account on both. */
let ofEmbedded: { readonly client: UserClient; readonly deviceId: number };
let ofFront: typeof ofEmbedded;
let period = { from: 0, to: 0 };

async function serve(name: string, more: Readonly<Record<string, string>>): Promise<RunningServer> {
  const own = {
    PORT: '0',
    HOST: '127.0.0.1',
    POSTCODE_URL: '',
    MAP_STYLE_URL: '',
    DATA_DIR: join(folder, name),
  };
  return runServer(readSettings({ ...own, ...more }, null), pino({ level: 'error' }));
}

async function signedIn(server: RunningServer): Promise<UserClient> {
  const client = new UserClient(() => server.url);
  assert.equal(await client.signIn(TRACCAR_ADMIN.email, TRACCAR_ADMIN.password), 200);
  return client;
}

/** The drives of the recording, moved to the last days. */
async function drives(): Promise<readonly TracePoint[]> {
  const points = (await readTrace(recordingFile(OWN_TRACKS))).filter((_, at) => at % EVERY === 0);
  const first = points[0]?.time ?? 0;
  const last = points.at(-1)?.time ?? 0;
  const days = Math.ceil((last - first) / DAY_MS) + 2;
  const moved = Math.floor((Date.now() - first) / DAY_MS - days) * DAY_MS;
  return points.map((point) => ({ ...point, time: point.time + moved }));
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
function send(port: number, point: TracePoint): Promise<void> {
  const query = new URLSearchParams({
    id: UNIQUE_ID,
    timestamp: String(point.time / 1000),
    lat: String(point.latitude),
    lon: String(point.longitude),
    speed: String(knotsFromKmPerHour(point.speedKmh)),
    bearing: String(point.course),
    altitude: String(point.altitude),
    ignition: 'true',
  });
  return new Promise((resolve, reject) => {
    const call = ask({ port, host: '127.0.0.1', path: `/?${query.toString()}`, agent }, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 200) resolve();
        else reject(new Error(`Cannot send a position: ${reply.statusCode}`));
      });
    });
    call.on('error', reject).end();
  });
}

/** Ids differ from server to server. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, each: unknown) =>
      /^(id|deviceId|positionId|startPositionId|endPositionId|serverTime)$/.test(name) ? undefined : each,
    ),
  );
}

describe('in front of a real Traccar', { skip: withoutReference }, () => {
  before(async () => {
    traccar = await startTraccar();
    embedded = await serve('embedded', { PROTOCOLS: 'osmand:0', ...ADMIN });
    front = await serve('front', {
      PROTOCOLS: '',
      TRACKING_SERVER_URL: traccar.url,
      TRACKING_SERVER_TOKEN: traccar.token,
    });
    const device = { name: 'Omaha car', uniqueId: UNIQUE_ID };
    const points = await drives();
    for (const server of [embedded, front]) {
      const client = await signedIn(server);
      const { id } = await client.json<{ readonly id: number }>('POST', '/api/devices', device);
      if (server === embedded) ofEmbedded = { client, deviceId: id };
      else ofFront = { client, deviceId: id };
    }
    for (const port of [embedded.protocols['osmand'] ?? 0, traccar.osmandPort])
      for (const point of points) await send(port, point);
    period = { from: (points[0]?.time ?? 0) - DAY_MS, to: (points.at(-1)?.time ?? 0) + DAY_MS };
    await eventually(async () => (await positions(ofEmbedded)) === points.length, 60_000);
    await eventually(async () => (await positions(ofFront)) === points.length, 60_000);
  });
  after(async () => {
    await front?.close();
    await embedded?.close();
    traccar?.close();
    rmSync(folder, { recursive: true });
  });

  const query = ({ deviceId }: typeof ofFront): string =>
    new URLSearchParams({
      deviceId: String(deviceId),
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
    }).toString();
  const positions = async (of: typeof ofFront): Promise<number> =>
    (await of.client.json<unknown[]>('GET', `/api/positions?${query(of)}`)).length;

  /** Kinds whose rows are what the tracking server itself has written: its events and its positions. */
  const WRITTEN_THERE: ReadonlySet<string> = new Set(['route', 'events', 'combined']);

  for (const type of REPORT_TYPES.filter((each) => !WRITTEN_THERE.has(each)))
    test(`[REPLICA-1] report ${type} is the one that our own server makes of the same positions`, async () => {
      // Only our own server knows which alarms wait, and what is due is counted when it is asked for.
      const kinds = type === 'overview' ? '&type=silent&type=driven&type=safety&type=fuel&type=use' : '';
      const read = (of: typeof ofFront) => of.client.json('GET', `/api/reports/${type}?${query(of)}${kinds}`);
      const [own, copied] = [await read(ofEmbedded), await read(ofFront)];
      assert.deepEqual(withoutIds(copied), withoutIds(own));
    });
});
