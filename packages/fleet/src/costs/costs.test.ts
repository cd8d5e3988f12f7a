import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type CivilDate } from '../billing/civil-date.ts';
import {
  budgetState,
  centsWithin,
  costParts,
  costPer,
  costReport,
  costsBy,
  depreciation,
  dueDay,
  dueLines,
  ownershipReport,
  partsOf,
  periodOf,
  type Purchase,
  type RecurringCost,
} from './index.ts';

const period = (from: CivilDate, to: CivilDate) => ({ from, to });
const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));

test('[COST-1] an amount is the same on each of its days, and the last has the cents that cannot be divided', () => {
  const insurance = { cents: 100_000, ...period('2026-01-01', '2026-12-31') };
  assert.equal(centsWithin(insurance, period('2026-03-01', '2026-03-01')), 273);
  assert.equal(centsWithin(insurance, period('2026-12-31', '2026-12-31')), 100_000 - 273 * 364);
  assert.equal(centsWithin(insurance, periodOf('2026-02')), 273 * 28);
  assert.equal(centsWithin(insurance, period('2027-01-01', '2027-12-31')), 0);
  const refund = { cents: -100, ...period('2026-01-01', '2026-01-03') };
  assert.deepEqual(
    ['2026-01-01', '2026-01-02', '2026-01-03'].map((at) =>
      centsWithin(refund, period(at as CivilDate, at as CivilDate)),
    ),
    [-33, -33, -34],
  );
});

test('[COST-1] wherever a period is cut, its parts are the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), day, day, day, (cents, one, other, cut) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      const amount = { cents, from, to };
      const halves = [period('2000-01-01', addDays(cut, -1)), period(cut, '2100-01-01')];
      const cutSum = halves.reduce((sum, half) => sum + centsWithin(amount, half), 0);
      const monthSum = partsOf(amount).reduce((sum, part) => sum + part.cents, 0);
      assert.deepEqual([cutSum, monthSum], [cents, cents]);
    }),
  );
});

const line = (more: object) => ({
  kind: 'fuel' as const,
  deviceId: 1,
  driverUniqueId: '',
  cents: 0,
  ...period('2026-01-10', '2026-01-10'),
  ...more,
});
test('[COST-2] costs add up by month, kind, vehicle, driver and group, a vehicle in its group and those above', () => {
  const lines = [
    line({ cents: 25_000, driverUniqueId: 'ana' }),
    line({ cents: -5000, ...period('2026-02-03', '2026-02-03') }),
    line({ cents: 5900, kind: 'insurance', deviceId: 2, ...period('2026-01-31', '2026-02-28') }),
    line({ cents: 77, deviceId: 3, ...period('2025-12-31', '2025-12-31') }),
  ];
  const parts = costParts(lines, period('2026-01-01', '2026-02-14'));
  assert.deepEqual(
    [...costsBy(parts, ({ month }) => [month])],
    [
      ['2026-01', 25_203],
      ['2026-02', -5000 + 203 * 14],
    ],
  );
  assert.deepEqual(
    [...costsBy(parts, ({ kind }) => [kind])],
    [
      ['fuel', 20_000],
      ['insurance', 203 * 15],
    ],
  );
  assert.equal(costsBy(parts, ({ deviceId }) => [deviceId]).get(2), 203 * 15);
  assert.equal(costsBy(parts, ({ driverUniqueId }) => [driverUniqueId]).get('ana'), 25_000);
  const groupsOf = (deviceId: number): readonly number[] => (deviceId === 1 ? [10, 1, 10] : [1]);
  assert.deepEqual(
    [...costsBy(parts, ({ deviceId }) => groupsOf(deviceId))],
    [
      [10, 20_000],
      [1, 20_000 + 203 * 15],
    ],
  );
  assert.deepEqual([costPer(1000, 400), costPer(1000, 0)], [2.5, null]);
});

test('[COST-6] a report has a row for whatever cost something or was driven, and a total of all rows', () => {
  const costs = [
    { key: 'a', kind: 'fuel', cents: 20_000 },
    { key: 'a', kind: 'lease', cents: 5000 },
    { key: 'b', kind: 'other', cents: -700 },
  ] as const;
  const { rows, total } = costReport(
    costs,
    new Map([
      ['a', 100_000],
      ['c', 40_000],
      ['d', 0],
    ]),
  );
  assert.deepEqual(rows, [
    { key: 'a', runningCents: 20_000, cents: 25_000, metres: 100_000 },
    { key: 'b', runningCents: 0, cents: -700, metres: null },
    { key: 'c', runningCents: 0, cents: 0, metres: 40_000 },
  ]);
  assert.deepEqual(total, { runningCents: 20_000, cents: 24_300, metres: 140_000 });
  assert.equal(costReport(costs, null).total.metres, null);
});

const purchase = (more: Partial<Purchase> = {}): Purchase => ({
  day: '2024-01-15',
  cents: 20_000_000,
  residualCents: 8_000_000,
  months: 60,
  sale: null,
  ...more,
});
test('[COST-3] a vehicle loses value by the day; its sale makes up for the difference, for more or for less', () => {
  const ever = period('2000-01-01', '2100-01-01');
  assert.equal(depreciation(purchase(), ever), 12_000_000);
  assert.equal(depreciation(purchase(), period('2024-01-01', '2024-01-14')), 0);
  assert.equal(depreciation(purchase(), period('2024-01-15', '2024-01-15')), Math.trunc(12_000_000 / 1827));
  for (const cents of [1_000_000, 19_000_000]) {
    const sold = purchase({ sale: { day: '2025-06-01', cents } });
    assert.equal(depreciation(sold, ever), 20_000_000 - cents);
    assert.equal(depreciation(sold, period('2025-06-02', '2026-01-01')), 0);
    const [until, from] = [period('2024-01-01', '2025-05-31'), period('2025-06-01', '2030-01-01')];
    assert.equal(depreciation(sold, until) + depreciation(sold, from), 20_000_000 - cents);
  }
});

test('[COST-7] each vehicle has its costs, its loss of value and its use; what is not known is not counted', () => {
  const { rows, total } = ownershipReport(
    {
      keys: ['a', 'b'],
      ledger: new Map([
        ['a', 343_200],
        ['gone', 1000],
      ]),
      purchases: new Map([
        ['a', [purchase(), purchase({ sale: { day: '2024-02-05', cents: 19_900_000 } })]],
        ['sold', [purchase({ day: '2020-01-15', sale: { day: '2021-01-01', cents: 9_000_000 } })]],
      ]),
      uses: new Map([['a', { metres: 3_000_000, engineMs: 0 }]]),
    },
    period('2024-02-01', '2024-02-10'),
  );
  const use = { metres: 3_000_000, engineMs: 0 };
  // Ten days of the one; four days of the other, and what its price made up for.
  const lost = 65_680 + (100_000 - 17 * 6568);
  assert.deepEqual(rows, [
    { key: 'a', depreciationCents: lost, ledgerCents: 343_200, totalCents: 343_200 + lost, use },
    { key: 'b', depreciationCents: null, ledgerCents: 0, totalCents: 0, use: null },
    { key: 'gone', depreciationCents: null, ledgerCents: 1000, totalCents: 1000, use: null },
    { key: 'sold', depreciationCents: 0, ledgerCents: 0, totalCents: 0, use: null },
  ]);
  assert.deepEqual(total, {
    depreciationCents: lost,
    ledgerCents: 344_200,
    totalCents: 344_200 + lost,
    use,
  });
});

test('[COST-4] a budget says when most is spent, all is spent, or it will not suffice', () => {
  const month = periodOf('2026-04');
  const state = (spentCents: number, drivingCents: number, today: CivilDate, plannedCents = 0) =>
    budgetState({ budgetCents: 100_000, spentCents, drivingCents, plannedCents }, month, today);
  assert.deepEqual(state(30_000, 20_000, '2026-04-10', 5000), {
    spentCents: 30_000,
    forecastCents: 75_000,
    alert: 'none',
  });
  assert.equal(state(40_000, 40_000, '2026-04-10').alert, 'forecast');
  assert.equal(state(40_000, 40_000, '2026-04-05').forecastCents, null, 'one full tank is no habit');
  assert.equal(state(79_999, 0, '2026-04-20').alert, 'none');
  assert.equal(state(80_000, 0, '2026-04-20').alert, 'near');
  assert.equal(state(100_000, 0, '2026-04-02').alert, 'over');
  assert.equal(state(90_000, 90_000, '2026-06-01').forecastCents, 90_000, 'nothing comes after the end');
  assert.equal(state(0, 0, '2026-03-31').forecastCents, null);
});

const lease = (more: Partial<RecurringCost> = {}): RecurringCost => ({
  id: 7,
  version: 1,
  ownerId: 3,
  deviceId: 1,
  deviceName: 'Van',
  kind: 'lease',
  cents: 90_000,
  first: '2026-01-31',
  everyMonths: 1,
  last: null,
  isSpread: false,
  supplier: 'Bank',
  note: '',
  doneMonth: null,
  skipped: [],
  createdTime: '2026-01-01T00:00:00Z',
  ...more,
});
test('[COST-5] what comes again is due on its day of each month, at the latest on the last', () => {
  const due = (cost: RecurringCost, today: CivilDate) =>
    dueLines(cost, today).map(({ content: { from, to }, importKey }) => [from, to, importKey]);
  assert.deepEqual(due(lease(), '2026-03-30'), [
    ['2026-01-31', '2026-01-31', 'recurring/7/2026-01'],
    ['2026-02-28', '2026-02-28', 'recurring/7/2026-02'],
  ]);
  assert.deepEqual(due(lease({ doneMonth: '2026-02' }), '2026-03-30'), []);
  assert.equal(due(lease({ doneMonth: '2026-02' }), '2026-03-31').length, 1);
  assert.deepEqual(due(lease({ last: '2026-02-27' }), '2026-12-31').length, 1);
  const yearly = lease({ first: '2026-02-10', everyMonths: 12, isSpread: true });
  assert.deepEqual(due(yearly, '2027-12-31'), [
    ['2026-02-10', '2027-02-09', 'recurring/7/2026-02'],
    ['2027-02-10', '2028-02-09', 'recurring/7/2027-02'],
  ]);
  assert.deepEqual([dueDay(yearly, '2026-03'), dueDay(yearly, '2025-02')], [null, null]);
});
