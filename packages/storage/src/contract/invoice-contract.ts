import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  applyStatus,
  INVOICE_STATUSES,
  isOpen,
  NO_TERMS,
  amountDue,
  TRANSITIONS,
  type StatusChange,
} from '@rastro/fleet/billing';
import type { ExtensionStorage } from '../extension-port.ts';
import type { InvoiceFilter, InvoiceQuery, NewInvoice, StoredInvoice } from '../invoice-port.ts';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';

const invoice = (more: Partial<NewInvoice> = {}): NewInvoice => ({
  issuerId: 0,
  customerId: 5,
  customerName: 'Ação Ltda',
  customerKey: 'acao ltda',
  month: null,
  dueDate: '2026-05-10',
  originalDueDate: '2026-05-10',
  value: 9000,
  status: 'GENERATED',
  count: 2,
  description: 'Tracking',
  terms: NO_TERMS,
  reason: null,
  provider: 'manual',
  createdAt: 1000,
  lines: [
    { deviceId: 1, days: 30, value: 6000 },
    { deviceId: 2, days: 15, value: 3000 },
  ],
  ...more,
});
const ALL: InvoiceFilter = {
  issuers: null,
  customerId: null,
  statuses: null,
  dueFrom: null,
  dueTo: null,
  text: null,
};
const change = (more: Partial<StatusChange> = {}): StatusChange => ({
  to: 'RECEIVED_IN_CASH',
  userId: 1,
  provider: null,
  eventId: null,
  reason: 'at the counter',
  day: '2026-05-12',
  paidValue: null,
  ...more,
});
const rejectsWith = (work: Promise<unknown>, code: StorageErrorCode): Promise<void> =>
  assert.rejects(work, (error) => error instanceof StorageError && error.code === code);

/** Tests of invoices that every store of the extension passes, by the rules of SPEC.md. */
export function invoiceContract(storeOf: () => ExtensionStorage): void {
  const issue = async (...invoices: NewInvoice[]) => storeOf().issueInvoices({ invoices, userId: 7 });
  const one = async (more: Partial<NewInvoice> = {}): Promise<StoredInvoice> => {
    const [id] = await issue(invoice(more));
    return the(await storeOf().invoice(the(id)));
  };
  const the = <T>(value: T | null | undefined): T => {
    assert.ok(value !== null && value !== undefined);
    return value;
  };
  const changed = async (found: StoredInvoice, wanted: StatusChange, at = 2000): Promise<StoredInvoice> => {
    const applied = the(applyStatus({ ...found, createdTime: '' }, wanted));
    return storeOf().changeInvoice({
      id: found.id,
      replaces: found.version,
      set: applied.next,
      entry: applied.entry,
      at,
    });
  };
  const idsOf = async (more: Partial<InvoiceQuery>): Promise<readonly number[]> => {
    const ids: number[] = [];
    let after: InvoiceQuery['after'] = null;
    do {
      const query = { ...ALL, sort: 'dueDate', isDescending: false, limit: 2, ...more, after } as const;
      const page = await storeOf().invoices(query);
      ids.push(...page.invoices.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    return ids;
  };

  test('[EXTINV-1] of a customer and month there is one invoice, whoever issues it; by hand there are many', async () => {
    const may = invoice({ month: '2026-05' });
    assert.deepEqual(await issue(may, may, invoice({ month: '2026-06' })), [1, null, 2]);
    assert.deepEqual(await issue(may, { ...may, customerId: 6 }, invoice(), invoice()), [null, 3, 4, 5]);
    assert.equal((await storeOf().ledgerOf(1)).length, 1);
    const { lines, customerKey: _, ...rest } = may;
    const none = { charge: null, paidDate: null, paidValue: null };
    assert.deepEqual(await storeOf().invoice(1), { ...rest, ...none, id: 1, version: 1 });
    assert.deepEqual(await storeOf().linesOfInvoice(1), lines);
    assert.equal(await storeOf().invoice(99), null);
  });

  test('[EXTINV-1] invoices of a batch are kept together, and under the lease that they were made under', async () => {
    await storeOf().takeLease({ name: 'invoices', owner: 'a', now: 0, until: 10 });
    const batch = { invoices: [invoice()], userId: 0 };
    await rejectsWith(
      storeOf().issueInvoices({ ...batch, under: { name: 'invoices', owner: 'b' } }),
      'FENCED',
    );
    assert.deepEqual(await idsOf({}), []);
    await storeOf().issueInvoices({ ...batch, under: { name: 'invoices', owner: 'a' } });
    assert.deepEqual(await idsOf({}), [1]);
  });

  test('[EXTINV-2] a change names the version that it replaces, and is kept with its line of the ledger', async () => {
    const found = await one();
    const paid = await changed(found, change());
    assert.deepEqual(
      [paid.status, paid.paidDate, paid.paidValue, paid.reason, paid.version],
      ['RECEIVED_IN_CASH', '2026-05-12', 9000, 'at the counter', 2],
    );
    assert.deepEqual(await storeOf().invoice(found.id), paid);
    await rejectsWith(changed(found, change({ to: 'CANCELED' })), 'CONFLICT');
    const line = { invoiceId: found.id, provider: null, eventId: null };
    assert.deepEqual(await storeOf().ledgerOf(found.id), [
      {
        ...line,
        id: 1,
        at: 1000,
        kind: 'issued',
        from: null,
        to: 'GENERATED',
        amount: 9000,
        userId: 7,
        reason: null,
      },
      {
        ...line,
        id: 2,
        at: 2000,
        kind: 'paid',
        from: 'GENERATED',
        to: 'RECEIVED_IN_CASH',
        amount: -9000,
        userId: 1,
        reason: 'at the counter',
      },
    ]);
  });

  test('[EXTINV-3] pages come in each order, both ways, by every filter', async () => {
    await issue(
      invoice({
        dueDate: '2026-05-10',
        value: 300,
        customerId: 1,
        customerName: 'Beta',
        customerKey: 'beta',
      }),
      invoice({ dueDate: '2026-04-10', value: 200, customerId: 2, customerKey: 'alfa 4', issuerId: 9 }),
      invoice({ dueDate: '2026-06-10', value: 100, customerId: 3, customerKey: 'gama 100%', issuerId: 8 }),
      invoice({ dueDate: '2026-05-10', value: 300, customerId: 1, customerKey: 'beta' }),
    );
    await changed(the(await storeOf().invoice(3)), change());
    assert.deepEqual(await idsOf({}), [2, 1, 4, 3]);
    assert.deepEqual(await idsOf({ isDescending: true }), [3, 4, 1, 2]);
    assert.deepEqual(await idsOf({ sort: 'value', isDescending: true, limit: 1 }), [4, 1, 2, 3]);
    assert.deepEqual(await idsOf({ sort: 'customer', limit: 1 }), [2, 1, 4, 3]);
    assert.deepEqual(await idsOf({ sort: 'paidDate', isDescending: true, limit: 1 }), [3, 4, 2, 1]);
    assert.deepEqual(await idsOf({ issuers: [8, 9] }), [2, 3]);
    assert.deepEqual(await idsOf({ issuers: [] }), []);
    assert.deepEqual(await idsOf({ customerId: 1 }), [1, 4]);
    assert.deepEqual(await idsOf({ statuses: ['RECEIVED_IN_CASH', 'CANCELED'] }), [3]);
    assert.deepEqual(await idsOf({ dueFrom: '2026-04-11', dueTo: '2026-05-10' }), [1, 4]);
    assert.deepEqual(await idsOf({ text: 'ta be' }), [1, 4]);
    assert.deepEqual(await idsOf({ text: '100%' }), [3]);
    assert.deepEqual(await idsOf({ text: '_' }), []);
    assert.deepEqual(await idsOf({ text: '4' }), [2, 4], 'a number is that of an invoice, too');
    assert.deepEqual(await idsOf({ text: 'beta', issuers: [9] }), []);
    assert.deepEqual(
      await idsOf({ text: '4', customerId: 1 }),
      [4],
      'of one customer, whatever else is asked',
    );
    assert.deepEqual(await idsOf({ text: 'beta', customerId: 2 }), []);
  });

  test('[EXTINV-4] whatever becomes of invoices: ledger, sums and invoices tell the same money', async () => {
    const step = fc.record({
      pick: fc.nat(1000),
      value: fc.integer({ min: 0, max: 100_000 }),
      issuerId: fc.integer({ min: 0, max: 2 }),
      isNew: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const { pick, value, issuerId, isNew } of steps) {
          const known = await storeOf().invoices({
            ...ALL,
            sort: 'value',
            isDescending: false,
            after: null,
            limit: 500,
          });
          const found = known.invoices[pick % Math.max(1, known.invoices.length)];
          if (isNew || !found) await one({ value, issuerId, status: pick % 2 ? 'PENDING' : 'GENERATED' });
          else {
            const to = TRANSITIONS[found.status][pick % Math.max(1, TRANSITIONS[found.status].length)];
            if (to) await changed(found, change({ to, paidValue: pick % 3 ? value : null }));
          }
        }
        await isBalanced(storeOf());
      }),
      { numRuns: 8 },
    );
  });

  test('[EXTINV-5] what a provider has still to charge is found, and an invoice by its charge', async () => {
    const [first, second] = [await one({ provider: 'asaas', status: 'PENDING' }), await one()];
    const third = await one({ provider: 'asaas', status: 'PENDING' });
    const pending = async (after = 0) => (await storeOf().pendingCharges(after, 10)).map(({ id }) => id);
    assert.deepEqual([await pending(), await pending(first.id)], [[first.id, third.id], [third.id]]);
    const charge = { id: 'pay_1', invoiceUrl: 'https://pay.example/1', bankSlipUrl: null, pixPayload: null };
    const entry = { ...change(), kind: 'charged', from: 'PENDING', to: 'PENDING', amount: 0 } as const;
    const { day: _, paidValue: __, ...line } = entry;
    const charged = await storeOf().changeInvoice({
      id: first.id,
      replaces: 1,
      set: { charge },
      entry: line,
      at: 5,
    });
    assert.deepEqual([charged.charge, await pending()], [charge, [third.id]]);
    assert.deepEqual(await storeOf().invoiceByCharge('asaas', 'pay_1'), charged);
    assert.equal(await storeOf().invoiceByCharge('asaas', 'pay_2'), null);
    assert.equal(second.charge, null);
  });

  test('[EXTINV-6] a message of a provider is kept once, and worked on until it is ended', async () => {
    const event = { provider: 'asaas', issuerId: 0, eventId: 'evt_1', body: '{}', at: 5 } as const;
    assert.equal(await storeOf().insertProviderEvent(event), true);
    assert.equal(await storeOf().insertProviderEvent({ ...event, body: 'other' }), false);
    assert.deepEqual(await storeOf().openProviderEvents(10), [event]);
    await storeOf().endProviderEvent(event);
    assert.deepEqual(await storeOf().openProviderEvents(10), []);
    assert.equal(await storeOf().insertProviderEvent(event), false);
  });

  test('[EXTINV-100] two issuers may be told the same number: one uses up nothing of the other', async () => {
    const event = { provider: 'asaas', issuerId: 3, eventId: 'evt_same', body: '{}', at: 6 } as const;
    const other = { ...event, issuerId: 4, body: '{"id":1}' };
    assert.equal(await storeOf().insertProviderEvent(event), true);
    assert.equal(await storeOf().insertProviderEvent(other), true);
    await storeOf().endProviderEvent(event);
    const open = await storeOf().openProviderEvents(10);
    assert.deepEqual(
      open.filter(({ eventId }) => eventId === 'evt_same'),
      [other],
    );
    await storeOf().endProviderEvent(other);
    assert.equal(await storeOf().removeProviderEventsBefore(7, 10), 2);
  });

  test('[EXTINV-10] ended messages of a provider are forgotten before an instant, some at a time; open ones stay', async () => {
    for (const [eventId, at] of [
      ['evt_a', 10],
      ['evt_b', 20],
      ['evt_c', 30],
      ['evt_d', 15],
    ] as const)
      await storeOf().insertProviderEvent({ provider: 'asaas', issuerId: 0, eventId, body: '{}', at });
    for (const eventId of ['evt_a', 'evt_b', 'evt_c'])
      await storeOf().endProviderEvent({ provider: 'asaas', issuerId: 0, eventId });
    assert.equal(await storeOf().removeProviderEventsBefore(30, 1), 1);
    assert.equal(await storeOf().removeProviderEventsBefore(30, 10), 1);
    assert.equal(await storeOf().removeProviderEventsBefore(30, 10), 0);
    const open = await storeOf().openProviderEvents(10);
    assert.deepEqual(
      open.map(({ eventId }) => eventId),
      ['evt_d'],
    );
    await storeOf().endProviderEvent({ provider: 'asaas', issuerId: 0, eventId: 'evt_d' });
    assert.equal(await storeOf().removeProviderEventsBefore(31, 10), 2);
  });

  test('[EXTINV-9] who is past a due date, since when, and how much it is; paid or not due he is not', async () => {
    const late = { status: 'OVERDUE', month: null } as const;
    await one({ ...late, customerId: 41, dueDate: '2026-04-10', value: 500 });
    const paid = await one({ ...late, customerId: 41, dueDate: '2026-03-10', value: 700 });
    await one({ ...late, customerId: 41, dueDate: '2026-05-10', value: 900 });
    await one({ customerId: 42 });
    const of = async (customerId: number) =>
      (await storeOf().overdueCustomers(null)).find((each) => each.customerId === customerId);
    assert.deepEqual(await of(41), { customerId: 41, oldestDue: '2026-03-10', count: 3, value: 2100 });
    await changed(paid, change());
    assert.deepEqual(await of(41), { customerId: 41, oldestDue: '2026-04-10', count: 2, value: 1400 });
    assert.equal(await of(42), undefined);
    await one({ ...late, customerId: 41, dueDate: '2026-06-10', value: 50, issuerId: 43 });
    assert.deepEqual(await storeOf().overdueCustomers([43, 44]), [
      { customerId: 41, oldestDue: '2026-06-10', count: 1, value: 50 },
    ]);
    assert.deepEqual(await storeOf().overdueCustomers([]), []);
  });

  test('[EXTINV-7] customers and whose vehicles they were are kept together; a month that is made stays made', async () => {
    const customer = (customerId: number, issuerId = 0) =>
      ({
        customerId,
        issuerId,
        nextMonth: '2026-05',
        checkedOn: '2026-05-01',
        isActive: true,
        forecast: 100,
      }) as const;
    const rows = [
      { deviceId: 1, monthlyValue: 50, from: '2026-04-01', until: '2026-04-10' },
      { deviceId: 1, monthlyValue: 60, from: '2026-04-20', until: null },
    ] as const;
    const customers = [customer(5), customer(6, 9), { ...customer(7), isActive: false }];
    await storeOf().saveCustomerCheck({ customers, devices: [{ customerId: 5, rows }] });
    assert.deepEqual(await storeOf().customers([7, 5, 99]), [customers[0], customers[2]]);
    assert.deepEqual(await storeOf().devicesOfCustomers([5, 6]), [{ customerId: 5, rows }]);
    assert.deepEqual(await storeOf().customersUnseen('2026-05-02', 5, 10), [customers[1]]);
    assert.deepEqual(await storeOf().customersUnseen('2026-05-01', 0, 10), []);
    assert.deepEqual(await storeOf().forecastSum(null), { count: 2, value: 200 });
    assert.deepEqual(await storeOf().forecastSum([9]), { count: 1, value: 100 });
    const done = [{ customerId: 5, nextMonth: '2026-06' as const }];
    await storeOf().issueInvoices({ invoices: [], userId: 0, done });
    await storeOf().issueInvoices({
      invoices: [],
      userId: 0,
      done: [{ ...done[0], customerId: 5, nextMonth: '2026-04' }],
    });
    assert.equal((await storeOf().customers([5]))[0]?.nextMonth, '2026-06');
    const [row] = rows;
    await storeOf().saveCustomerCheck({ customers: [], devices: [{ customerId: 5, rows: [row] }] });
    assert.deepEqual(await storeOf().devicesOfCustomers([5]), [{ customerId: 5, rows: [row] }]);
    const under = { name: 'invoices', owner: 'nobody' };
    await rejectsWith(storeOf().saveCustomerCheck({ customers: [], devices: [], under }), 'FENCED');
  });
}

/** Compares stored sums, recalculated sums and the ledger. */
async function isBalanced(store: ExtensionStorage): Promise<void> {
  const { invoices } = await store.invoices({
    ...ALL,
    sort: 'dueDate',
    isDescending: false,
    after: null,
    limit: 10_000,
  });
  const due = invoices.reduce((sum, each) => sum + amountDue(each), 0);
  let booked = 0;
  for (const { id, status, value } of invoices) {
    const sum = (await store.ledgerOf(id)).reduce((all, { amount }) => all + amount, 0);
    assert.equal(sum, amountDue({ status, value }));
    booked += sum;
  }
  assert.equal(booked, due);
  const open = INVOICE_STATUSES.filter(isOpen);
  for (const issuers of [null, [0], [1, 2], []]) {
    const mine = invoices.filter(({ issuerId }) => issuers === null || issuers.some((id) => id === issuerId));
    const sums = await store.invoiceSums({ issuers, statuses: open, dueFrom: null, dueTo: null });
    assert.equal(
      sums.reduce((sum, { value }) => sum + value, 0),
      mine.reduce((sum, each) => sum + amountDue(each), 0),
    );
    const all = await store.invoiceSums({ issuers, statuses: null, dueFrom: null, dueTo: null });
    assert.equal(
      all.reduce((sum, { count }) => sum + count, 0),
      mine.length,
    );
    const received = await store.receivedSums(issuers, { from: '2000-01', to: '2099-12' });
    assert.equal(
      received.reduce((sum, { value }) => sum + value, 0),
      mine.reduce((sum, { paidDate, paidValue }) => sum + (paidDate === null ? 0 : (paidValue ?? 0)), 0),
    );
  }
}
