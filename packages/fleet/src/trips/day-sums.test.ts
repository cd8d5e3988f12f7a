import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reduceRecords, Road } from '../../test/trips.ts';
import type { StretchSegment } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import { civilDays, daySums, sumsBetween, sumsOf } from './day-sums.ts';
import { addSums, NO_SUMS } from './piece-sums.ts';

const HOUR = 3_600_000;
const quartersOf = (pieces: readonly StretchSegment[]) => pieces.flatMap(({ quarters }) => quarters);

/** Parked, then a drive, at a time. */
function driveAt(time: number, minutes: number, kmh: number): TripRecord[] {
  const road = new Road();
  road.at = time - 1_200_000;
  return road
    .put({ speedKmh: 0 })
    .stand(1200)
    .drive(minutes * 60, kmh)
    .stand(1200).records;
}

test('[BOOK-12] case 30: a trip across midnight is one, its way is of both days', () => {
  const zone = 'America/Sao_Paulo';
  const midnight = Temporal.ZonedDateTime.from(`2026-05-05T00:00[${zone}]`).epochMilliseconds;
  const history = reduceRecords(driveAt(midnight - 20 * 60_000, 70, 60));
  const days = daySums(quartersOf(history), { from: midnight - HOUR, to: midnight + HOUR, zone });
  assert.deepEqual(
    days.map(({ date, sums }) => [date, sums.distanceM]),
    [
      ['2026-05-04', 20_000],
      ['2026-05-05', 50_000],
    ],
  );
});

test('[BOOK-12] the days of every zone differ, the range is the same', () => {
  const at = Date.UTC(2026, 3, 4, 9, 50);
  const history = reduceRecords([...driveAt(at, 900, 40), ...driveAt(at + 30 * HOUR, 600, 40)]);
  const quarters = quartersOf(history);
  const whole = sumsOf(history);
  const seen = new Set<string>();
  for (const zone of [
    'UTC',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Chatham',
    'Australia/Lord_Howe',
  ]) {
    const days = daySums(quarters, { from: at - HOUR, to: at + 48 * HOUR, zone });
    assert.deepEqual(
      days.reduce((sum, day) => addSums(sum, day.sums), NO_SUMS),
      whole,
      zone,
    );
    seen.add(days.map(({ sums }) => sums.distanceM).join());
  }
  assert.ok(seen.size >= 5);
});

test('[BOOK-12] days of 23, 25, 23.5 and 24.5 hours are as long as they are', () => {
  for (const [date, zone, hours] of [
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2018-02-17', 'America/Sao_Paulo', 25],
    ['2026-04-24', 'Africa/Cairo', 23],
    ['2026-09-06', 'America/Santiago', 23],
    ['2026-04-05', 'Pacific/Chatham', 25],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
  ] as const) {
    const noon = Temporal.PlainDate.from(date).toZonedDateTime({
      timeZone: zone,
      plainTime: '12:00',
    }).epochMilliseconds;
    const records = [noon - 30 * HOUR, noon - 20 * HOUR, noon + 30 * HOUR].flatMap((time) =>
      driveAt(time, 90, 50),
    );
    const day = daySums(quartersOf(reduceRecords(records)), { from: noon, to: noon + 1, zone })[0];
    assert.equal(day?.date, date);
    const { movingS, stoppedS, gapS } = day.sums;
    assert.equal(movingS + stoppedS + gapS, hours * 3600, `${date} ${zone}`);
  }
});

test('[BOOK-12] a date that a zone skipped is no day', () => {
  const from = Date.UTC(2011, 11, 29, 12);
  assert.deepEqual(
    civilDays(from, from + 24 * HOUR, 'Pacific/Apia').map(({ date }) => date),
    ['2011-12-29', '2011-12-31'],
  );
});

test('[BOOK-12] a silence of years is a few entries, dealt out evenly', () => {
  const road = new Road()
    .put({ speedKmh: 0 })
    .stand(1200)
    .pass(3 * 365 * 86_400, 5000)
    .put({ speedKmh: 0 })
    .stand(1200);
  const history = reduceRecords(road.records);
  const quarters = quartersOf(history);
  assert.ok(quarters.length < 12);
  const from = (road.records[0]?.time ?? 0) + 100 * 24 * HOUR;
  assert.equal(sumsBetween(quarters, from, from + 24 * HOUR).gapS, 86_400);
});

test('[BOOK-12] the top speed stays on the day of its record', () => {
  const zone = 'America/Sao_Paulo';
  const midnight = Temporal.ZonedDateTime.from(`2026-05-05T00:00[${zone}]`).epochMilliseconds;
  const road = driveAt(midnight - 20 * 60_000, 70, 60);
  const fastest = road.findIndex(({ time }) => time === midnight - 60_000);
  const latitude = road[fastest + 1]?.latitude ?? 0;
  const records = road.map((one, i) =>
    i === fastest ? { ...one, time: midnight - 100, speedKmh: 61, latitude } : one,
  );
  const days = daySums(quartersOf(reduceRecords(records)), { from: midnight - 1, to: midnight + 1, zone });
  assert.deepEqual(
    days.map(({ sums }) => [sums.maxKmh, sums.maxAt]),
    [
      [61, midnight - 100],
      [60, midnight],
    ],
  );
});

test('[BOOK-12] the days of any range in any zone add up to the range', () => {
  const start = Date.UTC(2026, 9, 1);
  const records = [0, 11, 31, 60, 100].flatMap((hours) => driveAt(start + hours * HOUR, 200, 33));
  const quarters = quartersOf(reduceRecords(records));
  const zones = Intl.supportedValuesOf('timeZone');
  fc.assert(
    fc.property(fc.nat(120), fc.nat(120), fc.constantFrom(...zones), (fromHour, hours, zone) => {
      const from = start + fromHour * HOUR;
      const days = daySums(quarters, { from, to: from + (hours + 1) * HOUR, zone });
      const range = sumsBetween(quarters, days[0]?.from ?? 0, days.at(-1)?.to ?? 0);
      assert.deepEqual(
        days.reduce((sum, day) => addSums(sum, day.sums), NO_SUMS),
        range,
      );
    }),
    { numRuns: 100 },
  );
  assert.equal(sumsBetween(quarters, start - HOUR, start - HOUR).records, 0);
});
