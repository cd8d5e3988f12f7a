import {
  attributeName,
  DEVICE_ATTRIBUTES,
  foldText,
  SERVER_ATTRIBUTES,
  USER_ATTRIBUTES,
  type Attributes,
} from '@rastro/fleet';
import { changeStatus, type BillingDeps } from '@rastro/extension';
import {
  addDays,
  addMonths,
  billingOf,
  dayOf,
  duesOn,
  monthOf,
  NO_TERMS,
  type CivilDate,
  type CustomerBilling,
  type InvoiceStatus,
} from '@rastro/fleet/billing';
import type { Tracker } from '@rastro/tracker';
import { CUSTOMER, DIRECT_CUSTOMER } from './demo-accounts.ts';
import { DEMO_RESELLERS } from './demo-resellers.ts';

type Directory = Tracker['directory'];
type Terms = readonly (readonly [keyof typeof USER_ATTRIBUTES, string | number | boolean])[];

/** Outcome of an invoice: paid early, on the day or late, forgiven, unpaid after its day, open. */
type Fate = 'early' | 'paid' | 'late' | 'forgiven' | 'unpaid' | 'open';
interface Payer {
  readonly email: string;
  readonly terms: Terms;
  /** Month by month, oldest first; the last is the next that is due. */
  readonly fates: readonly Fate[];
}

const FORGIVEN = 'Mês de cortesia';
const FINE: Terms = [
  ['fine', 2],
  ['fineMode', 'percent'],
  ['interest', 1],
];
const EARLY: Terms = [
  ['discount', 5],
  ['discountMode', 'percent'],
  ['discountDays', 5],
];
const STRICT: Terms = [
  ['autoSuspension', true],
  ['autoSuspensionDays', 15],
  ['trustUnlock', true],
  ['trustUnlockDays', 3],
];
const monthly = (price: number, description: string): Terms => [
  ['price', price],
  ['description', description],
];
const GOOD: readonly Fate[] = ['paid', 'paid', 'early', 'paid', 'paid', 'open'];
const at = (key: string): string => `${key}@demo.rastro`;
const payer = (key: string, firstDueDay: number, fates: readonly Fate[], terms: Terms = []): Payer => ({
  email: at(key),
  terms: [...FINE, ['firstDueDay', firstDueDay], ['description', 'Rastreamento veicular'], ...terms],
  fates,
});

/** Customers and resellers, with what they pay and how. */
const PAYERS: readonly Payer[] = [
  {
    ...payer(
      'customer',
      28,
      ['paid', 'paid', 'late', 'forgiven', 'unpaid', 'open'],
      monthly(149_900, 'Rastreamento da frota'),
    ),
    email: CUSTOMER,
  },
  payer(DIRECT_CUSTOMER.key, 10, GOOD, EARLY),
  payer('bandeirante', 5, GOOD, monthly(49_900, 'Plataforma, até 50 rastreadores')),
  payer(
    'pampa',
    5,
    ['paid', 'paid', 'paid', 'late', 'paid', 'open'],
    monthly(39_900, 'Plataforma, até 30 rastreadores'),
  ),
  payer('padaria', 15, GOOD, EARLY),
  payer('clinica', 10, GOOD),
  payer('floricultura', 20, ['paid', 'late', 'paid', 'late', 'unpaid', 'open']),
  payer('clima', 12, ['paid', 'paid', 'paid', 'unpaid', 'unpaid', 'open']),
  payer('autoescola', 8, ['forgiven', 'early', 'early', 'early', 'early', 'open'], EARLY),
  payer('gas', 10, GOOD),
  payer('farmacia', 18, ['late', 'late', 'late', 'late', 'late', 'open']),
  payer('construtora', 5, ['paid', 'paid', 'paid', 'paid', 'unpaid', 'open']),
  payer('colegio', 25, GOOD, EARLY),
  payer('lavanderia', 10, ['paid', 'late', 'unpaid', 'unpaid', 'unpaid', 'open'], STRICT),
];

/** Cents a month for a vehicle of a customer of a reseller. */
const VEHICLE_PRICE = 6990;

/** Money is taken here, and every customer pays by the month. */
export async function addBilling(directory: Directory, brand: string): Promise<void> {
  const { users, server } = directory;
  const switches = { [attributeName(brand, SERVER_ATTRIBUTES.enableBilling)]: true };
  await directory.updateServer({ ...server, attributes: { ...server.attributes, ...switches } });
  for (const { email, terms } of PAYERS) {
    const user = users.byKey(email);
    if (!user) continue;
    const all: Terms = [['billing', true], ...terms];
    const named = all.map(([key, value]) => [attributeName(brand, USER_ATTRIBUTES[key]), value] as const);
    await users.update({ ...user, attributes: { ...user.attributes, ...Object.fromEntries(named) } });
  }
}

/** Price and installer of a customer's vehicle. */
export const installedBy = (groupName: string): Attributes => {
  const reseller = DEMO_RESELLERS.find(({ customers }) => customers.some(({ name }) => name === groupName));
  const isBilled = reseller !== undefined || groupName === DIRECT_CUSTOMER.name;
  return isBilled
    ? {
        [DEVICE_ATTRIBUTES.monthlyValue]: VEHICLE_PRICE,
        [DEVICE_ATTRIBUTES.installCompany]: reseller?.theme.title ?? 'Rastro',
        [DEVICE_ATTRIBUTES.installInstaller]: 'Equipe de campo',
      }
    : {};
};

/** Half a year of invoices, so that the screens of money show what they are for. */
export async function addInvoices(directory: Directory, billing: BillingDeps): Promise<void> {
  const today = await billing.today();
  for (const { email, fates } of PAYERS) {
    const user = directory.users.byKey(email);
    const terms = user && billingOf(user.attributes, billing.brand);
    if (!user || !terms) continue;
    const key = email.slice(0, email.indexOf('@'));
    const reseller = DEMO_RESELLERS.find(({ customers }) => customers.some((each) => each.key === key));
    const issuerId = (reseller && directory.users.byKey(at(reseller.key))?.id) ?? 0;
    await addInvoicesOf(
      billing,
      { id: user.id, name: user.name, issuerId, terms, ...vehiclesOf(directory, user) },
      { fates, today },
    );
  }
}

interface Billed {
  readonly id: number;
  readonly name: string;
  readonly issuerId: number;
  readonly terms: CustomerBilling;
  readonly vehicles: readonly { readonly deviceId: number; readonly days: number; readonly value: number }[];
}

function vehiclesOf(
  { devices, groups }: Directory,
  { name }: { readonly name: string },
): Pick<Billed, 'vehicles'> {
  const group = [...groups.inOrder()].find((each) => each.name === name);
  const own = [...devices.inOrder()].filter(({ groupId }) => group && groupId === group.id);
  return { vehicles: own.map(({ id: deviceId }) => ({ deviceId, days: 30, value: VEHICLE_PRICE })) };
}

async function addInvoicesOf(
  billing: BillingDeps,
  { id: customerId, name, issuerId, terms: { price, dueDay, description, terms }, vehicles }: Billed,
  { fates, today }: { readonly fates: readonly Fate[]; readonly today: CivilDate },
): Promise<void> {
  const lines = price === null ? vehicles : [];
  const value = price ?? lines.reduce((sum, line) => sum + line.value, 0);
  // The open one is due today or later: else every invoice would be unpaid by the end of a month.
  const isPast = dayOf(monthOf(today), dueDay) < today;
  const last = isPast ? addMonths(monthOf(today), 1) : monthOf(today);
  const invoices = fates.map((fate, index) => {
    const month = addMonths(last, index + 1 - fates.length);
    const dueDate = dayOf(month, dueDay);
    return {
      issuerId,
      customerId,
      customerName: name,
      customerKey: foldText(name),
      month,
      dueDate,
      originalDueDate: dueDate,
      value,
      status: fate === 'unpaid' && dueDate < today ? ('OVERDUE' as const) : ('GENERATED' as const),
      count: lines.length,
      description,
      terms: terms.fine ? terms : NO_TERMS,
      reason: null,
      provider: 'manual' as const,
      createdAt: billing.clock.now(),
      lines: [...lines],
    };
  });
  const ids = await billing.storage.issueInvoices({ invoices, userId: issuerId });
  for (const [index, id] of ids.entries()) {
    const [invoice, fate] = [invoices[index], fates[index]];
    const end = invoice && fate && endOf(fate, invoice);
    if (id === null || !end) continue;
    const by = { userId: issuerId, address: '', provider: null, eventId: null } as const;
    await changeStatus(billing, id, { ...by, ...end });
  }
}

interface End {
  readonly to: InvoiceStatus;
  readonly day: CivilDate;
  readonly reason: string | null;
  readonly paidValue: number | null;
}
const DAYS_AFTER_DUE: Readonly<Partial<Record<Fate, number>>> = { early: -7, paid: -1, late: 9 };

/** @returns null = unchanged since it was issued. */
function endOf(fate: Fate, invoice: Parameters<typeof duesOn>[0]): End | null {
  if (fate === 'forgiven') return { to: 'CANCELED', day: invoice.dueDate, reason: FORGIVEN, paidValue: null };
  const after = DAYS_AFTER_DUE[fate];
  if (after === undefined) return null;
  const day = addDays(invoice.dueDate, after);
  return { to: 'RECEIVED_IN_CASH', day, reason: null, paidValue: duesOn(invoice, day).total };
}
