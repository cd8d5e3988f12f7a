import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test, type TestContext } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import pino from 'pino';
import type { DriverPage } from '@rastro/fleet/coaching';
import type { DriverMonth } from '@rastro/fleet/working-hours';
import { json, startFakeTraccar, type FakeTraccar } from '../../test/fake-traccar.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const VANS = [1, 2, 3];
const BEGIN = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 3 * HOUR_MS;
const ANA = { id: 7, name: 'ana', email: 'ana@example.com', administrator: false, attributes: {} };
const DANA = { id: 5, name: 'Dana', uniqueId: 'card-5', attributes: {} };
const MINUTES = 60;

test('[COACH-12] in front of a Traccar, the page in a company beyond the limit copies what its driver checked in to', async (t) => {
  const traccar = await startFakeTraccar();
  t.after(() => traccar.close());
  const call = await frontOf(t, traccar);
  await call('ana', 'PUT', `/ext/drivers/${DANA.id}/qr-access`, { username: 'dana', password: 'keys in it' });
  const [van = 0] = VANS;
  const at = new Date(BEGIN - MINUTE_MS).toISOString();
  await call('dana', 'POST', '/ext/qr-driver', { id: van, at });
  const page = await call<DriverPage>('dana', 'GET', '/ext/qr-driver/score');
  assert.deepEqual(
    page.events.map(({ deviceId, kind }) => [deviceId, kind]),
    Array.from({ length: 3 }, () => [van, 'braking']),
  );
  assert.ok(page.distance > 0);
  const copied = traccar.asked.filter((path) => path.startsWith('/api/positions'));
  assert.ok(copied.length > 0 && copied.every((path) => new RegExp(`deviceId=${van}(&|$)`).test(path)));
});

test('[DIARY-2] in front of a Traccar, hours of a driver come from the trips of its copied history', async (t) => {
  const traccar = await startFakeTraccar();
  t.after(() => traccar.close());
  const call = await frontOf(t, traccar);
  await call('ana', 'PUT', `/ext/drivers/${DANA.id}/qr-access`, { username: 'dana', password: 'keys in it' });
  const [van = 0] = VANS;
  const checkIn = (id: number, at: number): Promise<unknown> =>
    call('dana', 'POST', '/ext/qr-driver', { id, at: new Date(at).toISOString() });
  await checkIn(van, BEGIN - MINUTE_MS);
  await checkIn(0, BEGIN + 2 * HOUR_MS);
  const monthAt = (at: number): Promise<DriverMonth> =>
    call('ana', 'GET', `/ext/working-hours/${DANA.id}?month=${new Date(at).toISOString().slice(0, 7)}`);
  // The last hours may lie in two months, and the base in another zone.
  const months = await Promise.all([-24, 0, 14].map(async (hours) => monthAt(Date.now() + hours * HOUR_MS)));
  const all = months.flatMap((month) => month.activities);
  const activities = [...new Map(all.map((each) => [each.begin, each])).values()];
  assert.deepEqual(
    new Set(activities.map(({ kind }) => kind)),
    new Set(['work', 'driving', 'unclear', 'rest']),
  );
  const driven = activities.reduce(
    (sum, { kind, begin, end }) => (kind === 'driving' ? sum + end - begin : sum),
    0,
  );
  assert.ok(Math.abs(driven / MINUTE_MS - MINUTES) <= 3, `${driven / MINUTE_MS} minutes of driving`);
});

/** A server whose reports are of sixty days of one vehicle, in front of a company of three. */
async function frontOf(t: TestContext, traccar: FakeTraccar) {
  traccar.sees.set('ana', VANS).set('dana', []);
  const positions = VANS.flatMap((deviceId) =>
    Array.from({ length: MINUTES }, (_, at) => ({
      id: deviceId * 1000 + at + 1,
      deviceId,
      time: BEGIN + at * MINUTE_MS,
      latitude: -23.5 + at * 0.008,
      longitude: -46.6,
      speed: 32,
    })),
  );
  let account: object | null = null;
  const answerTo = async (request: IncomingMessage): Promise<unknown> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://fake');
    const isIn = ({ deviceId, time }: (typeof positions)[number]): boolean =>
      deviceId === Number(query.get('deviceId')) &&
      time >= Date.parse(query.get('from') ?? '') &&
      time <= Date.parse(query.get('to') ?? '');
    if (pathname === '/api/positions')
      return positions.filter(isIn).map((position) => {
        const plain = json(position);
        const alarm = position.id % 20 === 5 ? { alarm: 'hardBraking' } : {};
        return { ...plain, attributes: { ...plain.attributes, ...alarm } };
      });
    if (pathname === '/api/drivers') return [DANA];
    if (pathname === '/api/users' && request.method === 'POST') {
      let text = '';
      for await (const piece of request) text += String(piece);
      return (account = { ...JSON.parse(text), id: 9 });
    }
    if (pathname === '/api/users') return [ANA, ...(account ? [account] : [])];
    if (pathname === '/api/users/9') return account;
    return account;
  };
  traccar.special = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fake');
    const isDana = pathname === '/api/session' && String(request.headers.cookie).includes('dana');
    const isOurs = ['/api/positions', '/api/drivers', '/api/users', '/api/users/9'].includes(pathname);
    if (!isDana && !isOurs) return false;
    void answerTo(request).then((body) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
    return true;
  };
  const own = {
    PORT: '0',
    HOST: '127.0.0.1',
    POSTCODE_URL: '',
    DATA_DIR: temporaryFolder(t, 'driver-page'),
    REPORT_DEVICE_DAYS: '64',
    TRACKING_SERVER_URL: traccar.url,
    TRACKING_SERVER_TOKEN: 'service',
    TRACKING_SERVER_RATE: '1000',
  };
  const front = await runServer(readSettings(own, null), pino({ level: 'silent' }));
  t.after(() => front.close());
  return async <T>(who: string, method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${front.url}${path}`, {
      method,
      headers: { cookie: `JSESSIONID=${who}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.equal(reply.status, 200, `${method} ${path}: ${text}`);
    const read: T = JSON.parse(text);
    return read;
  };
}
