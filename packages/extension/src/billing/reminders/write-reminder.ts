import { moneyText, type Language } from '@rastro/fleet';
import { addDays, daysBetween, duesOn, type CivilDate, type SuspensionTerms } from '@rastro/fleet/billing';
import type { MailContent } from '@rastro/outgoing';
import type { StoredInvoice } from '@rastro/storage';
import { dayText } from '../written-amounts.ts';
import { REMINDER_MESSAGES, type ReminderFields, type ReminderMood } from './reminder-messages.ts';

export interface Reminder {
  readonly subject: string;
  /** Lines; an empty one parts paragraphs. */
  readonly text: string;
  /** The same as a mail. */
  readonly content: MailContent;
  /** For a narrow place. */
  readonly short: string;
}
export interface ReminderInput {
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

/** Writes the reminder of an unpaid invoice, in the customer's language. */
export function writeReminder(input: ReminderInput): Reminder {
  const { invoice, language, today, terms } = input;
  const reminderMessages = REMINDER_MESSAGES[language];
  const late = daysBetween(invoice.dueDate, today);
  const mood: ReminderMood = late < 0 ? 'before' : late === 0 ? 'today' : 'after';
  const day = (date: CivilDate): string => dayText(date, language);
  const suspension = terms.afterDays === null ? null : addDays(invoice.dueDate, terms.afterDays + 1);
  const fields: ReminderFields = {
    name: input.name,
    company: input.company,
    id: invoice.id,
    day: day(invoice.dueDate),
    total: moneyText(duesOn(invoice, today).total, language),
    pix: input.pix,
    page: invoice.charge?.invoiceUrl ?? invoice.charge?.bankSlipUrl ?? null,
    suspendedOn: suspension !== null && late > 0 && suspension > today ? day(suspension) : null,
  };
  const paragraphs = [
    reminderMessages.hello(fields),
    reminderMessages.state[mood](fields),
    ...(fields.suspendedOn === null ? [] : [reminderMessages.suspension(fields)]),
    ...(fields.pix === null ? [] : [`${reminderMessages.pix}\n${fields.pix}`]),
    ...(fields.page === null ? [] : [`${reminderMessages.page}\n${fields.page}`]),
    [reminderMessages.paid, fields.company].filter(Boolean).join('\n'),
  ];
  const subject = [reminderMessages.subject[mood](fields), fields.company].filter(Boolean).join(' · ');
  const short = [
    reminderMessages.state[mood](fields),
    ...(fields.suspendedOn === null ? [] : [reminderMessages.suspension(fields)]),
  ].join(' ');
  return { subject, short, text: paragraphs.join('\n\n'), content: mailOf(fields, { subject, mood, input }) };
}

function mailOf(
  fields: ReminderFields,
  { subject, mood, input }: { subject: string; mood: ReminderMood; input: ReminderInput },
): MailContent {
  const reminderMessages = REMINDER_MESSAGES[input.language];
  const invoices = input.publicUrl === null ? null : `${input.publicUrl}/invoices`;
  const url = fields.page ?? invoices;
  return {
    subject,
    title: reminderMessages.subject[mood](fields),
    paragraphs: [
      reminderMessages.hello(fields),
      reminderMessages.state[mood](fields),
      ...(fields.suspendedOn === null ? [] : [reminderMessages.suspension(fields)]),
    ],
    details: [
      ...(fields.company === '' ? [] : [{ label: reminderMessages.issuer, text: fields.company }]),
      { label: reminderMessages.invoice, text: String(fields.id) },
      { label: reminderMessages.due, text: fields.day },
      { label: reminderMessages.amount, text: fields.total },
    ],
    copy: fields.pix === null ? null : { label: reminderMessages.pix, text: fields.pix },
    button:
      url === null
        ? null
        : { label: fields.page === null ? reminderMessages.seeInvoices : reminderMessages.pay, url },
    note: reminderMessages.paid,
    reason: reminderMessages.reason,
    hasTimes: false,
  };
}
