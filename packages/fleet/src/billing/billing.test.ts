import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  dateIn,
  dayOf,
  daysBetween,
  daysIn,
  monthOf,
  monthsBetween,
  readCivilDate,
} from './civil-date.ts';
import {
  INVOICE_STATUSES,
  isOpen,
  isOverdue,
  isPaid,
  mayBecome,
  TRANSITIONS,
  type InvoiceStatus,
} from './invoice-status.ts';
import { linesOfMonth } from './monthly-value.ts';
import { duesOn, NO_TERMS, type PaymentTerms } from './terms.ts';

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => dateIn('UTC', date.getTime()));

test('[MONEY-1] days of the calendar know no clock: steps of days and months fit together', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (day, days) => {
      assert.equal(daysBetween(day, addDays(day, days)), days);
      assert.equal(readCivilDate(addDays(day, days)), addDays(day, days));
      assert.equal(
        monthOf(addDays(dayOf(monthOf(day), 1), daysIn(monthOf(day)))),
        addMonths(monthOf(day), 1),
      );
    }),
  );
  assert.equal(dayOf('2026-02', 31), '2026-02-28');
  assert.equal(dayOf('2028-02', 30), '2028-02-29');
  assert.equal(addMonths('2026-12', 1), '2027-01');
  assert.equal(addMonths('2026-01', -1), '2025-12');
  assert.deepEqual(monthsBetween('2026-11', '2027-01'), ['2026-11', '2026-12', '2027-01']);
  assert.deepEqual(monthsBetween('2026-11', '2026-10'), []);
});

test('[MONEY-1] what is no day of the calendar is none', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '',
    '2026-01-01T00:00:00Z',
    '26-01-01',
  ])
    assert.equal(readCivilDate(text), null, text);
  assert.equal(readCivilDate('2024-02-29'), '2024-02-29');
});

test('[MONEY-1] the day is the one on the wall of the zone, also where clocks change', () => {
  const late = Date.UTC(2026, 10, 23, 2, 30);
  assert.equal(dateIn('UTC', late), '2026-11-23');
  assert.equal(dateIn('America/Sao_Paulo', late), '2026-11-22');
  assert.equal(dateIn('Pacific/Auckland', late), '2026-11-23');
  assert.equal(dateIn('America/Sao_Paulo', Date.UTC(2018, 10, 4, 2, 59, 59)), '2018-11-03');
  assert.equal(dateIn('America/Sao_Paulo', Date.UTC(2018, 10, 4, 3)), '2018-11-04');
});

/** Written a second time, so that an error in the table does not repeat here. */
const ALLOWED = `
GENERATED>RECEIVED_IN_CASH GENERATED>CANCELED GENERATED>OVERDUE
PENDING>RECEIVED PENDING>CONFIRMED PENDING>RECEIVED_IN_CASH PENDING>OVERDUE PENDING>CANCELED PENDING>AWAITING_RISK_ANALYSIS
OVERDUE>RECEIVED OVERDUE>CONFIRMED OVERDUE>RECEIVED_IN_CASH OVERDUE>CANCELED OVERDUE>DUNNING_REQUESTED
OVERDUE>AWAITING_RISK_ANALYSIS OVERDUE>PENDING
AWAITING_RISK_ANALYSIS>CONFIRMED AWAITING_RISK_ANALYSIS>RECEIVED AWAITING_RISK_ANALYSIS>PENDING
AWAITING_RISK_ANALYSIS>OVERDUE AWAITING_RISK_ANALYSIS>REFUNDED AWAITING_RISK_ANALYSIS>CANCELED
CONFIRMED>RECEIVED CONFIRMED>REFUND_REQUESTED CONFIRMED>REFUND_IN_PROGRESS CONFIRMED>REFUNDED CONFIRMED>CHARGEBACK_REQUESTED
RECEIVED>REFUND_REQUESTED RECEIVED>REFUND_IN_PROGRESS RECEIVED>REFUNDED RECEIVED>CHARGEBACK_REQUESTED
RECEIVED_IN_CASH>PENDING RECEIVED_IN_CASH>OVERDUE RECEIVED_IN_CASH>GENERATED
REFUND_REQUESTED>REFUND_IN_PROGRESS REFUND_REQUESTED>REFUNDED REFUND_REQUESTED>RECEIVED REFUND_REQUESTED>CONFIRMED
REFUND_IN_PROGRESS>REFUNDED REFUND_IN_PROGRESS>RECEIVED REFUND_IN_PROGRESS>CONFIRMED
CHARGEBACK_REQUESTED>CHARGEBACK_DISPUTE CHARGEBACK_REQUESTED>REFUNDED CHARGEBACK_REQUESTED>RECEIVED CHARGEBACK_REQUESTED>CONFIRMED
CHARGEBACK_DISPUTE>AWAITING_CHARGEBACK_REVERSAL CHARGEBACK_DISPUTE>REFUNDED
AWAITING_CHARGEBACK_REVERSAL>CONFIRMED AWAITING_CHARGEBACK_REVERSAL>RECEIVED
DUNNING_REQUESTED>DUNNING_RECEIVED DUNNING_REQUESTED>RECEIVED DUNNING_REQUESTED>CONFIRMED DUNNING_REQUESTED>RECEIVED_IN_CASH
DUNNING_REQUESTED>OVERDUE CANCELED>PENDING CANCELED>OVERDUE`;

test('[MONEY-2] every pair of statuses is allowed or refused', () => {
  const allowed = new Set(ALLOWED.trim().split(/\s+/));
  for (const from of INVOICE_STATUSES)
    for (const to of INVOICE_STATUSES) {
      assert.equal(mayBecome(from, to), allowed.has(`${from}>${to}`), `${from} > ${to}`);
    }
});

test('[MONEY-2] what is paid is not owed; what ended stays so; every status can be reached', () => {
  const reached = new Set<InvoiceStatus>(['GENERATED', 'PENDING']);
  for (const status of reached) for (const next of TRANSITIONS[status]) reached.add(next);
  assert.deepEqual([...reached].toSorted(), INVOICE_STATUSES.toSorted());
  for (const status of INVOICE_STATUSES) {
    assert.equal(isPaid(status) && isOpen(status), false, status);
    if (isOverdue(status)) assert.ok(isOpen(status));
  }
  assert.deepEqual(
    INVOICE_STATUSES.filter((status) => !isPaid(status) && !isOpen(status)),
    ['REFUNDED', 'CANCELED'],
  );
});

const TERMS: PaymentTerms = {
  fine: { amount: 200, mode: 'percent' },
  interest: 100,
  discount: { amount: 1000, mode: 'fixed', days: 5 },
};
const invoice = { value: 15_000, dueDate: '2026-05-10', terms: TERMS } as const;

test('[MONEY-3] a discount until its day, a fine once and interest by the day after the due date', () => {
  const on = (day: Parameters<typeof duesOn>[1]) => duesOn(invoice, day);
  assert.deepEqual(on('2026-05-05'), { value: 15_000, discount: 1000, fine: 0, interest: 0, total: 14_000 });
  assert.equal(on('2026-05-06').total, 15_000);
  assert.equal(on('2026-05-10').total, 15_000);
  assert.deepEqual(on('2026-05-11'), { value: 15_000, discount: 0, fine: 300, interest: 5, total: 15_305 });
  assert.deepEqual(on('2026-06-09'), { value: 15_000, discount: 0, fine: 300, interest: 150, total: 15_450 });
  const sameDay = { ...TERMS, discount: { amount: 1000, mode: 'percent', days: 0 } } as const;
  assert.equal(duesOn({ ...invoice, terms: sameDay }, '2026-05-10').discount, 1500);
  assert.equal(duesOn({ ...invoice, terms: NO_TERMS }, '2026-08-10').total, 15_000);
});

test('[MONEY-3] the parts are whole cents that add up, and it never costs less than nothing nor less for waiting', () => {
  const charge = fc.record({
    amount: fc.integer({ min: 0, max: 20_000 }),
    mode: fc.constantFrom('fixed' as const, 'percent' as const),
  });
  const terms = fc.record({
    fine: fc.option(charge),
    interest: fc.integer({ min: 0, max: 2000 }),
    discount: fc.option(
      fc.tuple(charge, fc.integer({ min: 0, max: 60 })).map(([each, days]) => ({ ...each, days })),
    ),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      terms,
      anyDay,
      fc.integer({ min: -90, max: 400 }),
      (value, agreed, dueDate, days) => {
        const dues = (late: number) => duesOn({ value, dueDate, terms: agreed }, addDays(dueDate, late));
        const { discount, fine, interest, total } = dues(days);
        for (const part of [discount, fine, interest, total])
          assert.ok(Number.isSafeInteger(part) && part >= 0);
        assert.equal(total, value - discount + fine + interest);
        assert.ok(dues(days + 1).total >= total);
      },
    ),
  );
});

test('[MONEY-4] a vehicle is charged by the day where it came or went, and a whole month is its monthly value', () => {
  const van = { deviceId: 1, monthlyValue: 9000, from: null, until: null };
  const lines = linesOfMonth('2026-04', [
    van,
    { ...van, deviceId: 2, from: '2026-04-16' },
    { ...van, deviceId: 3, until: '2026-04-10' },
    { ...van, deviceId: 4, from: '2026-05-01' },
    { ...van, deviceId: 5, until: '2026-03-31' },
    { ...van, deviceId: 6, monthlyValue: 0 },
    { ...van, deviceId: 7, from: '2026-04-30', until: '2026-04-30' },
  ]);
  assert.deepEqual(
    lines.map(({ deviceId, days, value }) => [deviceId, days, value]),
    [
      [1, 30, 9000],
      [2, 15, 4500],
      [3, 10, 3000],
      [7, 1, 300],
    ],
  );
});

test('[MONEY-4] who sells a vehicle on in the middle of a month is charged no day twice', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 100_000 }), (day, monthlyValue) => {
      const month = monthOf(day);
      const device = { deviceId: 1, monthlyValue };
      const days = (from: typeof day | null, until: typeof day | null): number =>
        linesOfMonth(month, [{ ...device, from, until }]).reduce((sum, line) => sum + line.days, 0);
      if (monthlyValue < 100) return;
      assert.equal(days(null, addDays(day, -1)) + days(day, null), daysIn(month));
    }),
  );
});
