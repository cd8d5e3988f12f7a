import { z } from 'zod';
import {
  LEDGER_KINDS,
  PAYMENT_METHODS,
  type Invoice,
  type InvoiceCharge,
  type InvoiceDetail,
  type LedgerEntry,
} from '../../billing/invoice.ts';
import { PAYMENT_PROVIDERS } from '../../billing/payment-providers.ts';
import { INVOICE_STATUSES, readStatus, type WrittenStatus } from '../../billing/invoice-status.ts';
import {
  DEBT_AGES,
  INVOICE_OUTCOMES,
  type BillingSummary,
  type InvoiceOutcome,
  type CustomerDebt,
  type InvoicePage,
  type InvoiceReminder,
  type MoneySum,
  type OwnInvoice,
} from '../../billing/billing-summary.ts';
import type { InvoiceLine } from '../../billing/monthly-value.ts';
import type { Charge, Dues, PaymentTerms } from '../../billing/terms.ts';
import { PRICE_MODES } from '../../billing/terms.ts';
import { day, instant, maybeString, month, shapeOf, whole, string } from './shape.ts';

/** Integer. */
const cents = () => z.int().meta({ description: 'Cents' });
const status = () =>
  z
    .custom<WrittenStatus>((value) => typeof value === 'string' && readStatus(value) !== null)
    .meta({
      type: 'string',
      description: `${INVOICE_STATUSES.join(', ')}; the first bears the attribute prefix: \`{brand}_GENERATED\``,
    });

const charge = { amount: z.int(), mode: z.enum(PRICE_MODES) };
const terms = shapeOf<PaymentTerms>()({
  fine: shapeOf<Charge>()(charge).nullable(),
  interest: z.int().meta({ description: 'Hundredths of a per cent a month' }),
  discount: z.strictObject({ ...charge, days: whole() }).nullable(),
});

const invoice = {
  id: whole(),
  issuerId: whole(),
  customerId: whole(),
  customerName: string(),
  month: month().nullable(),
  dueDate: day(),
  originalDueDate: day(),
  value: cents(),
  status: status(),
  paidDate: day().nullable(),
  paidValue: cents().nullable(),
  count: whole(),
  description: string(),
  terms,
  reason: maybeString(),
  provider: z.enum(PAYMENT_PROVIDERS),
  charge: shapeOf<InvoiceCharge>()({
    id: string(),
    invoiceUrl: maybeString(),
    bankSlipUrl: maybeString(),
    pixPayload: maybeString(),
    paidBy: z.enum(PAYMENT_METHODS).optional(),
  }).nullable(),
  createdTime: instant(),
  version: whole(),
};

const ledgerEntry = shapeOf<LedgerEntry<WrittenStatus>>()({
  id: whole(),
  invoiceId: whole(),
  time: instant(),
  kind: z.enum(LEDGER_KINDS),
  from: status().nullable(),
  to: status(),
  amount: cents(),
  userId: whole(),
  provider: z.enum(PAYMENT_PROVIDERS).nullable(),
  eventId: maybeString(),
  reason: maybeString(),
});

const sum = { count: whole(), value: cents() };
const moneySum = () => shapeOf<MoneySum>()(sum);

export const BILLING_ANSWERS = {
  OwnInvoice: shapeOf<OwnInvoice<WrittenStatus>>()({
    ...invoice,
    dues: shapeOf<Dues>()({
      value: cents(),
      discount: cents(),
      fine: cents(),
      interest: cents(),
      total: cents(),
    }),
    pix: maybeString(),
  }),
  InvoicePage: shapeOf<InvoicePage<WrittenStatus>>()({
    invoices: z.array(shapeOf<Invoice<WrittenStatus>>()(invoice)),
    next: maybeString(),
  }),
  BillingSummary: shapeOf<BillingSummary>()({
    today: day(),
    due: moneySum(),
    overdue: moneySum(),
    received: moneySum(),
    forecast: moneySum(),
    ages: z.array(z.strictObject({ ...sum, age: z.enum(DEBT_AGES) })),
    months: z.array(z.strictObject({ ...sum, month: month() })),
  }),
  CustomerDebt: shapeOf<CustomerDebt>()({
    customerId: whole(),
    oldestDue: day(),
    count: whole(),
    value: cents(),
  }),
  InvoiceReminder: shapeOf<InvoiceReminder>()({
    to: string(),
    subject: string(),
    text: string(),
    whatsapp: maybeString(),
  }),
  InvoiceOutcome: shapeOf<InvoiceOutcome>()({ id: whole(), outcome: z.enum(INVOICE_OUTCOMES) }),
  Invoice: shapeOf<Invoice<WrittenStatus>>()(invoice),
  InvoiceDetail: shapeOf<InvoiceDetail<WrittenStatus>>()({
    ...invoice,
    lines: z.array(shapeOf<InvoiceLine>()({ deviceId: whole(), days: whole(), value: cents() })),
    ledger: z.array(ledgerEntry),
  }),
};
