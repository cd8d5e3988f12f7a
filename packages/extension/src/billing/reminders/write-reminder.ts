import type { Language } from '@rastro/fleet';
import { addDays, daysBetween, duesOn, type CivilDate, type SuspensionTerms } from '@rastro/fleet/billing';
import type { MailContent } from '@rastro/outgoing';
import type { StoredInvoice } from '@rastro/storage';
import { dayText, moneyText } from '../written-amounts.ts';
import { REMINDER_WORDS, type ReminderFacts, type ReminderMood } from './reminder-words.ts';

export interface Reminder {
  readonly subject: string;
  /** Lines; an empty one parts paragraphs. */
  readonly text: string;
  /** The same as a mail. */
  readonly content: MailContent;
  /** For a narrow place. */
  readonly short: string;
}
export interface ReminderParts {
  readonly invoice: StoredInvoice;
  /** As the customer is called now. */
  readonly name: string;
  readonly company: string;
  readonly pix: string | null;
  readonly terms: SuspensionTerms;
  readonly language: Language;
  /** Address of the product; null = not set. */
  readonly publicUrl: string | null;
  readonly today: CivilDate;
}

/** What a customer is told about an invoice that he has not paid, in his language. */
export function writeReminder(parts: ReminderParts): Reminder {
  const { invoice, language, today, terms } = parts;
  const words = REMINDER_WORDS[language];
  const late = daysBetween(invoice.dueDate, today);
  const mood: ReminderMood = late < 0 ? 'before' : late === 0 ? 'today' : 'after';
  const day = (date: CivilDate): string => dayText(date, language);
  const suspension = terms.afterDays === null ? null : addDays(invoice.dueDate, terms.afterDays + 1);
  const facts: ReminderFacts = {
    name: parts.name,
    company: parts.company,
    id: invoice.id,
    day: day(invoice.dueDate),
    total: moneyText(duesOn(invoice, today).total, language),
    pix: parts.pix,
    page: invoice.charge?.invoiceUrl ?? invoice.charge?.bankSlipUrl ?? null,
    suspendedOn: suspension !== null && late > 0 && suspension > today ? day(suspension) : null,
  };
  const paragraphs = [
    words.hello(facts),
    words.state[mood](facts),
    ...(facts.suspendedOn === null ? [] : [words.suspension(facts)]),
    ...(facts.pix === null ? [] : [`${words.pix}\n${facts.pix}`]),
    ...(facts.page === null ? [] : [`${words.page}\n${facts.page}`]),
    [words.paid, facts.company].filter(Boolean).join('\n'),
  ];
  const subject = [words.subject[mood](facts), facts.company].filter(Boolean).join(' · ');
  const short = [
    words.state[mood](facts),
    ...(facts.suspendedOn === null ? [] : [words.suspension(facts)]),
  ].join(' ');
  return { subject, short, text: paragraphs.join('\n\n'), content: mailOf(facts, { subject, mood, parts }) };
}

function mailOf(
  facts: ReminderFacts,
  { subject, mood, parts }: { subject: string; mood: ReminderMood; parts: ReminderParts },
): MailContent {
  const words = REMINDER_WORDS[parts.language];
  const invoices = parts.publicUrl === null ? null : `${parts.publicUrl}/invoices`;
  const url = facts.page ?? invoices;
  return {
    subject,
    title: words.subject[mood](facts),
    paragraphs: [
      words.hello(facts),
      words.state[mood](facts),
      ...(facts.suspendedOn === null ? [] : [words.suspension(facts)]),
    ],
    facts: [
      ...(facts.company === '' ? [] : [{ label: words.issuer, text: facts.company }]),
      { label: words.invoice, text: String(facts.id) },
      { label: words.due, text: facts.day },
      { label: words.amount, text: facts.total },
    ],
    copy: facts.pix === null ? null : { label: words.pix, text: facts.pix },
    button: url === null ? null : { label: facts.page === null ? words.seeInvoices : words.pay, url },
    note: words.paid,
    reason: words.reason,
    hasTimes: false,
  };
}
