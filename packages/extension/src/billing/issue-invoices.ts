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
  type InvoiceProvider,
  type PaymentTerms,
  type PresentDevice,
} from '@rastro/fleet/billing';
import type { Lease, NewInvoice, StoredCustomer } from '@rastro/storage';
import type { BillingRoom } from './billing-room.ts';
import type { PeopleSource, Person } from './people-source.ts';
import type { ResellerTree } from './reseller-tree.ts';

/** Customers of one commit: small enough to be done again, large enough to be fast. */
const PART = 500;

/** One look at everybody who pays, by one process. */
export interface Look {
  readonly today: CivilDate;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}
interface Customer {
  readonly person: Person;
  readonly billing: CustomerBilling;
}

/**
 * Looks whose vehicles they are, and issues what is due, part by part: of each customer ownership first, then his
 * invoices. Done again, from wherever it broke off, it finds what is there and makes nothing twice.
 * @returns how many invoices were issued.
 */
export async function issueInvoices(room: BillingRoom, source: PeopleSource, look: Look): Promise<number> {
  const tree = await room.tree();
  const customers = (await source.people(look.signal))
    .flatMap((person): Customer[] => {
      const billing = billingOf(person.attributes, room.brand);
      return billing ? [{ person, billing }] : [];
    })
    .toSorted((a, b) => a.person.id - b.person.id);
  let issued = 0;
  for (let at = 0; at < customers.length; at += PART) {
    look.signal.throwIfAborted();
    issued += await lookAtPart({ room, source, tree, look }, customers.slice(at, at + PART));
  }
  await endFormer(room, look);
  return issued;
}

interface Pass {
  readonly room: BillingRoom;
  readonly source: PeopleSource;
  readonly tree: ResellerTree;
  readonly look: Look;
}
type Known = ReadonlyMap<number, readonly BilledDevice[]>;

async function lookAtPart({ room, source, tree, look }: Pass, part: readonly Customer[]): Promise<number> {
  const { storage } = room;
  const { today, lease: under, signal } = look;
  const ids = part.map(({ person }) => person.id);
  const before = new Map((await storage.customers(ids)).map((each) => [each.customerId, each]));
  const known: Known = new Map(
    (await storage.devicesOfCustomers(ids)).map(({ customerId, rows }) => [customerId, rows]),
  );
  const looks = [];
  for (const { person, billing } of part) {
    const present = await devicesFor(source, tree, person.id, signal);
    const rows = known.get(person.id) ?? [];
    looks.push(
      lookAt(
        { person, billing, issuerId: tree.issuerOf(person.id) },
        { rows, present, before: before.get(person.id), today },
      ),
    );
  }
  await storage.keepLook({
    customers: looks.flatMap(({ customer, isChanged }) => (isChanged ? [customer] : [])),
    devices: looks.flatMap(({ customer, rows, areRowsChanged }) =>
      areRowsChanged ? [{ customerId: customer.customerId, rows }] : [],
    ),
    under,
  });
  const issuers = new Map<number, Promise<IssuerFacts>>();
  const invoices: NewInvoice[] = [];
  const done: { customerId: number; nextMonth: StoredCustomer['nextMonth'] }[] = [];
  for (const each of looks) {
    const months = dueMonths(each.customer.nextMonth, today);
    if (months.length === 0) continue;
    const { issuerId } = each.customer;
    const asked = issuers.get(issuerId) ?? factsOfIssuer(room, issuerId);
    issuers.set(issuerId, asked);
    invoices.push(...monthly(each, { ...(await asked), months, today, createdAt: room.clock.now() }));
    done.push({ customerId: each.customer.customerId, nextMonth: addMonths(monthOf(today), 1) });
  }
  if (done.length === 0) return 0;
  const issued = await storage.issueInvoices({ invoices, userId: 0, done, under });
  return issued.filter((id) => id !== null).length;
}

interface IssuerFacts {
  readonly provider: InvoiceProvider;
  readonly usualTerms: PaymentTerms;
}
const factsOfIssuer = async (room: BillingRoom, issuerId: number): Promise<IssuerFacts> => ({
  provider: await room.providerOf(issuerId),
  usualTerms: await room.usualTermsOf(issuerId),
});

/** A reseller pays for the vehicles of everybody below him, once each. */
async function devicesFor(
  source: PeopleSource,
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

interface LookAt {
  readonly customer: StoredCustomer;
  readonly isChanged: boolean;
  readonly rows: readonly BilledDevice[];
  readonly areRowsChanged: boolean;
  readonly person: Person;
  readonly billing: CustomerBilling;
}

function lookAt(
  { person, billing, issuerId }: Customer & { readonly issuerId: number },
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
): LookAt {
  // Who comes back is not billed for the time between.
  const nextMonth = before?.isActive
    ? before.nextMonth
    : latest(before?.nextMonth, firstMonth(today, billing.dueDay));
  // What was before the months that are still to be billed is not needed any more.
  const kept = dayOf(addMonths(nextMonth, -1), 1);
  const stepped = stepOwnership(former, present, { today, lookedOn: before?.lookedOn ?? null });
  const rows = stepped.filter(({ until }) => until === null || until >= kept);
  const forecast = billing.price ?? present.reduce((sum, { monthlyValue }) => sum + monthlyValue, 0);
  const customer = { customerId: person.id, issuerId, nextMonth, lookedOn: today, isActive: true, forecast };
  const isSame = rows.length === former.length && rows.every((row, at) => row === former[at]);
  return { person, billing, customer, isChanged: !isEqual(before, customer), rows, areRowsChanged: !isSame };
}

const latest = <T extends string>(a: T | undefined, b: T): T => (a !== undefined && a > b ? a : b);
const isEqual = (a: StoredCustomer | undefined, b: StoredCustomer): boolean =>
  a !== undefined && JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b));

function monthly(
  { person, billing, customer, rows }: LookAt,
  {
    months,
    provider,
    usualTerms,
    today,
    createdAt,
  }: IssuerFacts & {
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
        customerId: person.id,
        customerName: person.name,
        customerKey: foldText(person.name),
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

/** Who was a customer and is none any more: his vehicles are counted until he was. */
async function endFormer({ storage }: BillingRoom, { today, lease: under, signal }: Look): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const former = await storage.customersUnseen(today, 0, PART);
    if (former.length === 0) return;
    const ids = former.map(({ customerId }) => customerId);
    const devices = (await storage.devicesOfCustomers(ids)).map(({ customerId, rows }) => {
      const lookedOn = former.find((each) => each.customerId === customerId)?.lookedOn ?? null;
      return { customerId, rows: stepOwnership(rows, [], { today, lookedOn }) };
    });
    const customers = former.map((each) => ({ ...each, isActive: false, forecast: 0, lookedOn: today }));
    await storage.keepLook({ customers, devices, under });
  }
}
