import type { Clock, Log } from '@rastro/base';
import {
  applyStatus,
  conflictEntry,
  isPaid,
  type Invoice,
  type PaymentWay,
  type StatusChange,
} from '@rastro/fleet/billing';
import {
  StorageError,
  type AuditStorage,
  type InvoiceStorage,
  type Lease,
  type NewAction,
  type StoredInvoice,
} from '@rastro/storage';

export interface LedgerRoom {
  readonly storage: Pick<InvoiceStorage, 'invoice' | 'changeInvoice' | 'ledgerOf'>;
  /** The audit log beside which there is no other; null = that of the storage. */
  readonly audit: Pick<AuditStorage, 'appendActions'> | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Told when a person has decided something here about an invoice that the provider charges. */
  readonly onDecided?: (invoice: StoredInvoice) => void;
}
export interface WantedStatus extends StatusChange {
  /** From where somebody asked; '' = from here. */
  readonly address: string;
  readonly under?: Lease;
  /** As the provider tells it; null or absent = it does not. */
  readonly paidBy?: PaymentWay | null;
}
export type StatusOutcome =
  | { readonly kind: 'changed' | 'same' | 'impossible'; readonly invoice: StoredInvoice }
  | { readonly kind: 'unknown' };

const MOST_TRIES = 8;

/**
 * The one way in which a kept invoice gets another status, with its line of the ledger and of the audit log. What is
 * impossible is refused and logged; when a provider says so, the ledger shows it as a conflict, once.
 */
export async function changeStatus(
  room: LedgerRoom,
  id: number,
  wanted: WantedStatus,
): Promise<StatusOutcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await changeOnce(room, id, wanted);
    } catch (error) {
      const isOvertaken = error instanceof StorageError && error.code === 'CONFLICT';
      if (!isOvertaken || tries >= MOST_TRIES) throw error;
    }
  }
}

async function changeOnce(room: LedgerRoom, id: number, wanted: WantedStatus): Promise<StatusOutcome> {
  const found = await room.storage.invoice(id);
  if (!found) return { kind: 'unknown' };
  if (found.status === wanted.to) return { kind: 'same', invoice: found };
  const invoice = shownInvoice(found);
  const applied = applyStatus(invoice, wanted);
  if (!applied) {
    room.log.warn({ invoice: id, from: found.status, to: wanted.to }, 'an impossible status was refused');
    if (wanted.provider === null || (await isTold(room, id, wanted)))
      return { kind: 'impossible', invoice: found };
    const kept = await write(room, found, wanted, { set: {}, entry: conflictEntry(invoice, wanted) });
    return { kind: 'impossible', invoice: kept };
  }
  const { next, entry } = applied;
  const charge = paidCharge(found.charge, wanted);
  const changed = await write(room, found, wanted, { set: { ...next, ...charge }, entry });
  if (wanted.provider === null && changed.charge !== null) room.onDecided?.(changed);
  return { kind: 'changed', invoice: changed };
}

/** The charge with the way in which it was paid. */
const paidCharge = (
  charge: StoredInvoice['charge'],
  { paidBy, to }: WantedStatus,
): Pick<Partial<StoredInvoice>, 'charge'> =>
  charge === null || !paidBy || !isPaid(to) ? {} : { charge: { ...charge, paidBy } };

/** A provider that is asked every day says the same every day. */
async function isTold({ storage }: LedgerRoom, id: number, { to }: WantedStatus): Promise<boolean> {
  const last = (await storage.ledgerOf(id)).at(-1);
  return last?.kind === 'conflict' && last.to === to;
}

type Change = Parameters<InvoiceStorage['changeInvoice']>[0];
async function write(
  { storage, audit, clock }: LedgerRoom,
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
  const who = { userId, address, actionTime: at };
  const action: NewAction = { ...who, actionType: kind, objectType: 'invoice', objectId: id, attributes };
  const lease = under === undefined ? {} : { under };
  const actions = audit ? [] : [action];
  const kept = await storage.changeInvoice({ ...change, ...lease, id, replaces, at, actions });
  await audit?.appendActions([action]);
  return kept;
}

/** An invoice with its times in words, as rules of billing take it. */
export const shownInvoice = ({ createdAt, ...invoice }: StoredInvoice): Invoice => ({
  ...invoice,
  createdTime: new Date(createdAt).toISOString(),
});
