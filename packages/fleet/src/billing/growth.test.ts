import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CivilDate } from './civil-date.ts';
import { addDays } from './civil-date.ts';
import { monthsOfGrowth, stepGrowth, type Growth, type Seen } from './growth.ts';

const checkOf = (
  ...days: readonly (readonly [CivilDate, readonly number[], readonly number[]])[]
): Growth => {
  let before: { growth: Growth; seen: Seen } | null = null;
  for (const [day, customers, devices] of days)
    before = { seen: { customers, devices }, growth: stepGrowth(before, { customers, devices }, day) };
  assert.ok(before);
  return before.growth;
};

test('[GROWTH-1] whoever is found by the first look did not come; later ones come and go in the month of the look', () => {
  const growth = checkOf(
    ['2026-03-30', [1, 2], [10]],
    ['2026-03-31', [1, 2, 3], [10, 11, 12]],
    ['2026-04-01', [1, 3], [11, 13]],
    ['2026-04-01', [1, 3], [11, 13]],
  );
  assert.deepEqual(growth, {
    since: '2026-03-30',
    months: [
      { month: '2026-03', customers: { come: 1, gone: 0 }, devices: { come: 2, gone: 0 } },
      { month: '2026-04', customers: { come: 0, gone: 1 }, devices: { come: 1, gone: 2 } },
    ],
  });
});

test('[GROWTH-1] months before the first look are not known, those without a change have none, and a year is kept', () => {
  const growth = checkOf(['2025-12-20', [1], []], ['2026-02-03', [1, 2], []], ['2027-01-05', [1, 2, 3], []]);
  assert.deepEqual(
    growth.months.map(({ month }) => month),
    ['2026-02', '2027-01'],
  );
  const months = monthsOfGrowth({ ...growth, since: '2026-03-04' }, '2027-01-05');
  assert.deepEqual(
    months.map(({ month, change }) => [month, change?.customers.come]),
    [
      ['2026-02', undefined],
      ...['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => [`2026-${month}`, 0]),
      ['2027-01', 1],
    ],
  );
});

test('[GROWTH-1] whatever comes and goes: who was there at first and the changes add up to who is there', () => {
  const world = fc.array(fc.uniqueArray(fc.nat(8), { maxLength: 8 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(world, (looks) => {
      const growth = checkOf(...looks.map((ids, i) => [addDays('2026-01-01', i), ids, ids] as const));
      const net = growth.months.reduce((sum, { customers: { come, gone } }) => sum + come - gone, 0);
      assert.equal((looks[0]?.length ?? 0) + net, looks.at(-1)?.length);
    }),
  );
});
