import type { InvoiceReminder } from '@rastro/fleet/billing';
import { isOpen } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionHandlers, ExtensionReply } from '../../extension-route.ts';
import { billingRefusals } from '../billing-refusals.ts';
import { actsOnInvoice } from '../invoice-access.ts';
import { whileKept } from '../while-kept.ts';
import {
  actionOf,
  reminderFor,
  send,
  type AddressedReminder,
  type ReminderRoom,
} from './remind-customers.ts';

type Key = 'GET /billing/reminders/:id' | 'POST /billing/reminders/:id';
/** A person waits for it. */
const WAIT_MS = 30_000;

/** What a customer would be told about an unpaid invoice, and telling it now. */
export const reminderHandlers = (room: Omit<ReminderRoom, 'push'>): Pick<ExtensionHandlers, Key> => ({
  'GET /billing/reminders/:id': (call) => answered(room, call, async ({ message }) => shown(message)),
  'POST /billing/reminders/:id': (call) =>
    answered(room, call, async ({ message, invoice }) => {
      const { billing, mailerOf } = room;
      const { caller, address } = call;
      const mailer = await mailerOf(invoice.issuerId);
      const outcome = mailer.enabled ? await send(mailer, message, AbortSignal.timeout(WAIT_MS)) : 'noServer';
      const action = actionOf(billing, invoice, { day: 0, outcome }, { userId: caller.id, address });
      await (billing.audit ?? billing.storage).appendActions([action]);
      return outcome === 'sent' ? shown(message) : billingRefusals.notSent(outcome);
    }),
});

type Found = {
  readonly message: AddressedReminder;
  readonly invoice: NonNullable<Awaited<ReturnType<ReminderRoom['billing']['storage']['invoice']>>>;
};

async function answered(
  room: Omit<ReminderRoom, 'push'>,
  { caller, params }: ExtensionCall<Key>,
  answer: (found: Found) => Promise<ExtensionReply>,
): Promise<ExtensionReply> {
  const { billing } = room;
  const invoice = await billing.storage.invoice(params.id);
  if (!invoice || !actsOnInvoice(caller, invoice) || !isOpen(invoice.status))
    return billingRefusals.noInvoice();
  return whileKept(async () => {
    const looked = { invoice, today: await billing.today() };
    const message = await reminderFor(room, looked, AbortSignal.timeout(WAIT_MS));
    return message ? answer({ message, invoice }) : billingRefusals.noCustomer();
  });
}

function shown({ to, phone, subject, text }: AddressedReminder): ExtensionReply {
  const whatsapp =
    phone === '' ? null : `https://wa.me/${phone.replace('+', '')}?text=${encodeURIComponent(text)}`;
  const body: InvoiceReminder = { to, subject, text, whatsapp };
  return { status: 200, body };
}
