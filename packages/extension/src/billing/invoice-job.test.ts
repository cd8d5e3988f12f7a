import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEEK_MS } from '@rastro/base';
import fc from 'fast-check';
import {
  NO_TERMS,
  addDays,
  addMonths,
  daysIn,
  isOpen,
  INVOICE_STATUSES,
  monthsBetween,
  amountDue,
} from '@rastro/fleet/billing';
import { openExtensionStorage, type ExtensionStorage, type StoredInvoice } from '@rastro/storage';
import { openTestStore } from '../../test/billing/made-invoices.ts';
import { createTestDeps, paying, SetClock, TestUsers } from '../../test/billing/test-users.ts';
import type { BillingDeps } from './billing-deps.ts';
import { invoiceJob } from './invoice-job.ts';

/** One turn of the job, as `runJobs` gives it. */
async function runJob(deps: BillingDeps, owner = 'a'): Promise<void> {
  const { storage, clock } = deps;
  const lease = { name: 'invoices', owner };
  if (!(await storage.takeLease({ ...lease, now: clock.now(), until: clock.now() + WEEK_MS }))) return;
  try {
    const job = invoiceJob(deps);
    const save = async (part: object): Promise<void> => storage.commit({ ...part, under: lease });
    const signal = new AbortController().signal;
    for (const hour of job.due(null, clock.now()))
      await save(await job.perform(hour, { signal, lease, save }));
  } finally {
    await storage.releaseLease(lease);
  }
}
async function allOf(storage: ExtensionStorage): Promise<readonly StoredInvoice[]> {
  const none = { issuers: null, customerId: null, statuses: null, dueFrom: null, dueTo: null, text: null };
  const { invoices } = await storage.invoices({
    ...none,
    sort: 'dueDate',
    isDescending: false,
    after: null,
    limit: 100_000,
  });
  return invoices;
}
const brief = ({ customerId, month, dueDate, value, count }: StoredInvoice) => [
  customerId,
  month,
  dueDate,
  value,
  count,
];
const device = (deviceId: number, monthlyValue: number) => ({ deviceId, monthlyValue });

test('[BILL-3] a price is due in the month of the first look, or in the next where its day is past', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-08');
  const users = new TestUsers()
    .put(1, paying({ 'rastro.billingPrice': 15_000 }))
    .put(2, paying({ 'rastro.billingPrice': 7000, 'rastro.billingFirstDueDay': 5 }))
    .put(3, paying({ 'rastro.billingPrice': 0 }))
    .put(4, { 'rastro.billingPrice': 100 });
  const deps = createTestDeps(storage, users, clock);
  for (const day of ['2026-05-08', '2026-05-09', '2026-05-31', '2026-06-01', '2026-06-02']) {
    clock.put(day);
    await runJob(deps);
  }
  assert.deepEqual((await allOf(storage)).map(brief), [
    [1, '2026-05', '2026-05-10', 15_000, 0],
    [2, '2026-06', '2026-06-05', 7000, 0],
    [1, '2026-06', '2026-06-10', 15_000, 0],
  ]);
});

test('[BILL-3] without a price it is the month before, by the day where a vehicle came or went', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-04-01');
  const users = new TestUsers().put(1, paying()).put(2, paying({ 'rastro.billingFirstDueDay': 31 }));
  users.devices.set(1, [device(11, 9000), device(12, 3000), device(13, 0)]);
  const deps = createTestDeps(storage, users, clock);
  await runJob(deps);
  for (let day = addDays('2026-04-01', 1); day <= '2026-05-01'; day = addDays(day, 1)) {
    clock.put(day);
    // Sold on in the middle of the month; another comes on the 21st.
    if (day === '2026-04-16') users.devices.set(1, [device(12, 3000)]).set(2, [device(11, 9000)]);
    if (day === '2026-04-21') users.devices.set(1, [device(12, 3000), device(14, 6000)]);
    await runJob(deps);
  }
  const invoices = await allOf(storage);
  assert.deepEqual(invoices.map(brief), [
    [1, '2026-05', '2026-05-10', 4500 + 3000 + 2000, 3],
    [2, '2026-05', '2026-05-31', 4500, 1],
  ]);
  assert.deepEqual(await storage.linesOfInvoice(invoices[0]?.id ?? 0), [
    { deviceId: 11, days: 15, value: 4500 },
    { deviceId: 12, days: 30, value: 3000 },
    { deviceId: 14, days: 10, value: 2000 },
  ]);
});

test('[BILL-4] months in which nothing ran are issued later, once each, and can still be paid', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-01');
  const users = new TestUsers().put(1, paying({ 'rastro.billingPrice': 100 }));
  const deps = createTestDeps(storage, users, clock);
  await runJob(deps);
  clock.put('2026-08-20');
  await runJob(deps);
  clock.put('2026-06-20');
  await runJob(deps);
  assert.deepEqual((await allOf(storage)).map(brief), [
    [1, '2026-05', '2026-05-10', 100, 0],
    [1, '2026-06', '2026-08-25', 100, 0],
    [1, '2026-07', '2026-08-25', 100, 0],
    [1, '2026-08', '2026-08-25', 100, 0],
  ]);
});

test('[BILL-4] who is no customer for a while is not billed for it when he comes back', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-01');
  const users = new TestUsers().put(1, paying({ 'rastro.billingPrice': 100 }));
  const deps = createTestDeps(storage, users, clock);
  await runJob(deps);
  users.put(1);
  clock.put('2026-05-20');
  await runJob(deps);
  users.put(1, paying({ 'rastro.billingPrice': 100 }));
  for (const day of ['2026-09-20', '2026-10-01']) {
    clock.put(day);
    await runJob(deps);
  }
  assert.deepEqual(
    (await allOf(storage)).map(({ month }) => month),
    ['2026-05', '2026-10'],
  );
});

test('[BILL-5] an invoice is issued by the nearest reseller above; a reseller pays for all vehicles below him once', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-04-01');
  const users = new TestUsers()
    .put(1, paying({ 'rastro.reseller': true }))
    .put(2, paying({ 'rastro.subReseller': true }), [1])
    .put(3, {}, [2])
    .put(4, paying(), [3])
    .put(5, paying());
  for (const id of [2, 4, 5]) users.devices.set(id, [device(10, 3000)]);
  users.devices.set(3, [device(11, 6000)]);
  const deps = createTestDeps(storage, users, clock);
  for (const day of ['2026-04-01', '2026-05-01']) {
    clock.put(day);
    await runJob(deps);
  }
  assert.deepEqual(
    (await allOf(storage)).map(({ customerId, issuerId, value }) => [customerId, issuerId, value]),
    [
      [1, 0, 9000],
      [2, 1, 9000],
      [4, 2, 3000],
      [5, 0, 3000],
    ],
  );
});

test('[BILL-6] what is past its due date is overdue; of a provider only when he is silent', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-01');
  const users = new TestUsers()
    .put(1, paying({ 'rastro.billingPrice': 100 }))
    .put(2, paying({ 'rastro.billingPrice': 100 }), [3])
    .put(3, { 'rastro.reseller': true });
  const deps = createTestDeps(storage, users, clock, {
    providerOf: async (issuerId) => (issuerId === 3 ? 'asaas' : 'manual'),
  });
  const statuses = async (day: string) => {
    clock.put(day);
    await runJob(deps);
    return (await allOf(storage)).map(({ status }) => status);
  };
  assert.deepEqual(await statuses('2026-05-10'), ['GENERATED', 'PENDING']);
  assert.deepEqual(await statuses('2026-05-11'), ['OVERDUE', 'PENDING']);
  assert.deepEqual(await statuses('2026-05-13'), ['OVERDUE', 'OVERDUE']);
});

test('[BILL-22] whoever has no terms of his own has those of his issuer', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-01');
  const users = new TestUsers()
    .put(1, paying({ 'rastro.billingPrice': 100 }))
    .put(2, paying({ 'rastro.billingPrice': 100, 'rastro.billingInterest': 2 }));
  const usual = { ...NO_TERMS, fine: { amount: 200, mode: 'percent' } } as const;
  await runJob(createTestDeps(storage, users, clock, { usualTermsOf: async () => usual }));
  assert.deepEqual(
    (await allOf(storage)).map(({ terms }) => terms),
    [usual, { ...NO_TERMS, interest: 200 }],
  );
});

test('[BILL-7] switched off, or with nobody to ask, nothing is issued', async (t) => {
  const { storage } = await openTestStore(t);
  const clock = new SetClock('2026-05-01');
  const users = new TestUsers().put(1, paying({ 'rastro.billingPrice': 100 }));
  await runJob(createTestDeps(storage, users, clock, { source: null }));
  await runJob(createTestDeps(storage, users, clock, { plus: false }));
  users.attributes = {};
  await runJob(createTestDeps(storage, users, clock));
  assert.deepEqual(await allOf(storage), []);
});

const PRICED = [1, 2, 3];
/** Days that pass (or, negative, that a clock goes back), and what happens to a turn. */
const step = fc.record({
  days: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 12 }) },
    fc.integer({ min: -40, max: 70 }),
  ),
  fate: fc.constantFrom('done', 'done', 'killed', 'two nodes'),
  killedAt: fc.integer({ min: 0, max: 3 }),
  sold: fc.nat(5),
});

/** A store whose process dies at a write. */
function dyingAt(storage: ExtensionStorage, write: number): ExtensionStorage {
  let left = write;
  const die =
    <A, R>(work: (one: A) => Promise<R>) =>
    async (one: A): Promise<R> => {
      if (left-- === 0) throw new Error('killed');
      return work(one);
    };
  return {
    ...storage,
    saveCustomerCheck: die((one) => storage.saveCustomerCheck(one)),
    issueInvoices: die((one) => storage.issueInvoices(one)),
    changeInvoice: die((one) => storage.changeInvoice(one)),
    commit: die((one) => storage.commit(one)),
  };
}

test('[BILL-8] over months of random days, with clocks set, processes killed and two at once: one invoice per customer and month', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const { storage, folder } = await openTestStore(t);
      const other = await openExtensionStorage({ folder });
      const clock = new SetClock('2026-01-05');
      const users = new TestUsers();
      for (const id of PRICED) users.put(id, paying({ 'rastro.billingPrice': 100 * id }));
      for (const id of [4, 5, 6]) users.put(id, paying());
      await runJob(createTestDeps(storage, users, clock));
      const isForward = steps.every(({ days }) => days >= 0);
      let day = addDays('2026-01-05', 0);
      let [latest, owner] = [day, 4];
      for (const { days, fate, killedAt, sold } of steps) {
        day = addDays(day, days);
        latest = day > latest ? day : latest;
        clock.put(day);
        users.devices.delete(owner);
        owner = 4 + (sold % 3);
        users.devices.set(owner, [device(77, 3000)]);
        const deps = createTestDeps(storage, users, clock);
        if (fate === 'killed')
          await runJob(createTestDeps(dyingAt(storage, killedAt), users, clock)).catch(() => {});
        await Promise.all([
          runJob(deps, 'a'),
          fate === 'two nodes' ? runJob(createTestDeps(other, users, clock), 'b') : null,
        ]);
      }
      await other.close();
      const invoices = await allOf(storage);
      const keys = invoices.map(({ customerId, month }) => `${customerId} ${month}`);
      assert.equal(new Set(keys).size, keys.length);
      for (const id of PRICED) {
        const months = invoices.flatMap(({ customerId, month }) =>
          customerId === id && month ? [month] : [],
        );
        const wanted = monthsBetween('2026-01', monthOfDay(latest));
        assert.deepEqual(months.toSorted(), wanted, 'no month is left out');
      }
      if (isForward) await noDayTwice(storage, invoices);
      const open = await storage.invoiceSums({
        issuers: null,
        statuses: INVOICE_STATUSES.filter(isOpen),
        dueFrom: null,
        dueTo: null,
      });
      let booked = 0;
      for (const { id } of invoices) for (const { amount } of await storage.ledgerOf(id)) booked += amount;
      const total = invoices.reduce((sum, invoice) => sum + amountDue(invoice), 0);
      assert.deepEqual([open.reduce((sum, { value }) => sum + value, 0), booked], [total, total]);
    }),
    { numRuns: 15 },
  );
});
const monthOfDay = (day: string): `${number}-${string}` => `${Number(day.slice(0, 4))}-${day.slice(5, 7)}`;

/** However often a vehicle is sold on, nobody pays for a day of it that another customer pays for. */
async function noDayTwice(storage: ExtensionStorage, invoices: readonly StoredInvoice[]): Promise<void> {
  const days = new Map<string, number>();
  for (const { id, month } of invoices)
    for (const line of await storage.linesOfInvoice(id)) {
      const key = `${month} ${line.deviceId}`;
      days.set(key, (days.get(key) ?? 0) + line.days);
    }
  for (const [key, count] of days) {
    const [month = ''] = key.split(' ');
    assert.ok(count <= daysIn(addMonths(monthOfDay(month), -1)), `${key}: ${count} days`);
  }
}
