import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import pino from 'pino';
import type { DrivingEventItem, TotalsItem } from '@rastro/fleet';
import type { CoachingCase } from '@rastro/fleet/coaching';
import { json, startFakeTraccar } from '../../test/fake-traccar.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const VAN = 1;
const BEGIN = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS + 8 * HOUR_MS;
const ANA = { id: 7, name: 'ana', email: 'ana@example.com', administrator: false, attributes: {} };

test('[COACH-8] in front of a Traccar events are those of the copied history, and an accepted one leaves its totals', async (t) => {
  const traccar = await startFakeTraccar();
  t.after(() => traccar.close());
  traccar.sees.set('ana', [VAN]);
  const positions = Array.from({ length: 60 }, (_, at) => ({
    id: at + 1,
    deviceId: VAN,
    time: BEGIN + at * MINUTE_MS,
    latitude: -23.5 + at * 0.008,
    longitude: -46.6,
    speed: 32,
  }));
  traccar.special = ({ url = '/' }, response) => {
    const { pathname, searchParams: query } = new URL(url, 'http://fake');
    const isIn = ({ time }: { readonly time: number }): boolean =>
      time >= Date.parse(query.get('from') ?? '') && time <= Date.parse(query.get('to') ?? '');
    const alarmed = positions.filter(isIn).map((position) => {
      const plain = json(position);
      const alarm = position.id % 20 === 5 ? { alarm: 'hardBraking' } : {};
      return { ...plain, attributes: { ...plain.attributes, ...alarm } };
    });
    const body = pathname === '/api/users' ? [ANA] : pathname === '/api/positions' ? alarmed : null;
    if (body === null) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return true;
  };
  const front = await runServer(
    readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        POSTCODE_URL: '',
        DATA_DIR: temporaryFolder(t, 'coaching'),
        TRACKING_SERVER_URL: traccar.url,
        TRACKING_SERVER_TOKEN: 'service',
        TRACKING_SERVER_RATE: '1000',
      },
      null,
    ),
    pino({ level: 'silent' }),
  );
  t.after(() => front.close());
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(`${front.url}${path}`, {
      method,
      headers: { cookie: 'JSESSIONID=ana', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.equal(reply.status, 200, `${method} ${path}: ${text}`);
    const read: T = JSON.parse(text);
    return read;
  };
  const period = `from=${new Date(BEGIN - HOUR_MS).toISOString()}&to=${new Date(BEGIN + 4 * HOUR_MS).toISOString()}`;
  const events = await call<readonly DrivingEventItem[]>('GET', `/api/reports/harsh?${period}`);
  const [event] = events;
  assert.ok(event && events.length === 3);
  const { deviceId, kind, startTime } = event;
  const named = { deviceId, kind, startTime };
  await call('POST', '/ext/coaching/contests', { ...named, reason: 'A child on the road' });
  const brakings = async (): Promise<number | undefined> =>
    (await call<readonly TotalsItem[]>('GET', `/api/reports/totals?${period}`))[0]?.brakings;
  assert.equal(await brakings(), 3);
  const accepted = await call<CoachingCase>('PUT', '/ext/coaching/contests/answer', {
    ...named,
    state: 'accepted',
  });
  assert.equal(accepted.contest?.state, 'accepted');
  assert.equal(await brakings(), 2);
  const after = await call<readonly DrivingEventItem[]>('GET', `/api/reports/harsh?${period}`);
  assert.deepEqual(
    after.map(({ isWithdrawn }) => isWithdrawn),
    [true, false, false],
  );
});
