import { attributeName, foldText, SERVER_ATTRIBUTES, USER_ATTRIBUTES } from '@rastro/fleet';
import { changeStatus, type BillingRoom } from '@rastro/extension';
import { addDays, addMonths, dayOf, monthOf, NO_TERMS, type InvoiceStatus } from '@rastro/fleet/billing';
import type { Tracker } from '@rastro/tracker';

const PRICE = 149_900;
const DUE_DAY = 28;
/** What became of the invoices of the months before, oldest first; the last is open. */
const PAST: readonly InvoiceStatus[] = [
  'RECEIVED_IN_CASH',
  'RECEIVED_IN_CASH',
  'RECEIVED_IN_CASH',
  'CANCELED',
  'OVERDUE',
  'GENERATED',
];
const FORGIVEN = 'Mês de cortesia';

const TERMS = [
  ['billing', true],
  ['firstDueDay', DUE_DAY],
  ['price', PRICE],
  ['fine', 2],
  ['fineMode', 'percent'],
  ['interest', 1],
  ['description', 'Rastreamento de 60 veículos'],
] as const;

/** Money is taken here, and the customer pays by the month. */
export async function addBilling(directory: Tracker['directory'], brand: string): Promise<void> {
  const { users, server } = directory;
  const switches = { [attributeName(brand, SERVER_ATTRIBUTES.enableBilling)]: true };
  await directory.updateServer({ ...server, attributes: { ...server.attributes, ...switches } });
  const customer = users.byKey('customer@demo.rastro');
  if (!customer) return;
  const terms = TERMS.map(([key, value]) => [attributeName(brand, USER_ATTRIBUTES[key]), value] as const);
  await users.update({ ...customer, attributes: { ...customer.attributes, ...Object.fromEntries(terms) } });
}

/** Half a year of invoices, so that the screens of money show what they are for. */
export async function addInvoices(directory: Tracker['directory'], billing: BillingRoom): Promise<void> {
  const customer = directory.users.byKey('customer@demo.rastro');
  if (!customer) return;
  const { storage, clock } = billing;
  const today = await billing.today();
  const invoices = PAST.map((status, at) => {
    const month = addMonths(monthOf(today), at + 1 - PAST.length);
    const dueDate = dayOf(month, DUE_DAY);
    return {
      issuerId: 0,
      customerId: customer.id,
      customerName: customer.name,
      customerKey: foldText(customer.name),
      month,
      dueDate,
      originalDueDate: dueDate,
      value: PRICE,
      status: status === 'OVERDUE' ? status : ('GENERATED' as const),
      count: 0,
      description: 'Rastreamento de 60 veículos',
      terms: { ...NO_TERMS, fine: { amount: 200, mode: 'percent' as const }, interest: 100 },
      reason: null,
      provider: 'manual' as const,
      createdAt: clock.now(),
      lines: [],
    };
  });
  const ids = await storage.issueInvoices({ invoices, userId: 0 });
  for (const [at, id] of ids.entries()) {
    const [invoice, to] = [invoices[at], PAST[at]];
    if (id === null || !invoice || !to || to === invoice.status) continue;
    const by = { userId: 0, address: '', provider: null, eventId: null, paidValue: null } as const;
    const reason = to === 'CANCELED' ? FORGIVEN : null;
    await changeStatus(billing, id, { ...by, to, reason, day: addDays(invoice.dueDate, -2) });
  }
}
