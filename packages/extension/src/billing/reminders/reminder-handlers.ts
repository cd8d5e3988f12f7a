import { host } from '@rastro/base/host';
import type { InvoiceReminder } from '@rastro/fleet/billing';
import { isOpen } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionHandlers, ExtensionReply } from '../../extension-route.ts';
import { billingErrors } from '../billing-errors.ts';
import { mayChangeInvoice } from '../invoice-access.ts';
import { withSourceErrors } from '../with-source-errors.ts';
import {
  actionOf,
  reminderFor,
  send,
  type AddressedReminder,
  type ReminderDeps,
} from './remind-customers.ts';

type Key = 'GET /billing/reminders/:id' | 'POST /billing/reminders/:id';
/** A user waits for it. */
const WAIT_MS = 30_000;

/** Previews the reminder of an unpaid invoice, or sends it now. */
export const reminderHandlers = (deps: Omit<ReminderDeps, 'push'>): Pick<ExtensionHandlers, Key> => ({
  'GET /billing/reminders/:id': (call) =>
    answered(deps, call, async ({ message }) => serializeReminder(message)),
  'POST /billing/reminders/:id': (call) =>
    answered(deps, call, async ({ message, invoice }) => {
      const { billing, mailerOf } = deps;
      const { caller, address } = call;
      const mailer = await mailerOf(invoice.issuerId);
      const outcome = mailer.enabled ? await send(mailer, message, host.timeout(WAIT_MS)) : 'noServer';
      const action = actionOf(billing, invoice, { day: 0, outcome }, { userId: caller.id, address });
      await (billing.audit ?? billing.storage).appendActions([action]);
      return outcome === 'sent' ? serializeReminder(message) : billingErrors.notSent(outcome);
    }),
});

type Found = {
  readonly message: AddressedReminder;
  readonly invoice: NonNullable<Awaited<ReturnType<ReminderDeps['billing']['storage']['invoice']>>>;
};

async function answered(
  deps: Omit<ReminderDeps, 'push'>,
  { caller, params }: ExtensionCall<Key>,
  answer: (found: Found) => Promise<ExtensionReply>,
): Promise<ExtensionReply> {
  const { billing } = deps;
  const invoice = await billing.storage.invoice(params.id);
  if (!invoice || !mayChangeInvoice(caller, invoice) || !isOpen(invoice.status))
    return billingErrors.noInvoice();
  return withSourceErrors(async () => {
    const due = { invoice, today: await billing.today() };
    const message = await reminderFor(deps, due, host.timeout(WAIT_MS));
    return message ? answer({ message, invoice }) : billingErrors.noCustomer();
  });
}

function serializeReminder({ to, phone, subject, text }: AddressedReminder): ExtensionReply {
  const whatsapp =
    phone === '' ? null : `https://wa.me/${phone.replace('+', '')}?text=${encodeURIComponent(text)}`;
  const body: InvoiceReminder = { to, subject, text, whatsapp };
  return { status: 200, body };
}
