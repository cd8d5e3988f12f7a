import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { knots, type EventType } from '@rastro/fleet';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import { startSmtpSimulator, type SmtpSimulator } from '@rastro/outgoing/testing';
import {
  eventually,
  NO_OUTGOING,
  openTestTracker,
  type TestTracker,
} from '../../../test/open-test-tracker.ts';
import { parseSmtpServer } from '@rastro/outgoing';
import { csvText } from '@rastro/fleet/sheets';
import { loadTowns } from '../../geocoding/towns/load-towns.ts';

const START = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;
const PERIOD = `from=${new Date(START - 3_600_000).toISOString()}&to=${new Date(START + 36_000_000).toISOString()}`;
let smtp: SmtpSimulator;
let t: TestTracker;
let owner: { id: number; cookie: string };
let deviceId: number;
let fences: readonly number[];
before(async () => {
  // In the first second of a process a report does without the names of towns.
  await loadTowns();
  smtp = await startSmtpSimulator({ user: 'a', password: 'b' });
  const server = parseSmtpServer(`smtp://a:b@127.0.0.1:${smtp.port}`);
  assert.ok(server.ok);
  t = await openTestTracker({
    outgoing: { ...NO_OUTGOING, mail: { server: server.value, from: 'no-reply@example.com' } },
    reportDeviceDays: 60,
  });
  const id = await t.addUser({ attributes: { timezone: 'America/Sao_Paulo', 'rastro.lang': 'en' } });
  owner = { id, cookie: await t.signIn(id) };
  const post = async (path: string, body: object): Promise<number> =>
    ((await t.api('POST', path, owner.cookie, body)).json as { id: number }).id;
  deviceId = await post('/devices', { name: '=Van; "1"', uniqueId: '1' });
  await post('/drivers', { name: 'Eva', uniqueId: 'D1' });
  fences = [
    await post('/geofences', { name: 'Yard', area: 'CIRCLE (1 1, 5)' }),
    await post('/geofences', { name: 'Shop', area: 'CIRCLE (1 1, 5)' }),
  ];
  await t.storage.commit({ positions: drive(), events: visits(), states: [] });
});
after(async () => {
  await t.dispose();
  smtp.close();
});

function drive(): StoredPosition[] {
  return Array.from({ length: 60 }, (_, i) => {
    const moving = i >= 10 && i < 30;
    const time = START + i * MINUTE;
    return {
      id: i + 1,
      deviceId,
      protocol: 'test',
      serverTime: time,
      deviceTime: time,
      fixTime: time,
      valid: true,
      latitude: -23.5 + Math.min(Math.max(i - 10, 0), 20) / 200,
      longitude: -46.6,
      altitude: 0,
      speed: knots(moving ? 30 : 0),
      course: 0,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: i < 3 ? [fences[0] ?? 0] : null,
      attributes: { motion: moving, driverUniqueId: 'D1', note: '=2+2' },
      contentKey: i,
    };
  });
}
function visits(): StoredEvent[] {
  const at = (id: number, type: EventType, minute: number, geofenceId: number): StoredEvent => ({
    id,
    deviceId,
    type,
    eventTime: START + minute * MINUTE,
    positionId: minute + 1,
    geofenceId,
    maintenanceId: 0,
    attributes: {},
  });
  const [yard = 0, shop = 0] = fences;
  return [
    at(1, 'geofenceExit', 1, yard),
    at(2, 'geofenceEnter', 5, yard),
    at(3, 'geofenceEnter', 6, shop),
    at(4, 'geofenceExit', 8, yard),
    at(5, 'geofenceExit', 20, shop),
    at(6, 'geofenceEnter', 40, yard),
    at(7, 'deviceMoving', 10, 0),
  ];
}
const ask = (path: string, headers: Record<string, string> = {}, cookie = owner.cookie) =>
  t.tracker.api.inject({ url: `/api/reports/${path}`, headers: { cookie, ...headers } });
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const cellsIn = (file: Uint8Array): string => {
  const files = unzipSync(file);
  return Object.entries(files)
    .filter(([name]) => /sharedStrings|sheet1\.xml$/.test(name))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n');
};

/** Of an account of its own: what others asked for in the tests before may still be under way. */
async function anotherReader(): Promise<string> {
  const id = await t.addUser();
  const link = { ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId };
  await t.tracker.directory.links.change([link], []);
  return t.signIn(id);
}

test('[REPORT-13] sheets are asked for by type or by address, in the language, units and time of the reader', async () => {
  const byType = await ask(`trips?${PERIOD}`, { accept: XLSX });
  assert.equal(byType.headers['content-type'], XLSX);
  assert.equal(byType.headers['content-disposition'], 'attachment; filename="rastro_Trips_2026-03-02.xlsx"');
  const cells = cellsIn(byType.rawPayload);
  // What the clock in São Paulo showed, as spreadsheets count.
  const start = Date.UTC(2026, 2, 2, 9) / 86_400_000 + 25_569;
  assert.match(cells, new RegExp(`s="\\d+"><v>${String(start).slice(0, 8)}`), 'a real date');
  for (const expected of [
    'Vehicle',
    'Maximum speed (km/h)',
    '=Van; ',
    'Eva',
    'Period: 03/02/2026',
    'SUBTOTAL(109,',
  ])
    assert.ok(cells.includes(expected), `${expected} in ${cells.slice(0, 3000)}`);
  const byAddress = await ask(`trips/xlsx?${PERIOD}`);
  const withoutMade = (text: string): string => text.replace(/Created: [^<]*/, '');
  assert.equal(withoutMade(cellsIn(byAddress.rawPayload)), withoutMade(cells));
  const csv = await ask(`stops/csv?${PERIOD}`);
  assert.match(csv.body, /^\uFEFFVehicle,Start,End,/);
  assert.match(csv.body, /"7 km NE of Tremembé, São Paulo, BR"/);
  assert.match(csvText('-23.400000, -46.600000'), /^"-23/, 'coordinates are no formula');
  assert.match(csv.body, /\r\n"'=Van; ""1""",2026-03-02 09:30:00,/);
  for (const type of ['route', 'events', 'summary', 'geofences']) {
    const query = type === 'geofences' ? `${PERIOD}&geofenceId=${fences[0]}` : PERIOD;
    const sheet = await ask(`${type}/csv?${query}`);
    assert.ok(sheet.body.split('\r\n').length > 2, `${type}: ${sheet.body}`);
  }
  const list = await ask('devices/xlsx');
  assert.ok(cellsIn(list.rawPayload).includes('=Van'));
});

test('[REPORT-14] a report goes by mail to who asks for it, as a sheet', async () => {
  const count = smtp.mails.length;
  assert.equal((await ask(`summary/mail?${PERIOD}`)).statusCode, 204);
  assert.equal((await ask(`trips?${PERIOD}&mail=true`, { accept: XLSX })).statusCode, 204);
  await eventually(() => smtp.mails.length === count + 2);
  const user = t.tracker.directory.users.get(owner.id);
  for (const mail of smtp.mails.slice(count)) {
    assert.deepEqual(mail.to, [user?.email]);
    assert.match(mail.source, /filename=\S+\.xlsx/);
  }
});

test('[REPORT-23] mails of reports are a few at once, for each account', async () => {
  const cookie = await anotherReader();
  const mailed = () => ask(`summary/mail?${PERIOD}`, {}, cookie);
  const asked = await Promise.all(Array.from({ length: 12 }, mailed));
  const taken = asked.filter(({ statusCode }) => statusCode === 204).length;
  assert.equal(taken, 4);
  assert.equal(asked.filter(({ statusCode }) => statusCode === 429).length, 8);
  await eventually(async () => (await ask(`summary?${PERIOD}`, {}, cookie)).statusCode === 200);
});

test('[REPORT-15] by the rules of Traccar rules visits are pairs of enter and exit; combined has track, events and their positions', async () => {
  const all = fences.map((id) => `geofenceId=${id}`).join('&');
  const device = t.tracker.directory.devices.get(deviceId);
  assert.ok(device);
  await t.tracker.directory.devices.update({ ...device, attributes: { 'trip.logic': 'traccar' } });
  const visits = (await ask(`geofences?${PERIOD}&${all}`)).json<Record<string, unknown>[]>();
  assert.deepEqual(
    visits.map(({ geofenceId, startTime, endTime, distance }) => [geofenceId, startTime, endTime, distance]),
    [
      [fences[0], '2026-03-02T12:05:00.000+00:00', '2026-03-02T12:08:00.000+00:00', 0],
      [fences[1], '2026-03-02T12:06:00.000+00:00', '2026-03-02T12:20:00.000+00:00', 0],
    ],
  );
  assert.deepEqual((await ask(`geofences?${PERIOD}`)).json(), visits, 'none named, all wanted');
  await t.tracker.directory.devices.update(device);
  const [picture] = (await ask(`combined?${PERIOD}`)).json<
    { route: number[][]; events: { type: string }[]; positions: { id: number }[] }[]
  >();
  assert.equal(picture?.route.length, 60);
  assert.deepEqual(picture?.route[0], [-46.6, -23.5]);
  assert.equal(picture?.events.length, 6);
  assert.ok(picture?.events.every(({ type }) => type !== 'deviceMoving'));
  assert.deepEqual(
    picture?.positions.map(({ id }) => id),
    [2, 6, 7, 9, 11, 21, 41],
  );
  const inside = (await ask(`route?${PERIOD}&geofenceId=${fences[0]}`)).json<unknown[]>();
  assert.equal(inside.length, 3);
});

test('[REPORT-20] a list comes in pages when asked for, counted over all devices', async () => {
  const all = (await ask(`events?${PERIOD}`)).json<{ id: number }[]>().map(({ id }) => id);
  const page = async (query: string) =>
    (await ask(`events?${PERIOD}&${query}`)).json<{ id: number }[]>().map(({ id }) => id);
  assert.deepEqual(await page('limit=3'), all.slice(0, 3));
  assert.deepEqual(await page('limit=3&offset=3'), all.slice(3, 6));
  assert.deepEqual(await page('limit=100&offset=6'), all.slice(6));
  assert.deepEqual(await page('limit=5&offset=100'), []);
});

test('[REPORT-16] events of geofences that are not linked to the caller are left out', async () => {
  const id = await t.addUser();
  const link = { ownerKind: 'user', ownerId: id, propertyKind: 'device', propertyId: deviceId };
  const shop = { ...link, propertyKind: 'geofence', propertyId: fences[1] ?? 0 };
  await t.tracker.directory.links.change([link, shop], []);
  const events = (await ask(`events?${PERIOD}`, {}, await t.signIn(id))).json<{ id: number }[]>();
  assert.deepEqual(
    events.map((event) => event.id),
    [3, 7, 5],
  );
});

test('[REPORT-17] what would cost too much is refused with its measure, never cut', async () => {
  const month = 'from=2026-01-01T00:00:00Z&to=2026-03-31T00:00:00Z';
  const wide = await ask(`summary?${month}`);
  assert.equal(wide.statusCode, 400);
  assert.match(wide.body, /^Time period exceeds the limit - 89 device days; at most 60/);
  const cookie = await anotherReader();
  const trips = () => ask(`trips?${PERIOD}`, {}, cookie);
  const busy = await Promise.all(Array.from({ length: 8 }, trips));
  const refused = busy.filter(({ statusCode }) => statusCode === 429);
  assert.ok(refused.length >= 1 && refused.length <= 4, String(refused.length));
  assert.match(refused[0]?.body ?? '', /^Too many reports/);
  assert.equal((await trips()).statusCode, 200, 'and afterwards it goes on');
});

test('[REPORT-18] a client that goes away stops the work, and the thread serves the next', async () => {
  const many = 40_000;
  const first = drive()[0];
  assert.ok(first);
  const id = await t.addDevice('long');
  const link = { ownerKind: 'user', ownerId: owner.id, propertyKind: 'device', propertyId: id };
  await t.tracker.directory.links.change([link], []);
  const from = Date.UTC(2026, 4, 1);
  const positions = Array.from({ length: many }, (_, i) => ({
    ...first,
    id: 1000 + i,
    deviceId: id,
    fixTime: from + i * 1000,
    deviceTime: from + i * 1000,
  }));
  for (let at = 0; at < many; at += 5000)
    await t.storage.commit({ positions: positions.slice(at, at + 5000), events: [], states: [] });
  const server = createServer((request, response) => t.tracker.api.routing(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const day = `from=${new Date(from).toISOString()}&to=${new Date(from + 86_400_000).toISOString()}`;
  const url = `http://127.0.0.1:${port}/api/reports/route?deviceId=${id}&${day}`;
  for (let round = 0; round < 6; round++) {
    const request = get(url, { headers: { cookie: owner.cookie } });
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    await once(reply, 'data');
    request.destroy();
  }
  // More rounds than an account may have reports under way, and than there are threads.
  await eventually(async () => (await ask(`route?deviceId=${id}&${day}`)).statusCode === 200);
  const whole = await ask(`route?deviceId=${id}&${day}`);
  assert.equal(whole.json<unknown[]>().length, many);
  server.closeAllConnections();
  server.close();
});
