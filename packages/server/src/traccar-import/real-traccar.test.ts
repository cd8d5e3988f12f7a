import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { hashPassword } from '@rastro/tracker';
import { withoutReference } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { runImportFrom } from '../../test/import-run.ts';
import { startTraccar, TRACCAR_ADMIN, type RealTraccar } from '../../test/real-traccar.ts';
import { silentLog } from '../../test/silent-log.ts';
import { UserClient } from '../../test/user-client.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

type Row = Readonly<Record<string, unknown>>;
const ROWS = 300;
const START = Date.UTC(2026, 0, 5, 8);
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const LISTS = [
  '/api/users',
  '/api/groups?all=true',
  '/api/devices?all=true',
  '/api/geofences?all=true',
  '/api/notifications?all=true',
  '/api/drivers?all=true',
  '/api/calendars?all=true',
  '/api/commands?all=true',
  '/api/maintenance?all=true',
  '/api/attributes/computed?all=true',
  '/api/orders?all=true',
] as const;
/** Computed by each server in its own way, or never sent. */
const COMPUTED: ReadonlySet<string> = new Set([
  'password',
  'status',
  'lastUpdate',
  'positionId',
  'totpKey',
  'login',
]);

describe('from a real Traccar', { skip: withoutReference }, () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'rastro-import-')), 'data');
  let traccar: RealTraccar;
  let ours: RunningServer;
  let client: UserClient;
  let vanId = 0;

  async function fill(): Promise<void> {
    const add = async (path: string, body: Row): Promise<number> =>
      (await traccar.call<{ readonly id: number }>('POST', `/api/${path}`, body)).id;
    const groupId = await add('groups', { name: 'Vans', attributes: { 'acme.color': 'red' } });
    const calendarId = await add('calendars', {
      name: 'Days',
      data: Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n').toString('base64'),
    });
    vanId = await add('devices', {
      name: 'Van',
      uniqueId: 'van',
      groupId,
      attributes: { 'acme.plate': 'ABC1D23' },
    });
    await add('devices', { name: 'Car', uniqueId: 'car', disabled: true });
    const userId = await add('users', {
      name: 'Bea Luz',
      email: 'bea@example.com',
      password: 'a path along the river',
      userLimit: 3,
    });
    const geofenceId = await add('geofences', {
      name: 'Yard',
      area: 'CIRCLE (-23.5 -46.6, 500)',
      calendarId,
    });
    await add('drivers', { name: 'Caio', uniqueId: 'card7' });
    await add('maintenance', { name: 'Oil', type: 'totalDistance', start: 1000, period: 5000 });
    const commandId = await add('commands', { description: 'Where', type: 'positionSingle' });
    await add('notifications', {
      type: 'geofenceEnter',
      notificators: 'web,command',
      commandId,
      always: true,
    });
    await add('attributes/computed', {
      description: 'Speed',
      attribute: 'kmh',
      expression: 'speed * 1.852',
      type: 'number',
    });
    await add('orders', { uniqueId: 'o1', description: 'Boxes' });
    for (const link of [
      { userId, deviceId: vanId },
      { userId: 1, managedUserId: userId },
      { groupId, geofenceId },
    ])
      await traccar.call('POST', '/api/permissions', link);
    const sent = await fetch(`${traccar.url}/api/devices/${vanId}/image`, {
      method: 'POST',
      body: IMAGE,
      headers: { authorization: `Bearer ${traccar.token}`, 'content-type': 'image/png' },
    });
    const deviceImage = await sent.text();
    await traccar.call('PUT', `/api/devices/${vanId}`, {
      id: vanId,
      name: 'Van',
      uniqueId: 'van',
      groupId,
      attributes: { 'acme.plate': 'ABC1D23', deviceImage },
    });
    for (let at = 0; at < ROWS; at++) {
      const query = new URLSearchParams({
        id: 'van',
        timestamp: String(START / 1000 + at * 30),
        lat: String(-23.51 + at * 0.001),
        lon: '-46.6',
        speed: '20',
        ignition: String(at % 100 < 80),
        batteryLevel: '87',
      });
      const reply = await fetch(`http://127.0.0.1:${traccar.osmandPort}/?${query.toString()}`);
      assert.equal(reply.status, 200);
    }
    await eventually(async () => (await positions(ofTraccar)).length === ROWS, 60_000);
  }

  type Call = <T>(method: string, path: string) => Promise<T>;
  const period = (): string => `deviceId=${vanId}&from=2020-01-01T00:00:00Z&to=2090-01-01T00:00:00Z`;
  const positions = (call: Call): Promise<Row[]> => call('GET', `/api/positions?${period()}`);
  const events = (call: Call): Promise<Row[]> => call('GET', `/api/reports/events?${period()}`);
  /** All that the API says; its audit log, which notes each reading of events, is left out. */
  async function digest(): Promise<string> {
    const answers: unknown[] = [await positions(ofTraccar), await events(ofTraccar)];
    for (const path of LISTS) answers.push(await traccar.call('GET', path));
    for (const pair of ['userId=0&deviceId=0', 'userId=0&managedUserId=0', 'groupId=0&geofenceId=0'])
      answers.push(await traccar.call('GET', `/api/permissions?${pair}`));
    return createHash('sha256').update(JSON.stringify(answers)).digest('hex');
  }
  const ofTraccar: Call = (method, path) => traccar.call(method, path);
  const ofOurs: Call = (method, path) => client.json(method, path);

  before(async () => {
    traccar = await startTraccar();
    await fill();
    const untouched = await digest();
    const { password, email } = TRACCAR_ADMIN;
    const administrator = { email, passwordHash: await hashPassword(password) };
    const outcome = await runImportFrom(
      { url: traccar.url, token: traccar.token, folder },
      { administrator },
    );
    assert.deepEqual([outcome.positions, outcome.differing, outcome.lines], [ROWS, [], []]);
    assert.equal(await digest(), untouched);
    const settings = {
      PORT: '0',
      HOST: '127.0.0.1',
      POSTCODE_URL: '',
      MAP_STYLE_URL: '',
      PROTOCOLS: 'osmand:0',
      DATA_DIR: folder,
    };
    ours = await runServer(readSettings(settings, null), silentLog());
    client = new UserClient(() => ours.url);
    assert.equal(await client.signIn(email, password), 200);
  });
  after(async () => {
    await ours?.close();
    traccar?.close();
    rmSync(join(folder, '..'), { recursive: true });
  });

  for (const path of LISTS)
    test(`[IMPORT-1] ${path} answers as it did there`, async () => {
      const there = (await traccar.call<Row[]>('GET', path)).map(comparable);
      const here = (await ofOurs<Row[]>('GET', path)).map(comparable);
      assert.deepEqual(
        here.map((row, at) => onlyOf(row, there[at] ?? {})),
        there,
      );
    });

  test('[IMPORT-1] positions and events are those that it has', async () => {
    assert.deepEqual(await positions(ofOurs), await positions(ofTraccar));
    const [here, there] = [await events(ofOurs), await events(ofTraccar)];
    assert.deepEqual(here.map(asThere), there.map(asThere));
    assert.ok(there.length > 2, 'it has made events');
  });

  test('[IMPORT-1] a vehicle goes on where it was: totals continue, and new ids come after those from there', async () => {
    const before = (await positions(ofOurs)).at(-1);
    const query = new URLSearchParams({
      id: 'van',
      timestamp: String(START / 1000 + ROWS * 30),
      lat: String(-23.51 + ROWS * 0.001),
      lon: '-46.6',
    });
    await fetch(`http://127.0.0.1:${ours.protocols['osmand']}/?${query.toString()}`);
    await eventually(async () => (await positions(ofOurs)).length === ROWS + 1, 10_000);
    const last = (await positions(ofOurs)).at(-1);
    const totalOf = (row: Row | undefined): number => Number(Object(row?.['attributes'])['totalDistance']);
    assert.ok(Math.abs(totalOf(last) - totalOf(before) - 111.3) < 1, `${totalOf(before)} ${totalOf(last)}`);
    assert.ok(Number(last?.['id']) > ROWS);
  });

  test('[IMPORT-1] trips are those of the positions, and a picture is shown', async () => {
    const trips = await ofOurs<Row[]>('GET', `/api/reports/trips?${period()}`);
    assert.ok(trips.length > 0);
    const image = await client.call('GET', '/api/media/van/device.webp');
    assert.equal(image.status, 200);
  });
});

/** Ids of events are ours, and their places are looked up. */
const asThere = ({ id: _id, address: _address, ...event }: Row): Row => event;

function comparable(row: Row): Row {
  const fields = Object.entries(row).filter(([name]) => !COMPUTED.has(name));
  const text = JSON.stringify(Object.fromEntries(fields)).replaceAll('"acme.', '"rastro.');
  return JSON.parse(text.replace(/device\.png/g, 'device.webp')) as Row;
}
const onlyOf = (row: Row, wanted: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in wanted));
