import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SUMS, sumsBetween, type QuarterSums } from '@rastro/fleet/books';
import { addQuarters, packQuarters } from './book-codec.ts';

const QUARTER_MS = 900_000;
const SLOTS_A_DAY = 96;
const FIRST_DAY = 20_000;
const DAYS = 9;

/** Some of everything, with holes, and silences that span many quarters beside what else there is. */
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
      distanceM: dice * 101,
      silentS: span * 900 - dice,
      records: dice % 5,
      ...(span === 1 ? { maxKmh: (dice * 7) % 50, maxAt: slot * QUARTER_MS + dice } : {}),
    });
  }
  return entries;
}

test('[REPORT-41] the store adds quarters up to the same sums as whoever takes them one by one', () => {
  const days = Array.from({ length: DAYS }, (_, day) => madeDay(day));
  const all = days.flat();
  const texts = days.map(packQuarters);
  for (const shift of [0, 12, 33, 95]) {
    const start = FIRST_DAY * SLOTS_A_DAY + shift;
    // Days of 24 hours, of 23, and one that meets nothing.
    const bounds = [start, start + 96, start + 188, start + 288, start + 384, start + 5000, start + 5096];
    const sums = addQuarters(texts, bounds);
    assert.equal(sums.length, bounds.length - 1);
    for (const [i, from] of bounds.slice(0, -1).entries()) {
      const to = bounds[i + 1] ?? 0;
      assert.deepEqual(sums[i], sumsBetween(all, from * QUARTER_MS, to * QUARTER_MS), `${shift}, ${i}`);
    }
  }
  assert.deepEqual(addQuarters(texts, []), []);
});
