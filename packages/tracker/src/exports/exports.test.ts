import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import { knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { zonedTime } from './zoned-time.ts';

const START = Date.UTC(2026, 2, 1, 12);
const PERIOD = `from=${new Date(START).toISOString()}&to=${new Date(START + 3_600_000).toISOString()}`;
let t: TestTracker;
let deviceId: number;
let geofenceId: number;
let cookie: string;
const position = (i: number, attributes: StoredPosition['attributes']): StoredPosition => ({
  id: i + 1,
  deviceId,
  protocol: 'osmand',
  serverTime: START + i * 1000,
  deviceTime: START + i * 1000,
  fixTime: START + i * 1000,
  valid: true,
  latitude: -23.5 + i / 1000,
  longitude: -46.6,
  altitude: 760.5,
  speed: knots(10),
  course: 90,
  accuracy: 0,
  address: i === 0 ? 'Rua "A", 5' : null,
  network: null,
  geofenceIds: i === 1 ? [geofenceId] : null,
  attributes,
  contentKey: i,
});
before(async () => {
  t = await openTestTracker();
  const userId = await t.addUser({ attributes: { timezone: 'America/Sao_Paulo' } });
  cookie = await t.signIn(userId);
  deviceId = (
    (await t.api('POST', '/devices', cookie, { name: 'A & <B>', uniqueId: '1' })).json as { id: number }
  ).id;
  const fence = { name: 'F', area: 'CIRCLE (1 1, 5)' };
  geofenceId = ((await t.api('POST', '/geofences', cookie, fence)).json as { id: number }).id;
  await t.storage.commit({
    positions: [
      position(0, { ignition: true, note: '=1+1' }),
      position(1, { power: 12.5 }),
      position(2, { ignition: false }),
    ],
    events: [],
    states: [],
  });
});
after(() => t.dispose());

const file = (name: string, query = `deviceId=${deviceId}&${PERIOD}`, as = cookie) =>
  t.tracker.api.inject({ url: `/api/positions/${name}?${query}`, headers: { cookie: as } });

test('[EXPORT-1] CSV has a column for every attribute that occurs, in the time of its reader', async () => {
  const reply = await file('csv');
  assert.equal(reply.headers['content-disposition'], 'attachment; filename="A-B_2026-03-01_2026-03-01.csv"');
  const [header, first, second, , last] = reply.body.split('\r\n');
  assert.equal(
    header,
    '\uFEFFid;deviceId;protocol;serverTime;deviceTime;fixTime;valid;latitude;longitude;altitude;speed;course;address;accuracy;ignition;note;power',
  );
  assert.match(
    first ?? '',
    /;2026-03-01 09:00:00;true;-23,5;-46,6;760,5;10;90;"Rua ""A"", 5";0;true;'=1\+1;$/,
  );
  assert.match(second ?? '', /;;0;;;12,5$/);
  assert.equal(last, '');
});

test('[EXPORT-2] KML, KMZ and GPX hold the track; names stay text', async () => {
  const kml = (await file('kml')).body;
  assert.match(kml, /<name>A &amp; &lt;B&gt;<\/name>/);
  assert.match(kml, /<name>2026-03-01 09:00 - 2026-03-01 10:00<\/name>/);
  assert.match(kml, />-46\.600000,-23\.500000,760\.500000 -46\.600000,-23\.499000,760\.500000 /);
  const kmz = await file('kmz');
  assert.equal(Buffer.from(unzipSync(kmz.rawPayload)['doc.kml'] ?? []).toString(), kml);
  const gpx = (await file('gpx')).body;
  assert.equal(gpx.match(/<trkpt /g)?.length, 3);
  assert.match(gpx, /<trkpt lat="-23\.5" lon="-46\.6"><ele>760\.5<\/ele><time>2026-03-01T12:00:00\.000Z</);
});

test('[EXPORT-10] a track leaves out what had no fix, and writes decimals that every reader knows', async () => {
  const id = await t.addDevice('equator', { name: 'Ship' });
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const places = [0.000_000_5, 0, 0.001].map((latitude, i) => ({
    ...position(i, {}),
    id: 100 + i,
    deviceId: id,
    latitude,
    // Receivers without a fix say 0, 0.
    longitude: latitude === 0 ? 0 : -46.6,
    valid: latitude !== 0,
  }));
  await t.storage.commit({ positions: places, events: [], states: [] });
  const query = `deviceId=${id}&${PERIOD}`;
  const gpx = (await file('gpx', query, administrator)).body;
  assert.deepEqual(
    [...gpx.matchAll(/lat="([^"]*)"/g)].map(([, lat]) => lat),
    ['0.000000500', '0.001'],
  );
  const kml = (await file('kml', query, administrator)).body;
  assert.doesNotMatch(kml, /[> ]0\.000000,0\.000000,/);
  assert.match((await file('csv', query, administrator)).body, /;0;0;/, 'the CSV has all records');
});

test('[EXPORT-2] what XML has no way to say is left out, so that every reader opens the file', async () => {
  const id = await t.addDevice('odd', { name: 'A\u0000\u0008\uFFFF\uD800 <B>' });
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  for (const format of ['kml', 'gpx']) {
    const { body, statusCode } = await file(format, `deviceId=${id}&${PERIOD}`, administrator);
    assert.equal(statusCode, 200, body);
    assert.match(body, /A &lt;B&gt;/);
    // Written as bytes, a lone half of a character would come back as U+FFFD.
    const odd = Array.from(body).filter((sign) => sign < '\t' || sign >= '\uFFFD');
    assert.deepEqual(odd, []);
  }
});

test('[EXPORT-3] an export needs the device, both bounds, and an account with history; a geofence narrows it', async () => {
  const stranger = await t.signIn(await t.addUser());
  assert.match((await file('csv', undefined, stranger)).body, /^Device access denied/);
  assert.match((await file('kml', `deviceId=${deviceId}`)).body, /^Invalid data/);
  const inside = `deviceId=${deviceId}&${PERIOD}&geofenceId=${geofenceId}`;
  assert.equal((await file('gpx', inside)).body.match(/<trkpt /g)?.length, 1);
  assert.equal(((await t.api('GET', `/positions?${inside}`, cookie)).json as unknown[]).length, 1);
  const foreign = await t.tracker.directory.linked.geofence.create({
    name: 'X',
    area: 'CIRCLE (1 1, 5)',
    attributes: {},
    description: null,
    calendarId: 0,
  });
  const other = `deviceId=${deviceId}&${PERIOD}&geofenceId=${foreign.id}`;
  assert.match((await file('csv', other)).body, /^Geofence access denied/);
  const userId = await t.addUser({ disableReports: true, administrator: false });
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: deviceId };
  await t.tracker.directory.links.change([link], []);
  assert.match((await file('csv', undefined, await t.signIn(userId))).body, /^Operation restricted/);
});

test('[EXPORT-4] times of a zone follow its clock, over its changes', () => {
  const lisbon = zonedTime('Europe/Lisbon');
  const change = Date.UTC(2026, 2, 29, 1);
  assert.deepEqual(
    [change - 1000, change, change + 1000, change - 1000].map((instant) => lisbon(instant)),
    ['2026-03-29 00:59:59', '2026-03-29 02:00:00', '2026-03-29 02:00:01', '2026-03-29 00:59:59'],
  );
  assert.equal(zonedTime('Asia/Kathmandu')(Date.UTC(2026, 0, 1)), '2026-01-01 05:45:00');
});
