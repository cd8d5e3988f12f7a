import type { User } from '@rastro/fleet';
import type { StoredInvoice } from '@rastro/storage';
import type { BillingDeps } from './billing-deps.ts';

type InvoiceUser = Pick<User, 'id' | 'administrator'>;

/** Issuers whose invoices a user sees; null = all. */
export const visibleIssuers = async (
  deps: BillingDeps,
  { id, administrator }: InvoiceUser,
): Promise<readonly number[] | null> => (administrator ? null : (await deps.tree()).issuersOf(id));

/** Whether a user sees an invoice: as its payer, or because they or an account below issued it. */
export async function seesInvoice(
  deps: BillingDeps,
  invoiceUser: InvoiceUser,
  invoice: StoredInvoice,
): Promise<boolean> {
  if (invoice.customerId === invoiceUser.id || invoiceUser.administrator) return true;
  const tree = await deps.tree();
  return tree.isReseller(invoiceUser.id) && tree.issuersOf(invoiceUser.id).includes(invoice.issuerId);
}

/** Whether a user may change an invoice: the issuer and administrators may; nobody forgives their own debts. */
export const mayChangeInvoice = (
  invoiceUser: InvoiceUser,
  { issuerId, customerId }: StoredInvoice,
): boolean => invoiceUser.administrator || (issuerId === invoiceUser.id && customerId !== invoiceUser.id);
