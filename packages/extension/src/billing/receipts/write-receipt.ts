import { moneyText, type InvoiceIntegration, type Language } from '@rastro/fleet';
import { duesOn, providerTitle, taxIdText, type CivilDate } from '@rastro/fleet/billing';
import type { StoredInvoice } from '@rastro/storage';
import type { PaperBrand } from '../../paper-brand.ts';
import type { PayerDetails } from '../collect/collect-deps.ts';
import { dayText } from '../written-amounts.ts';
import type { ReceiptField, Receipt, Section } from './receipt.ts';
import { RECEIPT_LABELS, type ReceiptLabels } from './receipt-labels.ts';

export interface ReceiptInput {
  readonly invoice: StoredInvoice;
  /** When and how much came. */
  readonly paid: { readonly date: CivilDate; readonly value: number };
  readonly issuer: Pick<InvoiceIntegration, 'companyName' | 'taxId' | 'address'>;
  /** Current details in the payer's account; null = the account was deleted. */
  readonly payer: PayerDetails | null;
  readonly brand: PaperBrand;
  readonly language: Language;
  readonly zone: string;
  readonly now: number;
}

/** Writes what was paid, when, how and for what, in the reader's language. */
export function writeReceipt(input: ReceiptInput): Receipt {
  const { invoice, paid, issuer, payer, brand, language, zone, now } = input;
  const labels = RECEIPT_LABELS[language];
  const taxed = (taxId: string): readonly string[] =>
    taxId === '' ? [] : [`${labels.taxId}: ${taxIdText(taxId)}`];
  return {
    ...brand,
    title: labels.title,
    number: `${labels.number} ${invoice.id}`,
    amount: { title: labels.amount, text: moneyText(paid.value, language) },
    paidOn: { title: labels.paidOn, text: dayText(paid.date, language) },
    parties: [
      {
        title: labels.issuer,
        lines: [
          issuer.companyName || brand.brand,
          ...taxed(issuer.taxId),
          ...(issuer.address === '' ? [] : [issuer.address]),
        ],
      },
      {
        title: labels.customer,
        lines: [
          payer?.name ?? invoice.customerName,
          ...taxed(payer?.taxId ?? ''),
          ...(payer === null || payer.email === '' ? [] : [payer.email]),
        ],
      },
    ],
    sections: [whatFor(invoice, labels, language), amounts(input, labels), how(invoice, labels)],
    note: labels.note,
    made: `${labels.made} ${new Intl.DateTimeFormat(language, {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: zone,
    }).format(now)}`,
  };
}

function whatFor(
  { month, count, dueDate, description }: StoredInvoice,
  labels: ReceiptLabels,
  language: Language,
): Section {
  const monthText = (of: string): string =>
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(`${of}-01`),
    );
  const fields: ReceiptField[] = [
    { title: labels.month, text: month === null ? labels.byHand : monthText(month) },
    ...(description === '' ? [] : [{ title: labels.description, text: description }]),
    ...(count > 0 ? [{ title: labels.vehicles, text: String(count) }] : []),
    { title: labels.due, text: dayText(dueDate, language) },
  ];
  return { title: labels.what, fields, total: null };
}

/**
 * From the amount of the invoice to the amount paid. The parts are listed where they add up to it; an issuer who took
 * less or more has not given a reason.
 */
function amounts({ invoice, paid, language }: ReceiptInput, labels: ReceiptLabels): Section {
  const dues = duesOn(invoice, paid.date);
  const rest = paid.value - dues.value;
  const parts: readonly (readonly [name: keyof ReceiptLabels, cents: number])[] =
    dues.total === paid.value
      ? [
          ['discount', -dues.discount],
          ['fine', dues.fine],
          ['interest', dues.interest],
        ]
      : [[rest < 0 ? 'less' : 'more', rest]];
  const visible = parts.filter(([, cents]) => cents !== 0);
  const fields = [['value', dues.value] as const, ...visible].map(([name, cents]) => ({
    title: labels[name],
    text: moneyText(cents, language),
  }));
  return {
    title: labels.sum,
    fields,
    total: { title: labels.total, text: moneyText(paid.value, language) },
  };
}

function how({ status, provider, charge, reason }: StoredInvoice, labels: ReceiptLabels): Section {
  const isCash = status === 'RECEIVED_IN_CASH' || provider === 'manual';
  // Payments from before it was stored show the provider alone.
  const through = labels.through.replace('{provider}', providerTitle(provider));
  const method = charge?.paidBy === undefined ? [] : [labels[charge.paidBy]];
  const fields = [
    { title: labels.way, text: isCash ? labels.cash : [...method, through].join(' · ') },
    ...(isCash || charge === null ? [] : [{ title: labels.charge, text: charge.id }]),
    ...(isCash && reason !== null && reason !== '' ? [{ title: labels.remark, text: reason }] : []),
  ];
  return { title: labels.how, fields, total: null };
}
