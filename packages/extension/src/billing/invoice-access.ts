import type { User } from '@rastro/fleet';
import type { StoredInvoice } from '@rastro/storage';
import type { BillingDeps } from './billing-deps.ts';

type InvoiceUser = Pick<User, 'id' | 'administrator'>;

/** Whose invoices somebody sees who issues them; null = all. */
export const visibleIssuers = async (
  deps: BillingDeps,
  { id, administrator }: InvoiceUser,
): Promise<readonly number[] | null> => (administrator ? null : (await deps.tree()).issuersOf(id));

/** Does somebody see an invoice: because he pays it, or because he or somebody below him issued it? */
export async function seesInvoice(
  deps: BillingDeps,
  invoiceUser: InvoiceUser,
  invoice: StoredInvoice,
): Promise<boolean> {
  if (invoice.customerId === invoiceUser.id || invoiceUser.administrator) return true;
  const tree = await deps.tree();
  return tree.isReseller(invoiceUser.id) && tree.issuersOf(invoiceUser.id).includes(invoice.issuerId);
}

/** Acts on it? Who issued it, and administrators: nobody forgives his own debts. */
export const mayChangeInvoice = (
  invoiceUser: InvoiceUser,
  { issuerId, customerId }: StoredInvoice,
): boolean => invoiceUser.administrator || (issuerId === invoiceUser.id && customerId !== invoiceUser.id);
