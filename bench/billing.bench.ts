// The first of a month: customers with ten vehicles each are checked and invoiced. Then the first page of all invoices.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, DAY_MS, systemClock, WEEK_MS } from '@rastro/base';
import { invoiceJob, createBillingDeps, type UserSource, type SourceUser } from '@rastro/extension';
import { INVOICE_STATUSES, isOpen, NO_TERMS } from '@rastro/fleet/billing';
import {
  openExtensionStorage,
  type ExtensionStorage,
  type InvoiceQuery,
  type NewInvoice,
} from '@rastro/storage';
import { printFigure, rounded } from './support/print-figure.ts';

const DEVICES_EACH = 10;
const BATCH = 5000;
const ROUNDS = 9;

async function inStore(measure: (storage: ExtensionStorage) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-bench-'));
  const storage = await openExtensionStorage({ folder });
  await measure(storage);
  await storage.close();
  rmSync(folder, { recursive: true });
}

const ACCOUNT = {
  email: '',
  administrator: false,
  disabled: false,
  expirationTime: null,
  deviceLimit: -1,
  userLimit: 0,
} as const;

async function measureMonth(storage: ExtensionStorage, customers: number): Promise<void> {
  const people = Array.from({ length: customers }, (_, at): SourceUser => ({
    id: at + 1,
    name: `Customer ${at + 1}`,
    attributes: { 'rastro.billingEnabled': true, 'rastro.billingFirstDueDay': 10 },
    managers: [],
    account: ACCOUNT,
  }));
  const source: UserSource = {
    server: async () => ({ attributes: { 'rastro.enableBilling': true }, forceSettings: false }),
    users: async () => people,
    contacts: async () => new Map(),
    lastSeen: async () => new Map(),
    devicesOf: async (userId) =>
      Array.from({ length: DEVICES_EACH }, (_, at) => ({
        deviceId: userId * DEVICES_EACH + at,
        monthlyValue: 4990 + at,
      })),
  };
  let now = Date.parse('2026-04-01T12:00:00Z');
  const clock: Clock = { now: () => now, sleep: (ms, signal) => systemClock.sleep(ms, signal) };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const parts = {
    storage,
    source: source,
    clock,
    log,
    audit: null,
    brand: 'rastro',
    product: 'Rastro',
    brandNameOf: () => null,
    plus: true,
  };
  const asked = {
    providerOf: async () => 'manual' as const,
    pixOf: async () => null,
    usualTermsOf: async () => NO_TERMS,
  };
  const job = invoiceJob(createBillingDeps({ ...parts, ...asked }));
  const turn = async (day: string): Promise<number> => {
    now = Date.parse(`${day}T12:00:00Z`);
    const lease = { name: job.name, owner: 'bench' };
    await storage.takeLease({ ...lease, now, until: now + WEEK_MS });
    const save = async (part: object): Promise<void> => storage.commit({ ...part, under: lease });
    const started = performance.now();
    await save(await job.perform(now, { signal: new AbortController().signal, lease, save }));
    return performance.now() - started;
  };
  const firstLookMs = await turn('2026-04-01');
  const quietDayMs = await turn('2026-04-02');
  const invoicedMs = await turn('2026-05-01');
  const sums = await storage.invoiceSums({ issuers: null, statuses: null, dueFrom: null, dueTo: null });
  const issued = sums.reduce((sum, { count }) => sum + count, 0);
  if (issued !== customers) throw new Error(`Cannot measure: ${issued} of ${customers} invoices were issued`);
  printFigure('billing.month', {
    n: customers,
    firstLookMs: rounded(firstLookMs),
    quietDayMs: rounded(quietDayMs),
    invoicedMs: rounded(invoicedMs),
  });
}

const FIRST_DUE = Date.parse('2022-01-01T00:00:00Z');
const ISSUERS = 50;
const CUSTOMERS = 20_000;
/** A reseller who has issued hardly anything. */
const TINY = 999;
const TINY_EVERY = 50_000;
const dayOf = (at: number): NewInvoice['dueDate'] => {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-');
  return `${Number(year)}-${month}-${day}`;
};

/** Most are paid, one in twenty is open, and one of a million is disputed. */
function madeInvoice(at: number, all: number): NewInvoice {
  const customerId = (at % CUSTOMERS) + 1;
  const dueDate = dayOf(FIRST_DUE + Math.floor((at / all) * 1800) * DAY_MS);
  return {
    issuerId: at % TINY_EVERY === 0 ? TINY : customerId % ISSUERS,
    customerId,
    customerName: `Customer ${customerId}`,
    customerKey: `customer ${customerId}`,
    month: null,
    dueDate,
    originalDueDate: dueDate,
    value: 1000 + ((at * 7919) % 100_000),
    status: at === 0 ? 'CHARGEBACK_DISPUTE' : at % 20 === 0 ? 'OVERDUE' : 'RECEIVED',
    count: DEVICES_EACH,
    description: 'Tracking',
    terms: NO_TERMS,
    reason: null,
    provider: 'manual',
    createdAt: 0,
    lines: [],
  };
}

async function measurePages(storage: ExtensionStorage, invoices: number): Promise<void> {
  for (let at = 0; at < invoices; at += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, each) => madeInvoice(at + each, invoices));
    await storage.issueInvoices({ invoices: batch, userId: 0 });
  }
  const none = { issuers: null, customerId: null, statuses: null, dueFrom: null, dueTo: null, text: null };
  const page: InvoiceQuery = { ...none, sort: 'dueDate', isDescending: true, after: null, limit: 50 };
  const open = INVOICE_STATUSES.filter(isOpen);
  const questions = {
    newestMs: () => storage.invoices(page),
    openByValueMs: () => storage.invoices({ ...page, sort: 'value', statuses: open }),
    oneResellerMs: () => storage.invoices({ ...page, issuers: [7] }),
    oneCustomerMs: () => storage.invoices({ ...page, text: 'customer 12345' }),
    manyNamesMs: () => storage.invoices({ ...page, text: 'customer 1', sort: 'customer' }),
    rareStatusMs: () => storage.invoices({ ...page, statuses: ['CHARGEBACK_DISPUTE'], isDescending: true }),
    rareByValueMs: () => storage.invoices({ ...page, statuses: ['CHARGEBACK_DISPUTE'], sort: 'value' }),
    rareOfResellerMs: () =>
      storage.invoices({ ...page, statuses: ['CHARGEBACK_DISPUTE'], issuers: [7], sort: 'paidDate' }),
    openByNameMs: () => storage.invoices({ ...page, sort: 'customer', statuses: open, isDescending: false }),
    openByPaidMs: () => storage.invoices({ ...page, sort: 'paidDate', statuses: open }),
    tinyResellerMs: () => storage.invoices({ ...page, issuers: [TINY] }),
    tinyResellerByValueMs: () =>
      storage.invoices({ ...page, issuers: [TINY], statuses: open, sort: 'value' }),
    noNameMs: () => storage.invoices({ ...page, text: 'nobody of this name' }),
    deepMs: () => storage.invoices({ ...page, after: { key: '2022-02-01', id: 5 } }),
    deepOpenByValueMs: () =>
      storage.invoices({ ...page, sort: 'value', statuses: open, after: { key: 1100, id: 5 } }),
    deepManyNamesMs: () =>
      storage.invoices({
        ...page,
        text: 'customer 1',
        sort: 'customer',
        isDescending: false,
        after: { key: 'customer 19000', id: 5 },
      }),
    summaryMs: () => storage.invoiceSums({ issuers: null, statuses: open, dueFrom: null, dueTo: null }),
  };
  const figures: Record<string, number> = { n: invoices };
  for (const [name, ask] of Object.entries(questions)) figures[name] = rounded(await slowest(ask));
  printFigure('billing.page', figures);
}

/** Returns the slowest of some runs, after a first one that reads the data. */
async function slowest(ask: () => Promise<unknown>): Promise<number> {
  await ask();
  let most = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await ask();
    most = Math.max(most, performance.now() - started);
  }
  return most;
}

for (const customers of [2000, 20_000]) await inStore((storage) => measureMonth(storage, customers));
for (const invoices of [100_000, 1_000_000]) await inStore((storage) => measurePages(storage, invoices));
