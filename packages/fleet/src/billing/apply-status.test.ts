import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyStatus, conflictEntry, type StatusChange } from './apply-status.ts';
import { amountDue, type Invoice } from './invoice.ts';
import { INVOICE_STATUSES, isPaid, mayBecome } from './invoice-status.ts';
import { NO_TERMS } from './terms.ts';

const INVOICE: Invoice = {
  id: 1,
  issuerId: 0,
  customerId: 5,
  customerName: 'Ana',
  month: '2026-05',
  dueDate: '2026-05-10',
  originalDueDate: '2026-05-10',
  value: 9000,
  status: 'PENDING',
  paidDate: null,
  paidValue: null,
  count: 1,
  description: '',
  terms: NO_TERMS,
  reason: null,
  provider: 'asaas',
  charge: null,
  createdTime: '2026-05-01T00:00:00Z',
  version: 1,
};
const change = (to: Invoice['status'], more: Partial<StatusChange> = {}): StatusChange => ({
  to,
  userId: 3,
  provider: null,
  eventId: null,
  reason: null,
  day: '2026-05-12',
  paidValue: null,
  ...more,
});
const after = (invoice: Invoice, wanted: StatusChange): Invoice => {
  const applied = applyStatus(invoice, wanted);
  assert.ok(applied);
  return { ...invoice, ...applied.next };
};

test('[MONEY-5] what is paid has a day and an amount; open again it has none', () => {
  const paid = after(INVOICE, change('CONFIRMED', { paidValue: 9100 }));
  assert.deepEqual([paid.paidDate, paid.paidValue], ['2026-05-12', 9100]);
  const received = after(paid, change('RECEIVED', { day: '2026-06-14' }));
  assert.deepEqual([received.paidDate, received.paidValue], ['2026-05-12', 9100], 'its money came once');
  const refunded = after(received, change('REFUNDED'));
  assert.deepEqual([refunded.paidDate, refunded.paidValue], [null, null]);
  const cash = after(INVOICE, change('RECEIVED_IN_CASH', { reason: 'at the counter' }));
  assert.deepEqual([cash.paidValue, cash.reason], [9000, 'at the counter']);
  const open = after(cash, change('PENDING'));
  assert.deepEqual([open.paidDate, open.paidValue, open.reason], [null, null, null]);
});

test('[MONEY-5] a line tells what happened, and who said so', () => {
  const kinds = (from: Invoice['status'], to: Invoice['status']) =>
    applyStatus({ ...INVOICE, status: from }, change(to))?.entry.kind;
  assert.equal(kinds('PENDING', 'OVERDUE'), 'status');
  assert.equal(kinds('PENDING', 'RECEIVED'), 'paid');
  assert.equal(kinds('PENDING', 'CANCELED'), 'cancelled');
  assert.equal(kinds('CANCELED', 'PENDING'), 'reopened');
  assert.equal(kinds('RECEIVED_IN_CASH', 'PENDING'), 'reopened');
  assert.equal(kinds('RECEIVED', 'REFUNDED'), 'status');
  const reported = change('RECEIVED', { userId: 0, provider: 'asaas', eventId: 'evt_1' });
  const { entry } = applyStatus(INVOICE, reported) ?? assert.fail();
  assert.deepEqual([entry.userId, entry.provider, entry.eventId], [0, 'asaas', 'evt_1']);
  const cancelled: Invoice = { ...INVOICE, status: 'CANCELED' };
  assert.equal(applyStatus(cancelled, reported), null);
  assert.deepEqual(conflictEntry(cancelled, reported), {
    ...entry,
    kind: 'conflict',
    from: 'CANCELED',
    amount: 0,
  });
});

test('[MONEY-5] the lines of an invoice add up to what is owed of it, whatever becomes of it', () => {
  const wish = fc.record({
    to: fc.constantFrom(...INVOICE_STATUSES),
    paidValue: fc.option(fc.integer({ min: 0, max: 20_000 })),
  });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 30 }), fc.integer({ min: 0, max: 20_000 }), (wishes, value) => {
      let invoice: Invoice = { ...INVOICE, value };
      let booked = value;
      for (const { to, paidValue } of wishes) {
        const applied = applyStatus(invoice, change(to, { paidValue }));
        assert.equal(applied !== null, mayBecome(invoice.status, to));
        if (applied === null) continue;
        invoice = { ...invoice, ...applied.next };
        booked += applied.entry.amount;
        assert.equal(booked, amountDue(invoice));
        assert.equal(invoice.paidDate !== null, isPaid(invoice.status));
        assert.equal(invoice.paidValue !== null, isPaid(invoice.status));
      }
    }),
  );
});
