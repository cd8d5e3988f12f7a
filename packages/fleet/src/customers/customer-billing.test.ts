import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type CivilDate } from '../billing/civil-date.ts';
import { billingOf } from '../customers/customer-billing.ts';
import { dueMonths, firstMonth, invoiceOfMonth } from './issue-month.ts';
import type { BilledDevice } from '../billing/monthly-value.ts';
import { stepOwnership } from '../billing/ownership.ts';

test('[MONEY-6] how somebody is billed is read from his attributes; what is none of its kind counts as not set', () => {
  assert.equal(billingOf({ 'acme.billingPrice': 100 }, 'acme'), null);
  const plain = {
    dueDay: 10,
    price: null,
    description: '',
    terms: { fine: null, interest: 0, discount: null },
  };
  const odd = { 'acme.billingFirstDueDay': 40, 'acme.billingPrice': -5, 'acme.billingFine': '2' };
  assert.deepEqual(billingOf({ 'acme.billingEnabled': true, ...odd }, 'acme'), plain);
  const all = {
    'acme.billingEnabled': true,
    'acme.billingFirstDueDay': 31,
    'acme.billingPrice': 15_000,
    'acme.billingDescription': 'Tracking',
    'acme.billingFine': 2.5,
    'acme.billingFineMode': 'percent',
    'acme.billingInterest': 1,
    'acme.billingDiscount': 1000,
    'acme.billingDiscountMode': 'fixed',
    'acme.billingDiscountDays': 5,
  };
  assert.deepEqual(billingOf(all, 'acme'), {
    dueDay: 31,
    price: 15_000,
    description: 'Tracking',
    terms: {
      fine: { amount: 250, mode: 'percent' },
      interest: 100,
      discount: { amount: 1000, mode: 'fixed', days: 5 },
    },
  });
});

test('[MONEY-100] a share written by an earlier version stays a share', () => {
  const had = { 'acme.billingEnabled': true, 'acme.billingFine': 2, 'acme.billingFineMode': 'percentage' };
  assert.deepEqual(billingOf(had, 'acme')?.terms.fine, { amount: 200, mode: 'percent' });
});

test('[MONEY-7] a vehicle counts from the look that found it until the last that saw it', () => {
  const check = (
    rows: readonly BilledDevice[],
    ids: readonly number[],
    today: CivilDate,
    lookedOn: CivilDate | null,
  ) =>
    stepOwnership(
      rows,
      ids.map((deviceId) => ({ deviceId, monthlyValue: 100 * deviceId })),
      { today, lookedOn },
    );
  const row = (deviceId: number, from: CivilDate, until: CivilDate | null = null) => ({
    deviceId,
    monthlyValue: 100 * deviceId,
    from,
    until,
  });
  const first = check([], [1, 2], '2026-05-01', null);
  assert.deepEqual(first, [row(1, '2026-05-01'), row(2, '2026-05-01')]);
  assert.equal(
    check(first, [1, 2], '2026-05-02', '2026-05-01')[0],
    first[0],
    'what is the same stays as it is',
  );
  assert.deepEqual(check(first, [2], '2026-05-09', '2026-05-05'), [
    row(1, '2026-05-01', '2026-05-05'),
    row(2, '2026-05-01'),
  ]);
  const back = check(
    [row(1, '2026-05-01', '2026-05-05'), row(2, '2026-05-01')],
    [1, 2],
    '2026-05-20',
    '2026-05-19',
  );
  assert.deepEqual(back.at(-1), row(1, '2026-05-20'));
  assert.deepEqual(
    check(first, [2], '2026-05-01', '2026-05-01'),
    [row(2, '2026-05-01')],
    'gone on the day it came',
  );
  assert.deepEqual(
    check([row(1, '2030-01-01'), row(2, '2026-05-01', '2029-12-31')], [1], '2026-05-10', '2030-01-01'),
    [row(1, '2026-05-10'), row(2, '2026-05-01', '2026-05-09')],
    'a clock that went back shortens what it had counted ahead',
  );
});

test('[MONEY-7] at no time two rows of a vehicle overlap, nor those of two owners', () => {
  const move = fc.record({ days: fc.integer({ min: -30, max: 40 }), owner: fc.nat(2) });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
      let today: CivilDate = '2026-05-01';
      let lookedOn: CivilDate | null = null;
      const owners: (readonly BilledDevice[])[] = [[], []];
      for (const { days, owner } of moves) {
        today = addDays(today, days);
        for (const each of [0, 1]) {
          const present = owner === each ? [{ deviceId: 1, monthlyValue: 100 }] : [];
          owners[each] = stepOwnership(owners[each] ?? [], present, { today, lookedOn });
        }
        lookedOn = today;
        const all = owners.flat().toSorted((a, b) => String(a.from).localeCompare(String(b.from)));
        for (const [at, row] of all.entries()) {
          assert.ok(row.from !== null && (row.until === null || row.until >= row.from));
          const next = all[at + 1];
          if (next) assert.ok(row.until !== null && next.from !== null && row.until < next.from);
        }
      }
    }),
  );
});

test('[MONEY-8] the invoice of a month: when it is due, what it is worth, and which months are still to be made', () => {
  assert.equal(firstMonth('2026-05-10', 10), '2026-05');
  assert.equal(firstMonth('2026-05-11', 10), '2026-06');
  assert.equal(firstMonth('2026-02-28', 31), '2026-02');
  assert.deepEqual(dueMonths('2026-05', '2026-04-30'), []);
  assert.deepEqual(dueMonths('2026-05', '2026-07-01'), ['2026-05', '2026-06', '2026-07']);
  assert.equal(dueMonths('2016-05', '2026-07-01').length, 12);
  const van: BilledDevice = { deviceId: 1, monthlyValue: 3000, from: '2026-04-16', until: null };
  const may = { month: '2026-05', today: '2026-05-01' } as const;
  assert.deepEqual(invoiceOfMonth({ dueDay: 31, price: null }, [van], may), {
    dueDate: '2026-05-31',
    value: 1500,
    count: 1,
    lines: [{ deviceId: 1, days: 15, value: 1500 }],
  });
  assert.deepEqual(invoiceOfMonth({ dueDay: 10, price: 9900 }, [van], { ...may, today: '2026-06-20' }), {
    dueDate: '2026-06-25',
    value: 9900,
    count: 1,
    lines: [],
  });
  assert.equal(invoiceOfMonth({ dueDay: 10, price: null }, [], may), null);
  assert.equal(invoiceOfMonth({ dueDay: 10, price: 0 }, [van], may), null);
});
