import { escapeXml } from '@rastro/base';
import type { Language } from '@rastro/fleet';
import { addDays, daysBetween, duesOn, type CivilDate, type SuspensionTerms } from '@rastro/fleet/billing';
import type { StoredInvoice } from '@rastro/storage';
import { dayText, moneyText } from '../written-amounts.ts';
import { REMINDER_WORDS, type ReminderFacts, type ReminderMood } from './reminder-words.ts';

export interface Reminder {
  readonly subject: string;
  /** Lines; an empty one parts paragraphs. */
  readonly text: string;
  readonly html: string;
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
  return { subject, short, text: paragraphs.join('\n\n'), html: paragraphs.map(paragraph).join('') };
}

const paragraph = (text: string): string => `<p>${escapeXml(text).replaceAll('\n', '<br>')}</p>`;
