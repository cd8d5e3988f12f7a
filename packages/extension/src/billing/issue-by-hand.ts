import { foldText } from '@rastro/fleet';
import { billingOf, NO_TERMS, termsOrUsual } from '@rastro/fleet/billing';
import type { ExtensionCall, ExtensionReply } from '../extension-route.ts';
import { billingErrors } from './billing-errors.ts';
import type { BillingDeps } from './billing-deps.ts';
import { answeredInvoice } from './answered-invoice.ts';

/** Issues an invoice outside the monthly ones, to a customer of the caller; administrators to anybody. */
export async function issueByHand(
  deps: BillingDeps,
  { caller, body }: ExtensionCall<'POST /billing/invoices'>,
): Promise<ExtensionReply> {
  const { customerId, dueDate, value, description } = body;
  // A customer whom the caller has just created counts; one that was just given away does not.
  const tree = await deps.treeNow();
  const customer = tree.user(customerId);
  const issuerId = tree.issuerOf(customerId);
  const mayIssue = caller.administrator || (issuerId === caller.id && customerId !== caller.id);
  if (!customer || !mayIssue) return billingErrors.noCustomer();
  if (dueDate < (await deps.today())) return billingErrors.past();
  const provider = await deps.providerOf(issuerId);
  const own = billingOf(customer.attributes, deps.brand)?.terms ?? NO_TERMS;
  const [id] = await deps.storage.issueInvoices({
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
        terms: termsOrUsual(own, await deps.usualTermsOf(issuerId)),
        reason: null,
        provider,
        createdAt: deps.clock.now(),
        lines: [],
      },
    ],
  });
  const made = id ? await deps.storage.invoice(id) : null;
  if (!made) throw new Error('Cannot issue an invoice: the store has none');
  return { status: 200, body: answeredInvoice(made, deps.brand) };
}
