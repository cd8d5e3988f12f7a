import { host } from '@rastro/base/host';
import { HOUR_MS } from '@rastro/base';
import {
  addDays,
  INVOICE_STATUSES,
  isOpen,
  REMINDER_DAYS,
  reminderOn,
  type CivilDate,
} from '@rastro/fleet/billing';
import { accountContacts } from '@rastro/fleet';
import { renderMail, type Mail, type MailFrame, type MailHead } from '@rastro/outgoing';
import type { NewAction, StoredInvoice } from '@rastro/storage';
import { z } from 'zod';
import type { Job, JobRun } from '../../job.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { PayerDetails } from '../collect/collect-deps.ts';
import type { IntegrationStore } from '../integrations/integration-store.ts';
import type { IssuerMailer, MailerOf } from '../integrations/issuer-mail.ts';
import { suspensionTerms } from '../suspensions.ts';
import { writeReminder, type Reminder } from './write-reminder.ts';

export interface ReminderDeps {
  readonly billing: BillingDeps;
  readonly integrationStore: Pick<IntegrationStore, 'invoice'>;
  readonly mailerOf: MailerOf;
  readonly payerOf: (customerId: number, signal: AbortSignal) => Promise<PayerDetails | null>;
  /** Name and color of an owner's brand; null = there is none. */
  readonly headOf: (owner: number) => Pick<MailHead, 'name' | 'colour'> | null;
  readonly mails: MailBrands;
  /** Push to users' browsers; null = the tracking server is external. */
  readonly push: PushPort | null;
}
/** Branding of mails from the installation and its resellers. */
export interface MailBrands {
  readonly headOf: (owner: number) => Promise<MailHead>;
  /** Name of the product where a brand says none. */
  readonly product: string;
  /** Address of a brand's product, without a trailing slash; null = not set. */
  readonly addressOf: (owner: number) => string | null;
}
/** Push to a user's browsers. */
export interface PushPort {
  reaches(userId: number): boolean;
  send(
    userId: number,
    message: { readonly title: string; readonly text: string; readonly path: string },
    signal: AbortSignal,
  ): Promise<'sent' | 'later' | 'gone'>;
}

const KIND = 'reminder';
const PAGE = 500;
const TIMEOUT_MS = 60_000;
/** Nobody is written to at night. */
const FROM_HOUR = 8;
const TO_HOUR = 20;
const OPEN = INVOICE_STATUSES.filter(isOpen);
const [FIRST_DAY] = REMINDER_DAYS;
const LAST_DAY = 60;
const INVOICES_PATH = '/invoices';
const day = z.number().int().nullable();
/** The day, counted from the due date, of the reminder that went last by mail, and by push; null = none did. */
const storedReminder = z.preprocess(
  // Reminders from before push count for both: no customer is notified twice.
  (body) => ({
    ...Object(body),
    pushed: Object(body).pushed === undefined ? Object(body).sent : Object(body).pushed,
  }),
  z.object({ sent: day, pushed: day }),
);
const NOTHING_SENT = { sent: null, pushed: null } as const;

/**
 * Sends customers mails before and after an invoice is due, by day, in their language, from the server of the issuer,
 * and notifies their browsers. Each reminder is stored before the next is sent: after a crash one at most is sent
 * again.
 */
export const remindCustomers = (deps: ReminderDeps): Job => ({
  name: 'reminders',
  everyMs: HOUR_MS / 4,
  due: (done, now) => {
    const hour = now - (now % HOUR_MS);
    return done === hour ? [] : [hour];
  },
  perform: async (_hour, jobRun) => {
    const { billing } = deps;
    if (!billing.source) return {};
    const { isOn, zone } = await billing.installation();
    if (!isOn || !isDay(zone, billing.clock.now())) return {};
    await remindAll(deps, jobRun);
    return {};
  },
});

const isDay = (zone: string, instant: number): boolean => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  const hour = Number(format.format(instant));
  return hour >= FROM_HOUR && hour < TO_HOUR;
};

async function remindAll(deps: ReminderDeps, jobRun: JobRun): Promise<void> {
  const { billing } = deps;
  const today = await billing.today();
  const filter = { issuers: null, customerId: null, text: null, statuses: OPEN } as const;
  const period = { dueFrom: addDays(today, -LAST_DAY), dueTo: addDays(today, -FIRST_DAY) };
  const order = { sort: 'dueDate', isDescending: false, limit: PAGE } as const;
  for (let after = null; ;) {
    const page = await billing.storage.invoices({ ...filter, ...period, ...order, after });
    for (const invoice of page.invoices) {
      jobRun.signal.throwIfAborted();
      await remindOf(deps, jobRun, { invoice, today });
    }
    if (page.next === null) return;
    after = page.next;
  }
}

interface DueInvoice {
  readonly invoice: StoredInvoice;
  readonly today: CivilDate;
}

async function remindOf(deps: ReminderDeps, jobRun: JobRun, { invoice, today }: DueInvoice): Promise<void> {
  // Most invoices have none that is due: they cost no look.
  if (reminderOn(today, invoice.dueDate, null) === null) return;
  const { billing, mailerOf, push } = deps;
  const { customerId, dueDate } = invoice;
  const before = await billing.storage.document(KIND, String(invoice.id));
  const last = before ? storedReminder.parse(before.body) : NOTHING_SENT;
  const byMail = reminderOn(today, dueDate, last.sent);
  const byPush = reminderOn(today, dueDate, last.pushed);
  const mailer = byMail === null ? null : await mailerOf(invoice.issuerId);
  const isMailed = mailer?.enabled === true;
  const isPushed = byPush !== null && push?.reaches(customerId) === true;
  if (!isMailed && !isPushed) return;
  const message = await reminderFor(deps, { invoice, today }, jobRun.signal);
  const state = { invoice, last, version: before?.version ?? 0 };
  if (isMailed) {
    const outcome = message && (await send(mailer, message, jobRun.signal));
    // The server is away: the next turn is another try.
    if (outcome !== 'later')
      await write(deps, jobRun, state, {
        last: { sent: byMail },
        note: outcome === null ? null : { day: byMail ?? 0, outcome },
      });
  }
  if (!isPushed || !message) return;
  const notice = { title: message.subject, text: message.short, path: INVOICES_PATH };
  const outcome = await push.send(customerId, notice, jobRun.signal);
  if (outcome === 'sent')
    await write(deps, jobRun, state, {
      last: { pushed: byPush },
      note: { day: byPush, outcome, by: 'push' },
    });
}

/** Stored reminders of an invoice while one run works on it. */
interface ReminderState {
  readonly invoice: StoredInvoice;
  last: z.output<typeof storedReminder>;
  version: number;
}
interface ReminderUpdate {
  readonly last: Partial<z.output<typeof storedReminder>>;
  /** For the audit log; null = there is nothing to say. */
  readonly note: Parameters<typeof actionOf>[2] | null;
}

async function write(
  { billing }: ReminderDeps,
  jobRun: JobRun,
  state: ReminderState,
  { last, note }: ReminderUpdate,
): Promise<void> {
  state.last = { ...state.last, ...last };
  const put = [{ kind: KIND, key: String(state.invoice.id), body: state.last, replaces: state.version }];
  state.version++;
  const action = note && actionOf(billing, state.invoice, note);
  await jobRun.save({ put, actions: action && !billing.audit ? [action] : [] });
  if (action) await billing.audit?.appendActions([action]);
}

export interface AddressedReminder extends Reminder {
  readonly to: string;
  /** Digits; '' = none is known. */
  readonly phone: string;
  /** Frame of the issuer's brand; its `name` is the brand's or the product's. */
  readonly frame: MailFrame;
  /** A brand has a name of its own: it is the sender. */
  readonly isBranded: boolean;
}

/** Reminder that a customer would get now; null = the account was deleted. */
export async function reminderFor(
  { billing, integrationStore, payerOf, headOf, mails }: Omit<ReminderDeps, 'push'>,
  { invoice, today }: DueInvoice,
  signal: AbortSignal,
): Promise<AddressedReminder | null> {
  const payer = await payerOf(invoice.customerId, AbortSignal.any([signal, host.timeout(TIMEOUT_MS)]));
  if (!payer) return null;
  const tree = await billing.tree();
  const { attributes = {} } = tree.user(invoice.customerId) ?? {};
  const { languageOf, zone } = await billing.installation();
  const language = languageOf(attributes);
  const owner = tree.brandOf(invoice.issuerId, (id) => headOf(id) !== null);
  const publicUrl = mails.addressOf(owner);
  const reminder = writeReminder({
    invoice,
    today,
    name: payer.name,
    company: (await integrationStore.invoice(invoice.issuerId)).companyName,
    pix: await billing.pixOf(invoice, today),
    terms: suspensionTerms(attributes, billing.brand),
    language,
    publicUrl,
  });
  const head = await mails.headOf(owner);
  const issuer = tree.user(invoice.issuerId);
  const frame = {
    ...head,
    name: head.name ?? mails.product,
    contacts: [...head.contacts, ...accountContacts(issuer?.attributes ?? {}, billing.brand)],
    publicUrl,
    language,
    zone,
  };
  return { ...reminder, to: payer.email, phone: payer.phone, frame, isBranded: head.name !== null };
}

/** @returns `sent`; `later` = the server is away; anything else is why it will never arrive. */
export async function send(
  mailer: IssuerMailer,
  { to, content, frame, isBranded }: AddressedReminder,
  signal: AbortSignal,
): Promise<string> {
  const { sender = '', ...mail } = renderMail(content, frame);
  // The owner of a mail server has named its sender there.
  const named = mailer.isOwn ? {} : isBranded ? { sender } : { usualSender: sender };
  return deliver(mailer, { ...mail, ...named, to }, signal);
}

/** @returns as `send`. */
export async function deliver(mailer: IssuerMailer, mail: Mail, signal: AbortSignal): Promise<string> {
  const answer = await mailer.send(mail, signal);
  if (answer.ok) return 'sent';
  const { code, detail } = answer.error;
  return code === 'invalid_target' || code === 'invalid_request' ? detail : 'later';
}

export const actionOf = (
  { clock }: BillingDeps,
  { id, customerId }: StoredInvoice,
  attributes: { readonly day: number; readonly outcome: string; readonly by?: 'push' },
  { userId, address }: { readonly userId: number; readonly address: string } = { userId: 0, address: '' },
): NewAction => ({
  actionTime: clock.now(),
  address,
  userId,
  actionType: 'remind',
  objectType: 'invoice',
  objectId: id,
  attributes: { ...attributes, customerId },
});
