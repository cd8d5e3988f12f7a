import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { reduceRecords, record, Road, START } from '../../test/trips.ts';
import type { StretchSegment } from '../trips/stretch-segment.ts';
import { compareKeys, type TripRecord } from '../trips/trip-record.ts';
import { DayTrack } from './day-track.ts';
import { pointsOfLevel, TRACK_FLAGS, type TrackPoints } from './track-points.ts';

const DAY = Math.floor(START / DAY_MS);
const MORNING_S = (START - DAY * DAY_MS) / 1000;

function dayOf(records: readonly TripRecord[], day = DAY, eventTimes: readonly number[] = []): TrackPoints {
  const pieces = reduceRecords(records);
  const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS - 1];
  const touches = ({ start, end }: Pick<StretchSegment, 'start' | 'end'>): boolean =>
    start.time <= to && end.time >= from;
  const track = new DayTrack({
    day,
    pieces: pieces.filter(touches),
    episodes: pieces.flatMap(({ episodes }) => episodes).filter(touches),
    eventTimes,
  });
  for (const one of records.toSorted(compareKeys))
    if (one.time >= from && one.time <= to && track.wants(one))
      track.add({ ...one, speedKmh: one.speedKmh ?? 0, ignition: one.ignition === true });
  return track.end();
}
const has = (points: TrackPoints, i: number, flag: keyof typeof TRACK_FLAGS): boolean =>
  ((points.flags[i] ?? 0) & TRACK_FLAGS[flag]) !== 0;
const at = (seconds: number): number => MORNING_S + seconds;
const parked = (): Road => new Road().put({ speedKmh: 0 }).stand(1200);

test('[TRACK-6] what stands is one held point, however its fixes stray', () => {
  const road = parked().drive(600, 60).stand(60);
  const stray = Array.from({ length: 30 }, (_, i) =>
    record({
      id: 500 + i,
      key: 5_000_001 + i * 256,
      time: road.at + (i + 1) * 60_000,
      latitude: -23.5 + road.metres / 111_319.49 + (i % 3) * 0.0001,
      longitude: -46.6 + (i % 5) * 0.0001,
      speedKmh: 0,
    }),
  );
  const all = dayOf([...road.records, ...stray]);
  assert.deepEqual(all.second.at(-1), at(1860));
  const points = pointsOfLevel(all, 2);
  assert.deepEqual(points.second, [at(0), at(1200), at(1860)]);
  assert.deepEqual(
    [0, 1, 2].map((i) => has(points, i, 'held')),
    [true, false, true],
  );
});

test('[TRACK-6] a day in which it only stood is one held point at its beginning; one of silence has none', () => {
  const road = parked()
    .drive(600, 60)
    .stand(3 * 86_400, 600);
  const next = dayOf(road.records, DAY + 1);
  assert.deepEqual(next.second, [0]);
  assert.ok(has(next, 0, 'held'));
  assert.deepEqual(next.latE5, dayOf(road.records).latE5.slice(-1));
  const silent = parked()
    .pass(3 * 86_400, 50_000)
    .put({ speedKmh: 0 })
    .stand(600);
  assert.deepEqual(dayOf(silent.records, DAY + 1).second, []);
});

test('[TRACK-7] ends of trips and stops, of holes and of silences are in the four levels above the finest', () => {
  const road = parked().drive(600, 60).pass(400, 20_000).drive(600, 60).stand(1200).pass(7200, 30_000);
  road.put({ speedKmh: 0 }).stand(600).drive(600, 50).stand(600);
  const points = pointsOfLevel(dayOf(road.records), 4);
  assert.deepEqual(points.second, [0, 1200, 1800, 2260, 2860, 4000, 11_200, 11_800, 12_460].map(at));
  const gaps = points.second.filter((_, i) => has(points, i, 'gap'));
  assert.deepEqual(gaps, [at(2260), at(11_200)]);
  assert.deepEqual(
    points.second.filter((_, i) => has(points, i, 'held')),
    [at(0), at(2860), at(11_200), at(12_460)],
  );
});

test('[TRACK-8] what the books leave out is no point', () => {
  const road = parked().drive(1200, 60).stand(1200);
  const time = START + 30.5 * 60_000;
  const spoilt = [
    ...road.records,
    record({ id: 901, key: 90_113, time, latitude: -22.5, speedKmh: 240 }),
    record({ id: 902, key: 90_369, time: time + 60_000, latitude: 0, longitude: 0, speedKmh: 60 }),
    record({ id: 903, key: 90_625, time: time + 120_000, valid: false, latitude: -10, speedKmh: 60 }),
  ];
  assert.deepEqual(dayOf(spoilt), dayOf(road.records));
});

test('[TRACK-7] the top of a speeding is in every level but that for many years, a local top in the two finest', () => {
  const road = parked().setFields({ limitKmh: 90 }).drive(300, 60).drive(60, 80).drive(300, 60);
  road.drive(60, 95).drive(60, 110).drive(60, 96).drive(300, 60).stand(900);
  const points = dayOf(road.records);
  const speeds = (level: number): readonly number[] => pointsOfLevel(points, level).speed;
  for (const level of [0, 1, 2, 3, 4]) assert.ok(speeds(level).includes(110), `level ${level}`);
  const coarse = pointsOfLevel(points, 4);
  assert.deepEqual(
    coarse.speed.filter((_, i) => has(coarse, i, 'event')),
    [95, 110, 96],
  );
  assert.ok(speeds(1).includes(80));
  assert.ok(!speeds(2).includes(80));
});

test('[TRACK-6] a trip over midnight has points of its own on both days, and of one second there is one', () => {
  const road = parked().drive(60, 60);
  road.pass(0).put({ speedKmh: 60, time: road.at, key: 77_777, latitude: -23.4 });
  const late = parked();
  late.at = (DAY + 1) * DAY_MS - 1_800_000;
  late.stand(600).drive(2400, 60).stand(900);
  const [first, second] = [dayOf(late.records), dayOf(late.records, DAY + 1)];
  assert.ok((first.second.at(-1) ?? 0) >= 86_340);
  assert.ok((second.second[0] ?? 90_000) <= 60);
  const points = dayOf(road.records);
  assert.equal(new Set(points.second).size, points.second.length);
});

test('[TRACK-7] where something happened is a point of the two finest levels, marked as such', () => {
  const road = parked().drive(1200, 60).stand(900);
  const time = START + 1_800_000;
  const points = dayOf(road.records, DAY, [time, time + 1, START - 90_000_000]);
  assert.ok(!dayOf(road.records).second.includes(at(1800)));
  const happened = points.second.filter((_, i) => has(points, i, 'event'));
  assert.deepEqual(happened, [at(1800)]);
  assert.ok(pointsOfLevel(points, 1).second.includes(at(1800)));
  assert.ok(!pointsOfLevel(points, 2).second.includes(at(1800)));
});
