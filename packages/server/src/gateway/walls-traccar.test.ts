import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Device, TotalsItem, User } from '@rastro/fleet';
import { TOTALS_FIGURES, type WallView } from '@rastro/fleet/figures';
import type { Layout, NewWall } from '@rastro/fleet/layouts';
import { withoutReference } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { startTraccar, type RealTraccar } from '../../test/real-traccar.ts';
import { silentLog } from '../../test/silent-log.ts';
import { UserClient } from '../../test/user-client.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const PASSWORD = 'a path of her own';
/** A change at the tracking server itself is noticed here so late at most. */
const NOTICED_MS = 3000 + 1000;
const FIXES = 31;
const folder = mkdtempSync(join(tmpdir(), 'rastro-wall-'));
let traccar: RealTraccar;
let front: RunningServer;

async function askedBy(token: string): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(`${front.url}/ext/wall`, { headers: { 'x-wall-token': token } });
  return { status: reply.status, text: await reply.text() };
}
async function viewOf(token: string): Promise<WallView> {
  const { status, text } = await askedBy(token);
  assert.equal(status, 200, text);
  const view: WallView = JSON.parse(text);
  return view;
}
async function isDarkWithin(token: string, withinMs: number): Promise<void> {
  const from = Date.now();
  await eventually(async () => (await askedBy(token)).status === 404);
  assert.ok(Date.now() - from <= withinMs, `after ${Date.now() - from} ms`);
}
/** Calls the Traccar itself with a login token. */
async function statusAt(path: string, token: string, body?: URLSearchParams): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(traccar.url + path, body ? { method: 'POST', headers, body } : { headers });
  await reply.text();
  return reply.status;
}

describe('walls in front of a real Traccar', { skip: withoutReference }, () => {
  let ana: UserClient;
  let anaId: number;
  let layout: Layout;

  /** Makes a wall with a login token made at the Traccar. */
  async function wallOf(): Promise<{ readonly loginToken: string; readonly wall: NewWall }> {
    const expiration = new Date(Date.now() + DAY_MS).toISOString();
    const reply = await fetch(`${traccar.url}/api/session/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`ana@example.com:${PASSWORD}`).toString('base64')}` },
      body: new URLSearchParams({ expiration }),
    });
    const loginToken = await reply.text();
    assert.equal(reply.status, 200, loginToken);
    const wall = await ana.json<NewWall>('POST', '/ext/walls', {
      name: 'Hall',
      layoutIds: [layout.id],
      map: true,
      seconds: 20,
      expiration,
      zone: 'Asia/Kolkata',
      language: 'en',
      loginToken,
    });
    return { loginToken, wall };
  }

  before(async () => {
    traccar = await startTraccar();
    const account = { name: 'Ana', email: 'ana@example.com', password: PASSWORD };
    const made = await traccar.call<User>('POST', '/api/users', { ...account, deviceLimit: -1 });
    anaId = made.id;
    const van = await traccar.call<Device>('POST', '/api/devices', { name: 'Van 7', uniqueId: 'van-7' });
    await traccar.call('POST', '/api/permissions', { userId: anaId, deviceId: van.id });
    const begin = Date.now() - HOUR_MS;
    for (let at = 0; at < FIXES; at++) {
      const query = new URLSearchParams({
        id: van.uniqueId,
        timestamp: String(Math.floor((begin + at * MINUTE_MS) / 1000)),
        lat: String(-23.5 + at * 0.005),
        lon: '-46.6',
        speed: '20',
      });
      await fetch(`http://127.0.0.1:${traccar.osmandPort}/?${query.toString()}`);
    }
    const period = `from=${new Date(begin - HOUR_MS).toISOString()}&to=${new Date(begin + DAY_MS).toISOString()}`;
    const stored = async () =>
      traccar.call<readonly unknown[]>('GET', `/api/positions?deviceId=${van.id}&${period}`);
    await eventually(async () => (await stored()).length === FIXES);
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
    assert.equal(await ana.signIn('ana@example.com', PASSWORD), 200);
    layout = await ana.json<Layout>('POST', '/ext/layouts', {
      name: 'Morning',
      period: { preset: '7d' },
      groupIds: [],
      deviceIds: [],
      widgets: ['states', 'driven', 'silent', 'presence'].map((kind, at) => ({
        id: kind,
        kind,
        x: 3 * at,
        y: 0,
        w: 3,
        h: 3,
      })),
    });
  });
  after(async () => {
    await front?.close();
    traccar?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[WALL-2] vehicles and figures are those of the reports, in a zone with half an hour', async () => {
    const { wall } = await wallOf();
    const view = await viewOf(wall.token);
    assert.deepEqual(
      view.map?.map(({ name, latitude, longitude }) => [name, latitude, longitude]),
      [['Van 7', -23.35, -46.6]],
    );
    const [page] = view.pages;
    assert.deepEqual(
      page?.widgets.map(({ hidden }) => hidden),
      [null, null, null, null],
    );
    const driven = page?.widgets.find(({ kind }) => kind === 'driven');
    assert.ok(driven?.content && driven.period);
    assert.equal(driven.period.from % DAY_MS, 18.5 * HOUR_MS, 'a day begins at 18:30 UTC there');
    const query = new URLSearchParams({
      from: new Date(driven.period.from).toISOString(),
      to: new Date(driven.period.to).toISOString(),
      sum: 'true',
    }).toString();
    const [totals] = await ana.json<TotalsItem[]>('GET', `/api/reports/totals?${query}`);
    assert.ok(totals && totals.distance > 10_000);
    const figures = TOTALS_FIGURES.driven({ totals, before: undefined, lengthMs: 0, score: null });
    assert.deepEqual(
      driven.content.figures.map(({ value }) => value),
      figures.map(({ value }) => value),
    );
  });

  test('[WALL-3] an ended wall ends its login token at the Traccar', async () => {
    const { wall, loginToken } = await wallOf();
    assert.equal((await askedBy(wall.token)).status, 200);
    assert.equal(await statusAt('/api/devices', loginToken), 200);
    await ana.json('DELETE', `/ext/walls/${wall.id}`);
    await isDarkWithin(wall.token, 2000);
    await eventually(async () => (await statusAt('/api/devices', loginToken)) === 401);
  });

  test('[WALL-3] a login token that is revoked at the Traccar, and an account disabled there, darken a wall', async () => {
    const { wall, loginToken } = await wallOf();
    assert.equal((await askedBy(wall.token)).status, 200);
    const body = new URLSearchParams({ token: loginToken });
    assert.ok((await statusAt('/api/session/token/revoke', loginToken, body)) < 300);
    await isDarkWithin(wall.token, NOTICED_MS);
    const second = await wallOf();
    assert.equal((await askedBy(second.wall.token)).status, 200);
    const account = await traccar.call<User>('GET', `/api/users/${anaId}`);
    await traccar.call('PUT', `/api/users/${anaId}`, { ...account, disabled: true });
    await isDarkWithin(second.wall.token, NOTICED_MS);
    await traccar.call('PUT', `/api/users/${anaId}`, { ...account, disabled: false });
    await eventually(async () => (await askedBy(second.wall.token)).status === 200);
  });

  test('[GATE-130] a login token opens one session at the Traccar, however often it is used', async () => {
    const { wall } = await wallOf();
    assert.equal((await askedBy(wall.token)).status, 200);
    const logins = async (): Promise<number> => {
      const query = new URLSearchParams({
        from: new Date(Date.now() - HOUR_MS).toISOString(),
        to: new Date(Date.now() + HOUR_MS).toISOString(),
      });
      const actions = await traccar.call<readonly { readonly actionType: string }[]>(
        'GET',
        `/api/audit?${query.toString()}`,
      );
      return actions.filter(({ actionType }) => actionType === 'login').length;
    };
    const before = await logins();
    const end = Date.now() + 2 * NOTICED_MS;
    // Longer than an account is remembered, twice.
    await eventually(async () => (await askedBy(wall.token)).status === 200 && Date.now() > end);
    assert.equal(await logins(), before);
  });
});
