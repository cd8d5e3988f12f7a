import { foldText } from '@rastro/fleet';
import {
  addMonths,
  billingOf,
  dayOf,
  dueMonths,
  firstMonth,
  invoiceOfMonth,
  monthOf,
  stepOwnership,
  termsOrUsual,
  type BilledDevice,
  type CivilDate,
  type CustomerBilling,
  type PaymentProviderName,
  type PaymentTerms,
  type PresentDevice,
} from '@rastro/fleet/billing';
import type { Lease, NewInvoice, StoredCustomer } from '@rastro/storage';
import type { BillingDeps } from './billing-deps.ts';
import type { UserSource, SourceUser } from './user-source.ts';
import type { ResellerTree } from './reseller-tree.ts';

/** Customers of one commit: small enough to be done again, large enough to be fast. */
const BATCH_SIZE = 500;

/** One look at everybody who pays, by one process. */
export interface BillingRun {
  readonly today: CivilDate;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}
interface Customer {
  readonly user: SourceUser;
  readonly billing: CustomerBilling;
}

/**
 * Determines who owns which vehicles, then issues the due invoices: for each customer ownership first, then invoices.
 * Run again after an interruption, it finds existing invoices and makes none twice.
 * @returns the number of issued invoices.
 */
export async function issueInvoices(
  deps: BillingDeps,
  source: UserSource,
  billingRun: BillingRun,
): Promise<number> {
  const tree = await deps.tree();
  const customers = (await source.users(billingRun.signal))
    .flatMap((sourceUser): Customer[] => {
      const billing = billingOf(sourceUser.attributes, deps.brand);
      return billing ? [{ user: sourceUser, billing }] : [];
    })
    .toSorted((a, b) => a.user.id - b.user.id);
  let issued = 0;
  for (let at = 0; at < customers.length; at += BATCH_SIZE) {
    billingRun.signal.throwIfAborted();
    issued += await processBatch(
      { deps, source: source, tree, run: billingRun },
      customers.slice(at, at + BATCH_SIZE),
    );
  }
  await endFormer(deps, billingRun);
  return issued;
}

interface Pass {
  readonly deps: BillingDeps;
  readonly source: UserSource;
  readonly tree: ResellerTree;
  readonly run: BillingRun;
}
type Known = ReadonlyMap<number, readonly BilledDevice[]>;

async function processBatch({ deps, source, tree, run }: Pass, part: readonly Customer[]): Promise<number> {
  const { storage } = deps;
  const { today, lease: under, signal } = run;
  const ids = part.map(({ user }) => user.id);
  const before = new Map((await storage.customers(ids)).map((each) => [each.customerId, each]));
  const known: Known = new Map(
    (await storage.devicesOfCustomers(ids)).map(({ customerId, rows }) => [customerId, rows]),
  );
  const updates = [];
  for (const { user, billing } of part) {
    const present = await devicesFor(source, tree, user.id, signal);
    const rows = known.get(user.id) ?? [];
    updates.push(
      updateCustomer(
        { user, billing, issuerId: tree.issuerOf(user.id) },
        { rows, present, before: before.get(user.id), today },
      ),
    );
  }
  await storage.saveCustomerCheck({
    customers: updates.flatMap(({ customer, isChanged }) => (isChanged ? [customer] : [])),
    devices: updates.flatMap(({ customer, rows, areRowsChanged }) =>
      areRowsChanged ? [{ customerId: customer.customerId, rows }] : [],
    ),
    under,
  });
  const issuers = new Map<number, Promise<IssuerTerms>>();
  const invoices: NewInvoice[] = [];
  const done: { customerId: number; nextMonth: StoredCustomer['nextMonth'] }[] = [];
  for (const each of updates) {
    const months = dueMonths(each.customer.nextMonth, today);
    if (months.length === 0) continue;
    const { issuerId } = each.customer;
    const asked = issuers.get(issuerId) ?? issuerTermsOf(deps, issuerId);
    issuers.set(issuerId, asked);
    invoices.push(...monthly(each, { ...(await asked), months, today, createdAt: deps.clock.now() }));
    done.push({ customerId: each.customer.customerId, nextMonth: addMonths(monthOf(today), 1) });
  }
  if (done.length === 0) return 0;
  const issued = await storage.issueInvoices({ invoices, userId: 0, done, under });
  return issued.filter((id) => id !== null).length;
}

interface IssuerTerms {
  readonly provider: PaymentProviderName;
  readonly usualTerms: PaymentTerms;
}
const issuerTermsOf = async (deps: BillingDeps, issuerId: number): Promise<IssuerTerms> => ({
  provider: await deps.providerOf(issuerId),
  usualTerms: await deps.usualTermsOf(issuerId),
});

/** Devices that a customer pays for: a reseller pays for those of everybody below, once each. */
async function devicesFor(
  source: UserSource,
  tree: ResellerTree,
  userId: number,
  signal: AbortSignal,
): Promise<readonly PresentDevice[]> {
  const own = await source.devicesOf(userId, signal);
  if (!tree.isReseller(userId)) return own;
  const all = new Map(own.map((device) => [device.deviceId, device]));
  for (const id of tree.below(userId))
    for (const device of await source.devicesOf(id, signal))
      if (!all.has(device.deviceId)) all.set(device.deviceId, device);
  return [...all.values()];
}

interface CustomerUpdate {
  readonly customer: StoredCustomer;
  readonly isChanged: boolean;
  readonly rows: readonly BilledDevice[];
  readonly areRowsChanged: boolean;
  readonly user: SourceUser;
  readonly billing: CustomerBilling;
}

function updateCustomer(
  { user, billing, issuerId }: Customer & { readonly issuerId: number },
  {
    rows: former,
    present,
    before,
    today,
  }: {
    readonly rows: readonly BilledDevice[];
    readonly present: readonly PresentDevice[];
    readonly before: StoredCustomer | undefined;
    readonly today: CivilDate;
  },
): CustomerUpdate {
  // Who comes back is not billed for the time between.
  const nextMonth = before?.isActive
    ? before.nextMonth
    : latest(before?.nextMonth, firstMonth(today, billing.dueDay));
  // What was before the months that are still to be billed is not needed any more.
  const retainedFrom = dayOf(addMonths(nextMonth, -1), 1);
  const stepped = stepOwnership(former, present, { today, lookedOn: before?.checkedOn ?? null });
  const rows = stepped.filter(({ until }) => until === null || until >= retainedFrom);
  const forecast = billing.price ?? present.reduce((sum, { monthlyValue }) => sum + monthlyValue, 0);
  const customer = { customerId: user.id, issuerId, nextMonth, checkedOn: today, isActive: true, forecast };
  const isSame = rows.length === former.length && rows.every((row, at) => row === former[at]);
  return { user, billing, customer, isChanged: !isEqual(before, customer), rows, areRowsChanged: !isSame };
}

const latest = <T extends string>(a: T | undefined, b: T): T => (a !== undefined && a > b ? a : b);
const isEqual = (a: StoredCustomer | undefined, b: StoredCustomer): boolean =>
  a !== undefined && JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b));

function monthly(
  { user, billing, customer, rows }: CustomerUpdate,
  {
    months,
    provider,
    usualTerms,
    today,
    createdAt,
  }: IssuerTerms & {
    readonly months: readonly StoredCustomer['nextMonth'][];
    readonly today: CivilDate;
    readonly createdAt: number;
  },
): readonly NewInvoice[] {
  return months.flatMap((month) => {
    const made = invoiceOfMonth(billing, rows, { month, today });
    if (made === null) return [];
    return [
      {
        ...made,
        month,
        originalDueDate: made.dueDate,
        issuerId: customer.issuerId,
        customerId: user.id,
        customerName: user.name,
        customerKey: foldText(user.name),
        status: provider === 'manual' ? 'GENERATED' : 'PENDING',
        description: billing.description,
        terms: termsOrUsual(billing.terms, usualTerms),
        reason: null,
        provider,
        createdAt,
      } as const,
    ];
  });
}

/** Ends former customers: their vehicles count up to the day they were last seen as customers. */
async function endFormer(
  { storage }: BillingDeps,
  { today, lease: under, signal }: BillingRun,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const former = await storage.customersUnseen(today, 0, BATCH_SIZE);
    if (former.length === 0) return;
    const ids = former.map(({ customerId }) => customerId);
    const devices = (await storage.devicesOfCustomers(ids)).map(({ customerId, rows }) => {
      const checkedOn = former.find((each) => each.customerId === customerId)?.checkedOn ?? null;
      return { customerId, rows: stepOwnership(rows, [], { today, lookedOn: checkedOn }) };
    });
    const customers = former.map((each) => ({ ...each, isActive: false, forecast: 0, checkedOn: today }));
    await storage.saveCustomerCheck({ customers, devices, under });
  }
}
