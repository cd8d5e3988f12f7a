import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { dataPacket, type TestRecord, TestDevice, imeiOf } from '@rastro/protocols/testing';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import type { StopItem, SummaryItem, TripItem } from '@rastro/fleet';

const DAY = Date.UTC(2026, 0, 2);
let t: TestTracker | null = null;
afterEach(async () => {
  await t?.dispose();
  t = null;
});

/** A morning and an evening drive of 1.67 km north, ten minutes each way apart, on one day. */
function twoDrives(start: number): TestRecord[] {
  const steps = [0, 0, 0.001, 0.003, 0.006, 0.01, 0.014, 0.015, 0.015, 0.015, 0.015, 0.015, 0.015];
  const drive = (at: number, from: number, ignition: boolean): TestRecord[] =>
    steps.map((step, i) => ({
      time: at + i * 60_000,
      latitude: from + step,
      longitude: 13,
      speedKmh: i >= 2 && i <= 6 ? 40 : 0,
      ignition: ignition && i >= 1 && i <= 7,
    }));
  return [...drive(start + 8 * 3_600_000, 52, true), ...drive(start + 20 * 3_600_000, 52.015, true)];
}

async function driven(shuffle: (records: TestRecord[]) => TestRecord[] = (r) => r) {
  t = await openTestTracker();
  const groupId = (await t.tracker.directory.groups.create({ name: 'North', groupId: 0, attributes: {} })).id;
  const id = await t.addDevice(imeiOf(1), { groupId });
  const other = await t.addDevice(imeiOf(2));
  const device = await TestDevice.signedIn(await t.port('teltonika'), imeiOf(1));
  for (const record of shuffle(twoDrives(DAY))) {
    device.socket.write(dataPacket([record]));
    await device.bytes(4);
  }
  const userId = await t.addUser();
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'group', propertyId: groupId };
  await t.tracker.directory.links.change([link], []);
  const cookie = await t.signIn(userId);
  const tracker = t;
  const day = `from=${new Date(DAY).toISOString()}&to=${new Date(DAY + 86_400_000).toISOString()}`;
  const report = async <T>(path: string, query = ''): Promise<T[]> => {
    const reply = await tracker.api('GET', `/reports/${path}?${day}${query}`, cookie);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  return { id, other, groupId, userId, cookie, report, tracker, day };
}

test('[REPORT-7] trips and stops of a day, with place, distance and speed', async () => {
  const { report, id } = await driven();
  const trips = await report<TripItem>('trips', `&deviceId=${id}`);
  assert.equal(trips.length, 2);
  const [morning] = trips;
  assert.equal(morning?.deviceId, id);
  assert.equal(morning?.startTime, '2026-01-02T08:00:00.000+00:00');
  assert.ok(Math.abs((morning?.distance ?? 0) - 1669.8) < 1, `${morning?.distance}`);
  assert.ok(Math.abs((morning?.maxSpeed ?? 0) - 40 * 0.539957) < 0.01);
  const stops = await report<StopItem>('stops', `&deviceId=${id}`);
  assert.deepEqual(
    stops.map(({ startTime }) => startTime.slice(11, 16)),
    ['08:07', '20:07'],
  );
  assert.equal(stops[0]?.endTime.slice(11, 16), '20:00', 'hours of silence at one place are standing');
  assert.deepEqual(
    [morning?.startReason, morning?.endReason, stops[1]?.endReason],
    ['woke', 'ignitionOff', null],
  );
});

test('[REPORT-70] each stop has the odometer at which the vehicle stood there, as the trips around it have', async () => {
  const { report, id, tracker, cookie } = await driven();
  const check = (trips: readonly TripItem[], stops: readonly StopItem[]): void => {
    for (const trip of trips) {
      const after = stops.find(({ startTime }) => startTime === trip.endTime);
      const before = stops.find(({ endTime }) => endTime === trip.startTime);
      assert.equal(after?.startOdometer, trip.endOdometer);
      assert.equal(after?.endOdometer, trip.endOdometer);
      if (before) assert.equal(before.endOdometer, trip.startOdometer);
    }
  };
  const stops = await report<StopItem>('stops', `&deviceId=${id}`);
  assert.ok((stops[1]?.startOdometer ?? 0) > (stops[0]?.startOdometer ?? 0) + 1600);
  check(await report<TripItem>('trips', `&deviceId=${id}`), stops);
  // From within the first trip: that trip is left out, what it drove is not.
  const late = `from=${new Date(DAY + 8.07 * 3_600_000).toISOString()}&to=${new Date(DAY + 86_400_000).toISOString()}`;
  const list = async (path: string) =>
    (await tracker.api('GET', `/reports/${path}?${late}&deviceId=${id}`, cookie)).json;
  check(await list('trips'), await list('stops'));
});

test('[REPORT-8] any order and repetition of the same records gives the same trips and route', async () => {
  const inOrder = await driven();
  const expected = await inOrder.report<TripItem>('trips');
  const times = (await inOrder.report<{ fixTime: string }>('route')).map(({ fixTime }) => fixTime);
  await inOrder.tracker.dispose();
  const mixed = await driven((records) => {
    const odd = records.filter((_, i) => i % 3 === 1);
    return [...records.filter((_, i) => i % 3 !== 1), ...odd, ...odd, ...records.slice(5, 9)];
  });
  const strip = ({
    startPositionId: _s,
    endPositionId: _e,
    startOdometer: _a,
    endOdometer: _b,
    ...rest
  }: TripItem) => rest;
  assert.deepEqual((await mixed.report<TripItem>('trips')).map(strip), expected.map(strip));
  assert.deepEqual(
    (await mixed.report<{ fixTime: string }>('route')).map(({ fixTime }) => fixTime),
    times,
  );
});

test('[REPORT-9] a summary for the period, or one a day in the zone of the user', async () => {
  const { report, tracker, userId } = await driven();
  const [whole, ...none] = await report<SummaryItem>('summary');
  assert.equal(none.length, 0);
  assert.ok(Math.abs((whole?.distance ?? 0) - 3339.6) < 2, `${whole?.distance}`);
  assert.equal(whole?.engineHours, 14 * 60_000);
  assert.equal((await report('summary', '&daily=true')).length, 1);
  const user = tracker.tracker.directory.users.get(userId);
  assert.ok(user);
  // 20:00 UTC is the next morning in Tokyo, whose day began at 15:00.
  await tracker.tracker.directory.users.update({ ...user, attributes: { timezone: 'Asia/Tokyo' } });
  const days = await report<SummaryItem>('summary', '&daily=true');
  assert.deepEqual(
    days.map(({ startTime }) => startTime.slice(0, 13)),
    ['2026-01-02T08', '2026-01-02T15'],
  );
});

test('[REPORT-24] a daily summary over a midnight that the clock skipped gives each day its own', async () => {
  const tracker = (t = await openTestTracker());
  const id = await tracker.addDevice(imeiOf(1));
  const device = await TestDevice.signedIn(await tracker.port('teltonika'), imeiOf(1));
  const cases = [
    ['America/Sao_Paulo', '2018-11-04'],
    ['Africa/Cairo', '2024-04-26'],
    ['America/Santiago', '2024-09-08'],
  ] as const;
  const zoned = cases.map(([zone, date]) => {
    const day = Temporal.PlainDate.from(date);
    const at = (days: number): number =>
      day.add({ days }).toZonedDateTime(zone).startOfDay().epochMilliseconds;
    return { zone, begin: at(0), next: at(1), end: at(2) };
  });
  for (const { begin, next } of zoned) {
    // The last ten minutes of the day before, of the short day, and the first hour of the one after it.
    const times = [
      begin - 600_000,
      begin - 1000,
      begin,
      next - 1000,
      next,
      next + 1_800_000,
      next + 3_599_000,
    ];
    for (const time of times) {
      device.socket.write(dataPacket([{ time, latitude: 52, longitude: 13, speedKmh: 0, ignition: false }]));
      await device.bytes(4);
    }
  }
  for (const { zone, begin, next, end } of zoned) {
    const userId = await tracker.addUser({ attributes: { timezone: zone } });
    const owner = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id };
    await tracker.tracker.directory.links.change([owner], []);
    const [from, to] = [begin - 3_600_000, end - 1000].map((time) => new Date(time).toISOString());
    const path = `/reports/summary?deviceId=${id}&daily=true&from=${from}&to=${to}`;
    const items = (await tracker.api('GET', path, await tracker.signIn(userId))).json as SummaryItem[];
    const bounds = items.flatMap(({ startTime, endTime }) => [startTime, endTime]);
    assert.deepEqual(
      bounds.slice(1, 5).map((text) => Date.parse(text)),
      [begin - 1, begin, next - 1, next],
      zone,
    );
  }
});

test('[REPORT-10] events by type; trips leave their events', async () => {
  const { report } = await driven();
  const types = (await report<{ type: string }>('events')).map(({ type }) => type);
  assert.ok(types.includes('ignitionOn') && types.includes('deviceMoving'));
  const moving = await report<{ type: string }>('events', '&type=deviceMoving&type=deviceStopped');
  assert.deepEqual(
    moving.map(({ type }) => type),
    ['deviceMoving', 'deviceStopped', 'deviceMoving', 'deviceStopped'],
  );
  assert.equal((await report('events', '&type=allEvents')).length, types.length);
});

test('[REPORT-11] only devices that the caller sees: by id, by group, or all of them', async () => {
  const { report, other, groupId, id } = await driven();
  const devices = async (query: string) => [
    ...new Set((await report<TripItem>('trips', query)).map((i) => i.deviceId)),
  ];
  assert.deepEqual(await devices(''), [id]);
  assert.deepEqual(await devices(`&groupId=${groupId}`), [id]);
  assert.deepEqual(await devices(`&deviceId=${other}`), [], 'a foreign device is left out');
  assert.deepEqual(await devices(`&deviceId=${id}&deviceId=${other}`), [id]);
});

test('[REPORT-12] a period is required and right, and history must be allowed', async () => {
  const { tracker, cookie, day } = await driven();
  assert.match((await tracker.api('GET', '/reports/trips', cookie)).text, /^Invalid data - from: is missing/);
  const backwards = '/reports/trips?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z';
  assert.match((await tracker.api('GET', backwards, cookie)).text, /^Invalid data - to/);
  const limited = await tracker.signIn(await tracker.addUser({ disableReports: true }));
  assert.match((await tracker.api('GET', `/reports/trips?${day}`, limited)).text, /^Operation restricted/);
  assert.match((await tracker.api('GET', '/reports/devices/xlsx', limited)).text, /^Operation restricted/);
  assert.equal((await tracker.api('GET', `/reports/trips?${day}`)).status, 401);
});
