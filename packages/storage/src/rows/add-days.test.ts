import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SUMS, sumsBetween, type QuarterSums } from '@rastro/fleet/trips';
import { addDays, type PackedDay } from './add-days.ts';
import { packQuarters, SUM_FIELDS } from './trip-codec.ts';

const QUARTER_MS = 900_000;
const SLOTS_A_DAY = 96;
const FIRST_DAY = 20_000;
const DAYS = 9;
const DAY_MS = QUARTER_MS * SLOTS_A_DAY;

/** Some of everything, with holes, and gaps that span many quarters between other entries. */
function madeDay(day: number): readonly QuarterSums[] {
  const entries: QuarterSums[] = [];
  for (let i = 0; i < SLOTS_A_DAY; i++) {
    const dice = (day * 31 + i * 17) % 23;
    if (dice < 6) continue;
    const slot = (FIRST_DAY + day) * SLOTS_A_DAY + i;
    const span = dice === 7 ? Math.min(13, SLOTS_A_DAY - i) : 1;
    entries.push({
      ...NO_SUMS,
      slot,
      span,
      driver: i % 5 === 0 ? 'ana "7", [x]' : null,
      distanceM: dice * 101,
      brakings: dice % 3,
      offHoursM: dice * 7,
      gapS: span * 900 - dice,
      records: dice % 5,
      ...(span === 1 ? { maxKmh: (dice * 7) % 50, maxAt: slot * QUARTER_MS + dice } : {}),
    });
  }
  return entries;
}

/** Every quarter, as from a tracker without gaps; the top speed in one of them. */
const fullDay = (day: number, fastest: number): readonly QuarterSums[] =>
  Array.from({ length: SLOTS_A_DAY }, (_, i) => {
    const slot = (FIRST_DAY + day) * SLOTS_A_DAY + i;
    const kmh = i === fastest ? 90 : (i * 7) % 50;
    return {
      ...NO_SUMS,
      slot,
      span: 1,
      driver: null,
      distanceM: i * 101 + day,
      records: 15,
      maxKmh: kmh,
      maxAt: slot * QUARTER_MS + i,
    };
  });

/** A gap from one quarter to another; records without information may share it. */
function gapDay(day: number, from: number, to: number): readonly QuarterSums[] {
  const first = (FIRST_DAY + day) * SLOTS_A_DAY;
  const gap = {
    ...NO_SUMS,
    slot: first + from,
    span: to - from,
    driver: null,
    gapM: 12_345,
    gapS: 900 * (to - from),
  };
  const beside = fullDay(day, 40).filter(({ slot }) => slot < first + from || slot >= first + to);
  const leftOut = { ...NO_SUMS, slot: first + from + 1, span: 1, driver: null, records: 1 };
  return [...beside, gap, leftOut].toSorted((a, b) => a.slot - b.slot || a.span - b.span);
}

function packed(quarters: readonly QuarterSums[]): PackedDay {
  const day = Math.floor((quarters[0]?.slot ?? 0) / SLOTS_A_DAY);
  const sums = sumsBetween(quarters, day * DAY_MS, (day + 1) * DAY_MS);
  return { day, quarters: packQuarters(quarters), sums: SUM_FIELDS.map((field) => sums[field]) };
}

function assertSame(days: readonly (readonly QuarterSums[])[], bounds: readonly number[]): void {
  const sums = addDays(days.map(packed), bounds);
  assert.equal(sums.length, bounds.length - 1);
  for (const [i, from] of bounds.slice(0, -1).entries()) {
    const to = bounds[i + 1] ?? 0;
    const wanted = sumsBetween(days.flat(), from * QUARTER_MS, to * QUARTER_MS);
    assert.deepEqual(sums[i], wanted, `${bounds.join()}: ${i}`);
  }
}

test('[REPORT-41] the store adds quarters up to the same sums as whoever takes them one by one', () => {
  const days = Array.from({ length: DAYS }, (_, day) => madeDay(day));
  for (const shift of [0, 12, 33, 95]) {
    const start = FIRST_DAY * SLOTS_A_DAY + shift;
    // Days of 24 hours, of 23, and one that meets nothing.
    assertSame(days, [start, start + 96, start + 188, start + 288, start + 384, start + 5000, start + 5096]);
  }
  assert.deepEqual(addDays(days.map(packed), []), []);
});

test('[REPORT-41] so it does where it takes a part of a day from the whole: maxima, silences over midnight, any zone', () => {
  const days = [
    fullDay(0, 5),
    fullDay(1, 12),
    fullDay(2, 90),
    gapDay(3, 4, 30),
    gapDay(4, 80, 95),
    gapDay(5, 8, 12),
    fullDay(6, 95),
    fullDay(7, 0),
  ];
  const start = FIRST_DAY * SLOTS_A_DAY;
  for (let shift = -SLOTS_A_DAY; shift <= SLOTS_A_DAY; shift++)
    assertSame(
      days,
      Array.from({ length: DAYS }, (_, i) => start + shift + i * SLOTS_A_DAY),
    );
  assertSame(days, [start, start + 3 * SLOTS_A_DAY + 7]);
  assertSame(
    days,
    Array.from({ length: 60 }, (_, i) => start + i * 11),
  );
});
