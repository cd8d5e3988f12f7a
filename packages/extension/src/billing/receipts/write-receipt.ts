import type { Language } from '@rastro/fleet';
import { duesOn, taxIdText, type CivilDate } from '@rastro/fleet/billing';
import type { InvoiceIntegration } from '@rastro/fleet';
import type { StoredInvoice } from '@rastro/storage';
import type { PayerFacts } from '../collect/collect-room.ts';
import { dayText, moneyText } from '../written-amounts.ts';
import type { Fact, Receipt, Section } from './receipt.ts';
import { RECEIPT_WORDS, type ReceiptWords } from './receipt-words.ts';

export interface ReceiptParts {
  readonly invoice: StoredInvoice;
  /** When and how much came. */
  readonly paid: { readonly date: CivilDate; readonly value: number };
  readonly issuer: Pick<InvoiceIntegration, 'companyName' | 'taxId' | 'address'>;
  /** As his account says now; null = it is gone. */
  readonly payer: PayerFacts | null;
  readonly brand: Pick<Receipt, 'brand' | 'colour' | 'logo'>;
  readonly language: Language;
  readonly zone: string;
  readonly now: number;
}

/** What was paid, when, how and for what, in the language of whoever reads it. */
export function writeReceipt(parts: ReceiptParts): Receipt {
  const { invoice, paid, issuer, payer, brand, language, zone, now } = parts;
  const words = RECEIPT_WORDS[language];
  const taxed = (taxId: string): readonly string[] =>
    taxId === '' ? [] : [`${words.taxId}: ${taxIdText(taxId)}`];
  return {
    ...brand,
    title: words.title,
    number: `${words.number} ${invoice.id}`,
    amount: { title: words.amount, text: moneyText(paid.value, language) },
    paidOn: { title: words.paidOn, text: dayText(paid.date, language) },
    parties: [
      {
        title: words.issuer,
        lines: [
          issuer.companyName || brand.brand,
          ...taxed(issuer.taxId),
          ...(issuer.address === '' ? [] : [issuer.address]),
        ],
      },
      {
        title: words.customer,
        lines: [
          payer?.name ?? invoice.customerName,
          ...taxed(payer?.taxId ?? ''),
          ...(payer === null || payer.email === '' ? [] : [payer.email]),
        ],
      },
    ],
    sections: [whatFor(invoice, words, language), amounts(parts, words), how(invoice, words)],
    note: words.note,
    made: `${words.made} ${new Intl.DateTimeFormat(language, {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: zone,
    }).format(now)}`,
  };
}

function whatFor(
  { month, count, dueDate, description }: StoredInvoice,
  words: ReceiptWords,
  language: Language,
): Section {
  const monthText = (of: string): string =>
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      Date.parse(`${of}-01`),
    );
  const facts: Fact[] = [
    { title: words.month, text: month === null ? words.byHand : monthText(month) },
    ...(description === '' ? [] : [{ title: words.description, text: description }]),
    ...(count > 0 ? [{ title: words.vehicles, text: String(count) }] : []),
    { title: words.due, text: dayText(dueDate, language) },
  ];
  return { title: words.what, facts, total: null };
}

/**
 * From what stood on the invoice to what was paid. The parts are told where they add up to it; who has taken less or
 * more has not said why.
 */
function amounts({ invoice, paid, language }: ReceiptParts, words: ReceiptWords): Section {
  const dues = duesOn(invoice, paid.date);
  const rest = paid.value - dues.value;
  const parts: readonly (readonly [name: keyof ReceiptWords, cents: number])[] =
    dues.total === paid.value
      ? [
          ['discount', -dues.discount],
          ['fine', dues.fine],
          ['interest', dues.interest],
        ]
      : [[rest < 0 ? 'less' : 'more', rest]];
  const shown = parts.filter(([, cents]) => cents !== 0);
  const facts = [['value', dues.value] as const, ...shown].map(([name, cents]) => ({
    title: words[name],
    text: moneyText(cents, language),
  }));
  return {
    title: words.sum,
    facts,
    total: { title: words.total, text: moneyText(paid.value, language) },
  };
}

function how({ status, provider, charge, reason }: StoredInvoice, words: ReceiptWords): Section {
  const isCash = status === 'RECEIVED_IN_CASH' || provider === 'manual';
  // Payments of before it was kept tell the provider alone.
  const way = charge?.paidBy === undefined ? [] : [words[charge.paidBy]];
  const facts = [
    { title: words.way, text: isCash ? words.cash : [...way, words[provider]].join(' · ') },
    ...(isCash || charge === null ? [] : [{ title: words.charge, text: charge.id }]),
    ...(isCash && reason !== null && reason !== '' ? [{ title: words.remark, text: reason }] : []),
  ];
  return { title: words.how, facts, total: null };
}
