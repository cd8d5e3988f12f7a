import {
  addDays,
  addMonths,
  amountDue,
  dateIn,
  isOpen,
  isPaid,
  monthOf,
  type CivilMonth,
} from '@rastro/fleet/billing';
import type { ExtensionStorage, StoredInvoice } from '@rastro/storage';
import { canBePaid, type SimProvider } from './sim-provider.ts';
import { ZONE } from './server-billing.ts';

/** Billing checks within some minutes, but the world may fall asleep before. */
const FIRST_CHECK_DAYS = 20;

interface BilledWorld {
  readonly storage: ExtensionStorage;
  readonly provider: SimProvider;
  /** Customers who pay a price each month. */
  readonly customers: readonly number[];
  /** By the clock of the server. */
  readonly now: number;
  /** When billing was switched on. */
  readonly since: number;
  /** By customer: the first month that must have an invoice. */
  readonly billedFrom: ReadonlyMap<number, CivilMonth>;
}

/** One invoice for a month and customer, a ledger that says what is owed, and a provider that says the same. */
export async function billingViolations(world: BilledWorld): Promise<readonly string[]> {
  const { storage } = world;
  const invoices = await allInvoices(storage);
  const found = world.customers.flatMap((customer) => monthsOf(customer, invoices, world));
  for (const invoice of invoices) found.push(...(await invoiceFaults(invoice, world)));
  const open = await storage.openProviderEvents(10);
  if (open.length > 0) found.push(`${open.length} messages of the provider still wait`);
  const received = await storage.receivedSums(null, { from: '2020-01', to: '2099-12' });
  const sum = received.reduce((total, { value }) => total + value, 0);
  const paid = invoices
    .filter(({ status }) => isPaid(status))
    .reduce((total, { paidValue, value }) => total + (paidValue ?? value), 0);
  if (sum !== paid) found.push(`payments of ${paid} are counted as ${sum}`);
  return found;
}

function monthsOf(
  customer: number,
  invoices: readonly StoredInvoice[],
  { now, since, billedFrom }: BilledWorld,
): string[] {
  const months = invoices
    .flatMap(({ customerId, month }) => (customerId === customer && month !== null ? [month] : []))
    .toSorted();
  const found: string[] = [];
  const [first] = months;
  const last = months.at(-1);
  const today = monthOf(dateIn(ZONE, now));
  if (first === undefined || last === undefined) {
    // Somebody whose day is past when billing checks first is billed from the next month on.
    const checked = monthOf(addDays(dateIn(ZONE, since), FIRST_CHECK_DAYS));
    const isDue = (billedFrom.get(customer) ?? addMonths(checked, 1)) <= today;
    return isDue ? [`customer ${customer} has no invoice`] : [];
  }
  for (const [at, month] of months.entries())
    if (month === months[at - 1]) found.push(`customer ${customer} has two invoices for ${month}`);
  const from = billedFrom.get(customer) ?? first;
  for (let month = from < first ? from : first; month <= last; month = addMonths(month, 1))
    if (!months.includes(month)) found.push(`customer ${customer} has no invoice for ${month}`);
  if (last < today) found.push(`customer ${customer} has no invoice after ${last}`);
  return found;
}

async function invoiceFaults(invoice: StoredInvoice, { storage, provider }: BilledWorld): Promise<string[]> {
  const { id, status, charge } = invoice;
  const name = `invoice ${id} (${status})`;
  const found: string[] = [];
  const ledger = await storage.ledgerOf(id);
  const booked = ledger.reduce((sum, { amount }) => sum + amount, 0);
  if (booked !== amountDue(invoice))
    found.push(`${name}: the ledger says ${booked}, ${amountDue(invoice)} is owed`);
  const events = ledger.flatMap(({ eventId, to }) => (eventId === null ? [] : [`${eventId} ${to}`]));
  if (new Set(events).size < events.length) found.push(`${name}: a message counted twice`);
  const payments = [...provider.asaas.account.payments.values()];
  const own = payments.filter(({ externalReference }) => externalReference?.endsWith(`-${id}`));
  const live = own.filter(({ deleted }) => !deleted);
  const isReported = ledger.some(({ kind }) => kind === 'conflict');
  if (live.filter(canBePaid).length > 1) found.push(`${name}: it can be paid twice`);
  if (live.length > 1 && !isReported) found.push(`${name}: it was paid twice, and nobody is told`);
  if (isOpen(status) && charge === null) found.push(`${name}: it is not charged`);
  const theirs = payments.find((payment) => payment.id === charge?.id);
  if (!theirs) return live.length > 0 ? [...found, `${name}: a charge that nobody knows`] : found;
  const theirStatus = theirs.deleted ? 'CANCELED' : theirs.status;
  const isSame = theirStatus === status || (theirStatus === 'PENDING' && status === 'OVERDUE');
  if (!isSame && !isReported) found.push(`${name}: the provider says ${theirStatus}`);
  return found;
}

const ANY = { issuers: null, customerId: null, statuses: null, dueFrom: null, dueTo: null, text: null };
export async function allInvoices(storage: ExtensionStorage): Promise<readonly StoredInvoice[]> {
  const page = { sort: 'dueDate', isDescending: false, after: null, limit: 10_000 } as const;
  return (await storage.invoices({ ...ANY, ...page })).invoices;
}
