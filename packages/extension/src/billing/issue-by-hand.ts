import { foldText } from '@rastro/fleet';
import { billingOf, NO_TERMS, termsOrUsual } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import { billingRefusals } from './billing-refusals.ts';
import type { BillingRoom } from './billing-room.ts';
import { answeredInvoice } from './answered-invoice.ts';

/** An invoice beside those of the months, to somebody whose issuer the caller is; administrators to anybody. */
export async function issueByHand(
  room: BillingRoom,
  { caller, body }: ExtensionCall<'POST /billing/invoices'>,
): Promise<ExtensionReply> {
  const { customerId, dueDate, value, description } = body;
  // Somebody whom the caller has made just now is his customer, and one whom he has given away is not.
  const tree = await room.treeNow();
  const customer = tree.person(customerId);
  const issuerId = tree.issuerOf(customerId);
  const mayIssue = caller.administrator || (issuerId === caller.id && customerId !== caller.id);
  if (!customer || !mayIssue) return billingRefusals.noCustomer();
  if (dueDate < (await room.today())) return billingRefusals.past();
  const provider = await room.providerOf(issuerId);
  const own = billingOf(customer.attributes, room.brand)?.terms ?? NO_TERMS;
  const [id] = await room.storage.issueInvoices({
    userId: caller.id,
    invoices: [
      {
        issuerId,
        customerId,
        customerName: customer.name,
        customerKey: foldText(customer.name),
        month: null,
        dueDate,
        originalDueDate: dueDate,
        value,
        status: provider === 'manual' ? 'GENERATED' : 'PENDING',
        count: 0,
        description,
        terms: termsOrUsual(own, await room.usualTermsOf(issuerId)),
        reason: null,
        provider,
        createdAt: room.clock.now(),
        lines: [],
      },
    ],
  });
  const made = id ? await room.storage.invoice(id) : null;
  if (!made) throw new Error('Cannot issue an invoice: the store has none');
  return { status: 200, body: answeredInvoice(made, room.brand) };
}
