import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import pino from 'pino';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { ReportItems } from '@rastro/fleet';
import { eventually } from '../../test/eventually.ts';
import { json, startFakeTraccar, type FakeTraccar } from '../../test/fake-traccar.ts';
import { UserClient } from '../../test/user-client.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const VAN = 1;
const OTHER = 2;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Begin of the drive: ten days ago, so that nothing of it is of today. */
const BEGIN = TODAY - 10 * DAY_MS + 8 * HOUR_MS;
const folder = mkdtempSync(join(tmpdir(), 'rastro-replica-'));

let traccar: FakeTraccar;
let front: RunningServer;
let log: string[] = [];
const open = (data: string, token = 'service'): Promise<RunningServer> =>
  runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        POSTCODE_URL: '',
        DATA_DIR: data,
        TRACKING_SERVER_URL: traccar.url,
        TRACKING_SERVER_TOKEN: token,
        TRACKING_SERVER_RATE: '1000',
      },
      null,
    ),
    pino({ level: 'error' }, { write: (line: string) => void log.push(line) }),
  );
let data = '';
beforeEach(async () => {
  log = [];
  traccar = await startFakeTraccar();
  traccar.sees.set('ana', [VAN]).set('bea', [OTHER]);
  traccar.positions.push(...drive(VAN, 1));
  data = mkdtempSync(join(folder, 'data-'));
  front = await open(data);
});
afterEach(async () => {
  await front.close();
  traccar.close();
});
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** An hour of driving, a record a minute, and an hour of standing. */
function drive(deviceId: number, firstId: number) {
  return Array.from({ length: 120 }, (_, at) => ({
    id: firstId + at,
    deviceId,
    time: BEGIN + at * MINUTE_MS,
    latitude: -23.5 + Math.min(at, 60) * 0.005,
    longitude: -46.6,
    speed: at < 60 ? 20 : 0,
  }));
}

/** Ids and times of arrival differ from server to server. */
const comparable = (rows: unknown): unknown =>
  JSON.parse(
    JSON.stringify(rows, (name, value: unknown) =>
      /^(?:id|deviceId|deviceName|\w*[pP]ositionId|\w*Address|serverTime)$/.test(name) ? undefined : value,
    ),
  );

interface Trip {
  readonly distance: number;
  readonly startTime: string;
}
const ask = (path: string, who = 'ana'): Promise<Response> =>
  fetch(`${front.url}${path}`, { headers: { cookie: `JSESSIONID=${who}` } });
async function trips(
  from = BEGIN - DAY_MS,
  to = BEGIN + DAY_MS,
  deviceId = VAN,
  who = 'ana',
): Promise<Trip[]> {
  const period = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const reply = await ask(`/api/reports/trips?deviceId=${deviceId}&${period}`, who);
  const text = await reply.text();
  assert.equal(reply.status, 200, text);
  // Names of places come once the table of towns is loaded.
  return JSON.parse(text, (name, value: unknown) => (name.endsWith('Address') ? null : value)) as Trip[];
}
const readings = (): number => traccar.asked.filter((path) => path.startsWith('/api/positions')).length;

test('[REPLICA-2] history is read by device and day, once; a vehicle that sent nothing since is not read again', async () => {
  traccar.lastUpdates.set(VAN, BEGIN + 2 * HOUR_MS);
  const [trip] = await trips();
  assert.ok(trip && trip.distance > 33_000 && trip.distance < 34_000, String(trip?.distance));
  const first = readings();
  assert.ok(first > 0);
  assert.deepEqual(await trips(), [trip]);
  assert.equal(readings(), first);
  await front.close();
  front = await open(data);
  assert.deepEqual(await trips(), [trip], 'also after a start');
  assert.equal(readings(), first);
});

test('[REPLICA-3] records that arrive late correct trips and sums; those that were deleted there are gone', async () => {
  const late = traccar.positions.splice(10, 20);
  const half = traccar.positions.splice(90);
  const [before] = await trips();
  traccar.positions.push(...late, ...half);
  traccar.lastUpdates.set(VAN, Date.now());
  // Days of this age are read again after a day; the clock of the copy is the system's, so its days are aged.
  await age(2 * DAY_MS);
  const [after] = await trips();
  assert.ok(before && after);
  assert.equal(after.startTime, before.startTime);
  const points = async () => ((await (await ask(route())).json()) as unknown[]).length;
  assert.equal(await points(), 120);
  const standing = traccar.positions.filter(({ speed }) => speed === 0);
  traccar.positions.splice(0, Infinity, ...standing);
  await age(2 * DAY_MS);
  assert.deepEqual(await trips(), [], 'nothing but the stop is left');
  assert.equal(await points(), 60);
});

const route = (): string =>
  `/api/reports/route?deviceId=${VAN}&from=${new Date(BEGIN - DAY_MS).toISOString()}&to=${new Date(BEGIN + DAY_MS).toISOString()}`;

/** Makes the copied days look older, as the passing of time does. */
async function age(byMs: number): Promise<void> {
  await front.close();
  const { openStorage } = await import('@rastro/storage');
  const storage = await openStorage({ folder: join(data, 'replica') });
  const values = await storage.privateValues();
  for (const { ownerId, name, value } of values.filter((each) => each.name === 'copiedDays')) {
    const days = (JSON.parse(value) as number[][]).map(
      ([day = 0, count = 0, readAt = 0, endReadAt = 0, usedOn = 0]) => [
        day,
        count,
        readAt - byMs,
        endReadAt - byMs,
        usedOn,
      ],
    );
    await storage.putPrivateValue({ ownerId, name, value: JSON.stringify(days) });
  }
  await storage.close();
  front = await open(data);
}

test('[REPLICA-4] a caller gets what the tracking server shows that caller, and nothing of the customer next door', async () => {
  traccar.positions.push(...drive(OTHER, 1000));
  assert.equal((await trips()).length, 1);
  assert.deepEqual(await trips(BEGIN - DAY_MS, BEGIN + DAY_MS, OTHER), [], 'a vehicle of somebody else');
  assert.equal((await trips(BEGIN - DAY_MS, BEGIN + DAY_MS, OTHER, 'bea')).length, 1);
  assert.deepEqual(await trips(BEGIN - DAY_MS, BEGIN + DAY_MS, VAN, 'bea'), []);
  assert.equal(
    (await ask(`/api/tracks/${OTHER}?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z`)).status,
    400,
  );
  assert.equal((await fetch(`${front.url}${route()}`)).status, 401, 'nobody is signed in');
  traccar.sees.set('ana', []);
  await new Promise((resolve) => setTimeout(resolve, 3100));
  assert.deepEqual(await trips(), [], 'a link that was taken away');
});

test('[REPLICA-5] an answer of another device, of another time, half an answer or none make an error that names the server, and no total', async () => {
  const [one] = drive(VAN, 1);
  assert.ok(one);
  const wrong: readonly [string, string][] = [
    ['of another device', JSON.stringify([json({ ...one, deviceId: OTHER })])],
    ['of another time', JSON.stringify([json({ ...one, time: BEGIN - 300 * DAY_MS })])],
    ['without a place', JSON.stringify([{ ...json(one), latitude: 'north' }])],
    ['beyond the pole', JSON.stringify([json({ ...one, latitude: 91 })])],
    ['half', JSON.stringify([json(one)]).slice(0, 80)],
    ['no list', '{"message":"busy"}'],
  ];
  for (const [what, body] of wrong) {
    traccar.special = ({ url = '' }, response) => {
      if (!url.startsWith('/api/positions')) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return true;
    };
    const reply = await ask(route());
    assert.deepEqual([reply.status, (await reply.text()).startsWith('Tracking server')], [502, true], what);
    assert.match(log.join(), new RegExp(new URL(traccar.url).host), what);
    log = [];
  }
  traccar.special = () => false;
  assert.equal((await trips()).length, 1, 'nothing of it was copied');
});

test('[REPLICA-6] what no tracking server of this kind has is said in words, with the features in a header', async () => {
  const server = await ask('/api/server');
  assert.equal(server.headers.get('trackingserver'), 'traccar 6.14.5');
  const features = server.headers.get('features')?.split(' ') ?? [];
  assert.ok(features.includes('history') && !features.includes('alarms'), features.join());
  const alarms = await ask('/api/alarms');
  assert.deepEqual([alarms.status, (await alarms.text()).split(' - ')[0]], [501, 'Not offered']);
});

test('[REPLICA-7] two requests at once copy everything once, and both are answered', async () => {
  traccar.events = [1, 2, 3].map((id) => ({
    id,
    deviceId: VAN,
    type: 'alarm',
    eventTime: new Date(BEGIN + id * MINUTE_MS).toISOString(),
    positionId: id,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: { alarm: 'sos' },
  }));
  const period = `from=${new Date(BEGIN - DAY_MS).toISOString()}&to=${new Date(BEGIN + DAY_MS).toISOString()}`;
  const paths = ['trips', 'events', 'summary', 'stops'].map(
    (type) => `/api/reports/${type}?deviceId=${VAN}&${period}`,
  );
  const replies = await Promise.all([...paths, `/api/tracks/${VAN}?${period}`].map((path) => ask(path)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  const events = (await replies[1]?.json()) as unknown[];
  assert.equal(events.length, 3);
});

test('[REPLICA-8] a first reading that takes long goes on while its reader comes again, and says how far it is', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  traccar.special = ({ url = '' }, response) => {
    if (!url.startsWith('/api/positions')) return false;
    void held.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'));
    return true;
  };
  const first = await ask(route());
  assert.deepEqual([first.status, first.headers.get('retry-after')], [503, '1']);
  assert.match(await first.text(), /^History not ready - /);
  const progress = (await (await ask('/ext/history/progress')).json()) as { total: number; done: number };
  assert.ok(progress.total > 2 && progress.done === 0, JSON.stringify(progress));
  assert.deepEqual(await (await ask('/ext/history/progress', 'bea')).json(), { total: 0, done: 0 });
  release();
  await eventually(async () => (await ask(route())).status === 200);
  await eventually(
    async () => (await (await ask('/ext/history/progress')).text()) === '{"total":0,"done":0}',
  );
});

test('[REPLICA-9] the token by which a caller is known here never reaches the tracking server', async () => {
  const before = traccar.asked.filter((path) => path === '/api/devices').length;
  await trips();
  // Who read positions is noted after the answer, with a question to the tracking server.
  await eventually(() => traccar.asked.filter((path) => path === '/api/devices').length > before + 1);
  assert.deepEqual([...traccar.authorizations].toSorted(), ['', 'Bearer service']);
});

test('[REPLICA-10] services are written down and due here, for vehicles that the caller sees', async () => {
  const body = {
    deviceId: VAN,
    maintenanceId: 0,
    time: new Date().toISOString(),
    odometer: null,
    hours: null,
    cost: 100,
    notes: 'Oil',
  };
  const write = (deviceId: number) =>
    fetch(`${front.url}/api/services`, {
      method: 'POST',
      headers: { cookie: 'JSESSIONID=ana', 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, deviceId }),
    });
  assert.equal((await write(VAN)).status, 200);
  assert.equal((await write(OTHER)).status, 400);
  const services = async (who: string) =>
    ((await (await ask('/api/services', who)).json()) as unknown[]).length;
  assert.deepEqual([await services('ana'), await services('bea')], [1, 0]);
  await front.close();
  rmSync(join(data, 'replica'), { recursive: true });
  front = await open(data);
  assert.equal(await services('ana'), 1, 'also where the cache was deleted');
  assert.deepEqual(await (await ask('/api/services/due')).json(), []);
});

test('[REPLICA-11] whoever gets no reports is told so, and nothing is read for them', async () => {
  traccar.special = ({ url }, response) => {
    if (url !== '/api/session') return false;
    const user = { id: 7, name: 'ana', email: 'ana@example.com', administrator: false, disableReports: true };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...user, attributes: {} }));
    return true;
  };
  for (const path of [route(), route().replace('/route', '/events')]) {
    const reply = await ask(path);
    assert.deepEqual([reply.status, (await reply.text()).split(' - ')[0]], [400, 'Operation restricted']);
  }
  assert.equal(readings(), 0);
  assert.deepEqual(log, []);
});

test('[GATE-111] without an account of the operator there, what needs one names the setting, and the rest works', async () => {
  await front.close();
  front = await open(data, '');
  for (const path of [route(), '/api/commands/queue?deviceId=1', '/api/docs', '/api/services']) {
    const reply = await ask(path);
    const text = await reply.text();
    assert.match(`${reply.status} ${text}`, /^501 Not set up - .*TRACKING_SERVER_TOKEN/, path);
  }
  const alarms = await (await ask('/api/alarms')).text();
  assert.match(alarms, /^Not offered - /, 'no setting gives it');
  assert.equal((await ask('/api/devices')).status, 200);
  assert.deepEqual(log, []);
});

test('[REPLICA-1] reports are those that our own server makes of the same positions', async () => {
  const own = await runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        POSTCODE_URL: '',
        PROTOCOLS: 'osmand:0',
        DATA_DIR: mkdtempSync(join(folder, 'own-')),
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'a path along the river',
      },
      null,
    ),
    pino({ level: 'error' }),
  );
  try {
    const client = new UserClient(() => own.url);
    assert.equal(await client.signIn('admin@example.com', 'a path along the river'), 200);
    const { id } = await client.json<{ readonly id: number }>('POST', '/api/devices', {
      name: 'Van',
      uniqueId: 'v1',
    });
    for (const { time, latitude, longitude, speed } of drive(VAN, 1)) {
      const record = `id=v1&timestamp=${time / 1000}&lat=${latitude}&lon=${longitude}&speed=${speed}&ignition=${speed > 0}`;
      const reply = await fetch(`http://127.0.0.1:${own.protocols['osmand']}/?${record}`);
      assert.equal(reply.status, 200);
    }
    const period = `from=${new Date(BEGIN - DAY_MS).toISOString()}&to=${new Date(BEGIN + DAY_MS).toISOString()}`;
    for (const type of ['trips', 'stops', 'summary', 'daily', 'idle']) {
      const expected = await client.json('GET', `/api/reports/${type}?deviceId=${id}&${period}`);
      const copied: unknown = await (await ask(`/api/reports/${type}?deviceId=${VAN}&${period}`)).json();
      assert.deepEqual(comparable(copied), comparable(expected), type);
    }
  } finally {
    await own.close();
  }
});

test('[REPLICA-15] an overview has what it is compared with copied, too, and no alarms: a Traccar does not know who saw them', async () => {
  const [from, to] = [BEGIN + 30 * MINUTE_MS, BEGIN + 2 * HOUR_MS];
  const compared = { from: BEGIN - HOUR_MS, to: from - 1 };
  const iso = (at: number): string => new Date(at).toISOString();
  const of = async <T>(path: string): Promise<T> => {
    const reply = await ask(`/api/reports/${path}`);
    assert.equal(reply.status, 200);
    return reply.json() as Promise<T>;
  };
  // First, while nothing is copied.
  const items = await of<readonly ReportItems['overview'][]>(
    `overview?from=${iso(from)}&to=${iso(to)}&comparedFrom=${iso(compared.from)}&comparedTo=${iso(compared.to)}`,
  );
  const total = async (span: typeof compared): Promise<number | undefined> =>
    (
      await of<readonly ReportItems['totals'][]>(`totals?from=${iso(span.from)}&to=${iso(span.to)}&sum=true`)
    )[0]?.distance;
  const distance = items.find(({ figure }) => figure === 'driven.distance');
  assert.ok((distance?.value ?? 0) > 10_000 && (distance?.before ?? 0) > 10_000);
  assert.deepEqual([distance?.value, distance?.before], [await total({ from, to }), await total(compared)]);
  const widgets = new Set(items.map(({ widget }) => widget));
  assert.deepEqual(
    [widgets.has('alarms'), widgets.has('services'), widgets.has('silent')],
    [false, true, true],
  );
});
