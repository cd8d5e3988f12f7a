import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { decodeTrack, TRACK_FLAGS, TRACK_TYPE, TrackFrames, type TrackChunk } from '@rastro/fleet/tracks';
import { openTripReader, type TripReader, type StoredPosition } from '@rastro/storage';
import { eventually, openTestTracker, type TestTracker } from '../../../test/open-test-tracker.ts';

const DAYS = 5;
const START = Date.UTC(2026, 2, 2);
const FIRST_DAY = START / DAY_MS;
let t: TestTracker;
let reader: TripReader;
let owner: { id: number; cookie: string };
let deviceId: number;
before(async () => {
  t = await openTestTracker({ reportDeviceDays: 400 });
  const id = await t.addUser();
  owner = { id, cookie: await t.signIn(id) };
  const made = await t.api('POST', '/devices', owner.cookie, { name: 'Van', uniqueId: 'van' });
  deviceId = (made.json as { id: number }).id;
  await t.storage.commit({ positions: drives(), events: [], states: [] });
  await t.restart();
  reader = await openTripReader(t.storage.location);
});
after(async () => {
  await reader.close();
  await t.dispose();
});

const position = (id: number, time: number, more: Partial<StoredPosition> = {}): StoredPosition => ({
  id,
  deviceId,
  protocol: 'test',
  serverTime: time,
  deviceTime: time,
  fixTime: time,
  valid: true,
  latitude: -23.5,
  longitude: -46.6,
  altitude: 0,
  speed: knots(0),
  course: 0,
  accuracy: 0,
  address: null,
  network: null,
  geofenceIds: null,
  attributes: { ignition: false },
  contentKey: Math.imul(id, 2_654_435_761) >>> 0,
  ...more,
});

/** Each day from 8 to 9 in a bend to the north, a record every 20 s; every 10 minutes while it stands. */
function drives(): StoredPosition[] {
  const all: StoredPosition[] = [];
  let latitude = -23.5;
  for (let time = START; time < START + DAYS * DAY_MS;) {
    const hour = (time % DAY_MS) / 3_600_000;
    const isDriving = hour >= 8 && hour < 9;
    if (isDriving) latitude += 0.003;
    const longitude = -46.6 + (isDriving ? Math.sin((hour - 8) * 6 * Math.PI) * 0.03 : 0);
    // The tank is in every other record, and as text where the sensor failed.
    const fuel = hour > 8.5 ? { fuel: 'broken' } : all.length % 2 === 0 ? { fuel: 40 - hour } : {};
    const attributes = { ignition: isDriving, ...fuel };
    const speed = knots(isDriving ? 35 : 0);
    all.push(
      position(all.length + 1, time, { latitude, longitude, attributes, speed, altitude: 700 + hour }),
    );
    time += isDriving || (hour > 7.9 && hour < 8) ? 20_000 : 600_000;
  }
  return all;
}

const period = (from: number, to: number): string =>
  `from=${new Date(START + from * DAY_MS).toISOString()}&to=${new Date(START + to * DAY_MS - 1).toISOString()}`;

async function read(query: string, headers: Record<string, string> = {}, id = deviceId) {
  const reply = await t.tracker.api.inject({
    url: `/api/tracks/${id}?${query}`,
    headers: { cookie: owner.cookie, ...headers },
  });
  const isPacked = reply.headers['content-encoding'] === 'gzip';
  const bytes = isPacked ? gunzipSync(reply.rawPayload) : reply.rawPayload;
  return { status: reply.statusCode, headers: reply.headers, bytes, isPacked };
}
function chunksOf(bytes: Uint8Array): TrackChunk[] {
  const frames = new TrackFrames();
  const chunks = frames.push(bytes).map((each) => {
    const chunk = decodeTrack(each);
    assert.ok(chunk.ok);
    return chunk.value;
  });
  assert.ok(frames.isWhole);
  return chunks;
}
const storedHeads = () =>
  reader.inSnapshot((snapshot) => snapshot.trackHeads(deviceId, FIRST_DAY, FIRST_DAY + DAYS));
const storedDay = (day: number) => reader.inSnapshot((snapshot) => snapshot.trackDay(deviceId, day));
const storedHead = () => reader.inSnapshot((snapshot) => snapshot.head(deviceId));
const tagOf = ({ headers }: Awaited<ReturnType<typeof read>>): string => String(headers['etag']);

test('[TRACK-20] a period is answered by its UTC days, each with its trips and one held point where it stood', async () => {
  const reply = await read(`${period(0, DAYS)}&zoom=16`);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers['content-type'], TRACK_TYPE);
  const chunks = chunksOf(reply.bytes);
  assert.deepEqual(
    chunks.map(({ day }) => day - FIRST_DAY),
    [0, 1, 2, 3, 4],
  );
  for (const { points, level, deviceId: of } of chunks) {
    assert.deepEqual([of, level], [deviceId, 0]);
    assert.equal(points.flags.filter((flags) => (flags & TRACK_FLAGS.held) !== 0).length, 2);
    assert.ok(points.second.length > 60);
    assert.ok(points.second.slice(1, -1).every((second) => second >= 7.8 * 3600 && second <= 9.2 * 3600));
  }
  const part = chunksOf((await read(`${period(1.5, 2.2)}&zoom=16`)).bytes);
  assert.deepEqual(part, chunks.slice(1, 3));
});

test('[TRACK-21] the zoom chooses the level; without it, the finest with few enough points', async () => {
  const counts: number[] = [];
  for (const zoom of [16, 12, 10, 8, 3]) {
    const chunks = chunksOf((await read(`${period(0, DAYS)}&zoom=${zoom}`)).bytes);
    for (const { points, counts: all, level } of chunks) assert.equal(points.second.length, all[level]);
    counts.push(chunks.reduce((sum, { points }) => sum + points.second.length, 0));
  }
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => b - a),
  );
  assert.ok((counts[0] ?? 0) > 4 * (counts[4] ?? 0));
  const finest = chunksOf((await read(period(0, DAYS))).bytes);
  assert.ok(finest.every(({ level }) => level === 0));
});

test('[TRACK-22] only days that may be seen in a view are sent', async () => {
  const all = chunksOf((await read(`${period(0, DAYS)}&zoom=16`)).bytes);
  const north = (all[2]?.box?.northE5 ?? 0) / 1e5;
  const seen = chunksOf((await read(`${period(0, DAYS)}&zoom=16&bbox=-47,-24,-46,${north - 0.001}`)).bytes);
  assert.deepEqual(
    seen.map(({ day }) => day - FIRST_DAY),
    [0, 1, 2],
  );
  assert.equal((await read(`${period(0, DAYS)}&bbox=0,0,1,1`)).bytes.length, 0);
  for (const wrong of ['1,2,3', '1,2,3,x', '0,5,1,1', '0,0,999,1', ',,,'])
    assert.equal((await read(`${period(0, DAYS)}&bbox=${wrong}`)).status, 400, wrong);
});

test('[TRACK-23] an unchanged answer is not sent again; a late record changes the day it is of, and nothing else', async () => {
  const query = `${period(0, DAYS)}&zoom=16`;
  const before = await read(query);
  assert.equal((await read(query)).headers['etag'], tagOf(before));
  assert.notEqual(tagOf(await read(`${period(0, DAYS)}&zoom=8`)), tagOf(before));
  const again = await read(query, { 'if-none-match': `"other", ${tagOf(before)}` });
  assert.deepEqual([again.status, again.bytes.length], [304, 0]);
  assert.equal(again.headers['cache-control'], 'private, no-cache');

  const late = START + DAY_MS + 8.5 * 3_600_000 + 7000;
  const aside = position(90_001, late, {
    latitude: -22.69,
    longitude: -46.601,
    speed: knots(40),
    attributes: { ignition: true },
  });
  const storedDays = async (): Promise<readonly number[]> =>
    (await storedHeads()).map(({ day }) => day - FIRST_DAY);
  assert.deepEqual(await storedDays(), [0, 1, 2, 3]);
  await t.storage.commit({ positions: [aside], events: [], states: [], late: [aside.id] });
  assert.deepEqual(await storedDays(), [0, 2, 3]);
  const changed = await read(query, { 'if-none-match': tagOf(before) });
  assert.equal(changed.status, 200);
  const [old, now] = [chunksOf(before.bytes), chunksOf(changed.bytes)];
  assert.deepEqual(
    now.map(({ revision }, i) => revision === old[i]?.revision),
    [true, false, true, true, true],
  );
  assert.ok(now[1]?.points.lonE5.includes(-4_660_100));
});

test('[TRACK-24] days are kept once the books are done with them, and only from the books that were read', async () => {
  await read(period(0, DAYS));
  const heads = await storedHeads();
  const body = await storedDay(FIRST_DAY);
  assert.ok(heads.length >= 3 && body);
  const revision = (await storedHead())?.revision ?? 0;
  const day = { day: FIRST_DAY + 40, head: body.slice(0, 128), body };
  assert.equal(await t.storage.saveTrackDays(deviceId, revision - 1, [day]), false);
  assert.equal(await storedDay(FIRST_DAY + 40), null);
});

test('[TRACK-24] positions that are removed leave no track, at once and when the books have followed', async () => {
  const hours = [8.2, 8.8].map((hour) => new Date(START + 2 * DAY_MS + hour * 3_600_000).toISOString());
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const path = `/positions?deviceId=${deviceId}&from=${hours[0]}&to=${hours[1]}`;
  assert.equal((await t.api('DELETE', path, administrator)).status, 204);
  const inHours = async (): Promise<number> => {
    const [day] = chunksOf((await read(`${period(2, 3)}&zoom=16`)).bytes);
    assert.ok(day);
    return day.points.second.filter((second) => second > 8.21 * 3600 && second < 8.79 * 3600).length;
  };
  assert.equal(await inHours(), 0);
  await t.restart();
  await eventually(async () => (await storedHead())?.late === null);
  assert.equal(await inHours(), 0);
  assert.ok(await storedDay(FIRST_DAY + 2));
});

test('[TRACK-25] who does not see the device, or has no history, or is nobody, gets nothing', async () => {
  const query = period(0, DAYS);
  const status = async (fields: object): Promise<number> => {
    const cookie = await t.signIn(await t.addUser(fields));
    return (await read(query, { cookie })).status;
  };
  assert.equal(await status({}), 400);
  assert.equal(await status({ administrator: true }), 200);
  assert.equal((await read(query, { cookie: '' })).status, 401);
  assert.equal((await read(query, {}, 999)).status, 400);
  assert.equal((await read('from=2026-03-02T00:00:00Z')).status, 400);
  assert.equal((await read('from=2020-03-02T00:00:00Z&to=2026-03-02T00:00:00Z')).status, 400);
  const muted = await t.signIn(await t.addUser({ disableReports: true }));
  assert.match(String((await read(query, { cookie: muted })).bytes), /no access to history/);
});

test('[TRACK-26] it is compressed for who takes it', async () => {
  const query = `${period(0, DAYS)}&zoom=16`;
  const [plain, packed] = [await read(query), await read(query, { 'accept-encoding': 'gzip' })];
  assert.ok(packed.isPacked && !plain.isPacked);
  assert.deepEqual(packed.bytes, plain.bytes);
});

test('[TRACK-28] what was measured comes beside the points: the last within five minutes, else unknown', async () => {
  const plain = chunksOf((await read(`${period(0, 2)}&zoom=16`)).bytes);
  const reply = await read(`${period(0, 2)}&zoom=16&attributes=fuel&attributes=altitude&attributes=nothing`);
  const chunks = chunksOf(reply.bytes);
  assert.deepEqual(
    chunks.map(({ points }) => points),
    plain.map(({ points }) => points),
  );
  assert.ok(plain.every(({ values }) => values.length === 0));
  const [day] = chunks;
  assert.ok(day);
  const [fuel = [], altitude = [], nothing = []] = day.values;
  assert.ok(nothing.every((value) => value === null));
  const at = day.points.second.findIndex((second) => second > 8.2 * 3600);
  const hour = (day.points.second[at] ?? 0) / 3600;
  assert.equal(altitude[at], Math.round((700 + hour) * 1000) / 1000);
  assert.ok(Math.abs((fuel[at] ?? 0) - (40 - hour)) < 0.01);
  const broken = day.points.second.findIndex((second) => second > 8.7 * 3600);
  assert.equal(fuel[broken], null);
  const coarse = chunksOf((await read(`${period(0, 2)}&zoom=8&attributes=fuel`)).bytes);
  assert.ok(coarse.every(({ points, values }) => values[0]?.length === points.second.length));
});

test('[TRACK-28] other attributes are another answer, and no more than four are taken', async () => {
  const query = `${period(0, 2)}&zoom=16`;
  const tags = [query, `${query}&attributes=fuel`, `${query}&attributes=altitude`].map(async (each) =>
    tagOf(await read(each)),
  );
  assert.equal(new Set(await Promise.all(tags)).size, 3);
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `&attributes=${name}`).join('');
  assert.equal((await read(`${query}${five}`)).status, 400);
  assert.equal((await read(`${query}&attributes=${'x'.repeat(200)}`)).status, 400);
});

test('[TRACK-27] a reader who leaves stops the work, and the next is served', async () => {
  await t.tracker.api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.tracker.api.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/tracks/${deviceId}?${period(0, DAYS)}&zoom=16`;
  for (let i = 0; i < 12; i++) {
    const request = get(url, { headers: { cookie: owner.cookie } });
    request.on('error', () => {});
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    reply.on('error', () => {});
    request.destroy();
  }
  await eventually(async () => (await read(period(0, DAYS))).status === 200);
});

test('[TRACK-30] late records and those that are left out have marks, as near as replay looks, points or not', async () => {
  const day = START + 2 * DAY_MS;
  const at = (seconds: number): number => day + 8.5 * 3_600_000 + seconds * 1000;
  const driving = { speed: knots(35), attributes: { ignition: true } };
  const more = [
    position(90_010, at(3), { ...driving, latitude: -21 }),
    position(90_011, at(5), { latitude: 0, longitude: 0 }),
    position(90_012, at(6), { latitude: 0, longitude: 0, valid: false }),
    position(90_013, day + 3 * 3_600_000 + 1000, { latitude: -23.5 + 2 * 180 * 0.003 }),
  ];
  const late = more.map(({ id }) => id);
  await t.storage.commit({ positions: more, events: [], states: [], late, passedOver: late });
  const annotationsAt = async (zoom: number): Promise<unknown> => {
    const [chunk] = chunksOf((await read(`${period(2, 3)}&zoom=${zoom}`)).bytes);
    return chunk?.annotations.map(({ second, kind }) => [second - 8.5 * 3600, kind]);
  };
  const expected = [
    [1 - 5.5 * 3600, 'late'],
    [3, 'late'],
    [3, 'spike'],
    [5, 'late'],
    [5, 'nowhere'],
    [6, 'late'],
    [6, 'nowhere'],
  ];
  await eventually(async () => JSON.stringify(await annotationsAt(16)) === JSON.stringify(expected));
  assert.deepEqual(await annotationsAt(12), expected);
  assert.deepEqual(await annotationsAt(8), [], 'from afar');
});
