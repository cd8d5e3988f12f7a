import { retryOnConflict, type Clock, type Log } from '@rastro/base';
import {
  applyStatus,
  conflictEntry,
  isPaid,
  type Invoice,
  type PaymentMethod,
  type StatusChange,
} from '@rastro/fleet/billing';
import type { AuditStorage, InvoiceStorage, Lease, NewAction, StoredInvoice } from '@rastro/storage';

export interface LedgerDeps {
  readonly storage: Pick<InvoiceStorage, 'invoice' | 'changeInvoice' | 'ledgerOf'>;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly audit: Pick<AuditStorage, 'appendActions'> | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when a user has changed an invoice here that the provider charges. */
  readonly onDecided?: (invoice: StoredInvoice) => void;
}
export interface WantedStatus extends StatusChange {
  /** Address of the caller; '' = this server. */
  readonly address: string;
  readonly under?: Lease;
  /** As the provider reports it; null or absent = it does not. */
  readonly paidBy?: PaymentMethod | null;
}
export type StatusOutcome =
  | { readonly kind: 'changed' | 'same' | 'impossible'; readonly invoice: StoredInvoice }
  | { readonly kind: 'unknown' };

/**
 * The only way for a stored invoice to get another status, with its ledger entry and its audit entry. Impossible
 * changes are rejected and logged; when a provider reports one, the ledger shows it as a conflict, once.
 */
export const changeStatus = (deps: LedgerDeps, id: number, wanted: WantedStatus): Promise<StatusOutcome> =>
  retryOnConflict(() => changeOnce(deps, id, wanted));

async function changeOnce(deps: LedgerDeps, id: number, wanted: WantedStatus): Promise<StatusOutcome> {
  const found = await deps.storage.invoice(id);
  if (!found) return { kind: 'unknown' };
  if (found.status === wanted.to) return { kind: 'same', invoice: found };
  const invoice = serializeInvoice(found);
  const applied = applyStatus(invoice, wanted);
  if (!applied) {
    deps.log.warn({ invoice: id, from: found.status, to: wanted.to }, 'an impossible status was refused');
    if (wanted.provider === null || (await isRecorded(deps, id, wanted)))
      return { kind: 'impossible', invoice: found };
    const written = await write(deps, found, wanted, { set: {}, entry: conflictEntry(invoice, wanted) });
    return { kind: 'impossible', invoice: written };
  }
  const { next, entry } = applied;
  const charge = paidCharge(found.charge, wanted);
  const changed = await write(deps, found, wanted, { set: { ...next, ...charge }, entry });
  if (wanted.provider === null && changed.charge !== null) deps.onDecided?.(changed);
  return { kind: 'changed', invoice: changed };
}

/** The charge with the way in which it was paid. */
const paidCharge = (
  charge: StoredInvoice['charge'],
  { paidBy, to }: WantedStatus,
): Pick<Partial<StoredInvoice>, 'charge'> =>
  charge === null || !paidBy || !isPaid(to) ? {} : { charge: { ...charge, paidBy } };

/** A provider that is asked every day says the same every day. */
async function isRecorded({ storage }: LedgerDeps, id: number, { to }: WantedStatus): Promise<boolean> {
  const last = (await storage.ledgerOf(id)).at(-1);
  return last?.kind === 'conflict' && last.to === to;
}

type Change = Parameters<InvoiceStorage['changeInvoice']>[0];
async function write(
  { storage, audit, clock }: LedgerDeps,
  { id, version: replaces }: StoredInvoice,
  { userId, address, under }: WantedStatus,
  change: Pick<Change, 'set' | 'entry'>,
): Promise<StoredInvoice> {
  const at = clock.now();
  const { kind, from, to, provider, reason } = change.entry;
  const attributes = {
    from,
    to,
    ...(provider === null ? {} : { provider }),
    ...(reason === null ? {} : { reason }),
  };
  const origin = { userId, address, actionTime: at };
  const action: NewAction = { ...origin, actionType: kind, objectType: 'invoice', objectId: id, attributes };
  const lease = under === undefined ? {} : { under };
  const actions = audit ? [] : [action];
  const written = await storage.changeInvoice({ ...change, ...lease, id, replaces, at, actions });
  await audit?.appendActions([action]);
  return written;
}

/** An invoice with formatted times, as rules of billing take it. */
export const serializeInvoice = ({ createdAt, ...invoice }: StoredInvoice): Invoice => ({
  ...invoice,
  createdTime: new Date(createdAt).toISOString(),
});
