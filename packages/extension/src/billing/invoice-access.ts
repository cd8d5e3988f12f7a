import type { User } from '@rastro/fleet';
import type { StoredInvoice } from '@rastro/storage';
import type { BillingRoom } from './billing-room.ts';

type Who = Pick<User, 'id' | 'administrator'>;

/** Whose invoices somebody sees who issues them; null = all. */
export const visibleIssuers = async (
  room: BillingRoom,
  { id, administrator }: Who,
): Promise<readonly number[] | null> => (administrator ? null : (await room.tree()).issuersOf(id));

/** Does somebody see an invoice: because he pays it, or because he or somebody below him issued it? */
export async function seesInvoice(room: BillingRoom, who: Who, invoice: StoredInvoice): Promise<boolean> {
  if (invoice.customerId === who.id || who.administrator) return true;
  const tree = await room.tree();
  return tree.isReseller(who.id) && tree.issuersOf(who.id).includes(invoice.issuerId);
}

/** Acts on it? Who issued it, and administrators: nobody forgives his own debts. */
export const actsOnInvoice = (who: Who, { issuerId, customerId }: StoredInvoice): boolean =>
  who.administrator || (issuerId === who.id && customerId !== who.id);
