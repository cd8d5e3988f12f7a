import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '@rastro/base';
import type { Device, User } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { LiveRoute } from '@rastro/fleet/road-routes';
import { withoutReference } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { startTraccar, type RealTraccar } from '../../test/real-traccar.ts';
import { makeRoute, orderOf, placeAt } from '../../test/road-company.ts';
import { silentLog } from '../../test/silent-log.ts';
import { UserClient } from '../../test/user-client.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const ANA = { name: 'Ana', email: 'ana@example.com', password: 'a path of her own' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-live-routes-'));
let traccar: RealTraccar;
let front: RunningServer;

/** A record every half minute; the van stands at the first place for four minutes, then goes on. */
async function report(uniqueId: string, begin: number): Promise<number> {
  const places = [0, ...Array<number>(8).fill(1), 1.4, 1.8, 2.4, 2.8];
  for (const [at, place] of places.entries()) {
    const query = new URLSearchParams({
      id: uniqueId,
      timestamp: String(Math.floor((begin + (at * MINUTE_MS) / 2) / 1000)),
      lat: String(placeAt(place).latitude),
      lon: '-46.6',
      speed: place === 1 ? '0' : '30',
    });
    assert.equal((await fetch(`http://127.0.0.1:${traccar.osmandPort}/?${query.toString()}`)).status, 200);
  }
  return places.length;
}

describe('routes in front of a real Traccar', { skip: withoutReference }, () => {
  let ana: UserClient;
  let van: Device;

  before(async () => {
    traccar = await startTraccar();
    const { id } = await traccar.call<User>('POST', '/api/users', { ...ANA, deviceLimit: -1 });
    van = await traccar.call<Device>('POST', '/api/devices', { name: 'Van 7', uniqueId: 'van-7' });
    await traccar.call('POST', '/api/permissions', { userId: id, deviceId: van.id });
    const settings = {
      PORT: '0',
      HOST: '127.0.0.1',
      POSTCODE_URL: '',
      LICENSE_MODE: 'plus',
      DATA_DIR: join(folder, 'data'),
      TRACKING_SERVER_URL: traccar.url,
      TRACKING_SERVER_TOKEN: traccar.token,
    };
    front = await runServer(readSettings(settings, null), silentLog());
    ana = new UserClient(() => front.url);
    assert.equal(await ana.signIn(ANA.email, ANA.password), 200);
  });
  after(async () => {
    await front.close();
    traccar.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[ROADROUTE-11] a stop is arrived at and left by its fence, and the next one is expected', async () => {
    const begin = Math.floor((Date.now() - 8 * MINUTE_MS) / 1000) * 1000;
    const count = await report(van.uniqueId, begin);
    const period = `from=${new Date(begin - DAY_MS).toISOString()}&to=${new Date(begin + DAY_MS).toISOString()}`;
    const stored = () =>
      traccar.call<readonly unknown[]>('GET', `/api/positions?deviceId=${van.id}&${period}`);
    await eventually(async () => (await stored()).length === count);
    const ids: number[] = [];
    for (const place of [1, 9])
      ids.push(
        (await ana.json<RoadOrderDetail>('POST', '/ext/orders', { customer: 'Loja', place: placeAt(place) }))
          .id,
      );
    const [first = 0] = ids;
    const beginsAt = new Date(begin).toISOString();
    const route = await makeRoute(ana, van.id, ids, { beginsAt, day: beginsAt.slice(0, 10) });
    await eventually(async () => (await orderOf(ana, first)).state === 'arrived');
    const live = await ana.json<LiveRoute>('GET', `/ext/routes/${route.id}/live`);
    const minutes = (iso: string | null | undefined): number => (Date.parse(iso ?? '') - begin) / MINUTE_MS;
    assert.deepEqual([minutes(live.stops[0]?.arrivedAt), minutes(live.stops[0]?.leftAt)], [0.5, 4]);
    assert.equal(live.isSilent, false);
    assert.ok(Date.parse(live.stops[1]?.expected?.at ?? '') > Date.now() - MINUTE_MS);
  });
});
