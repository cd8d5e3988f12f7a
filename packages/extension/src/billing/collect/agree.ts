import { isOpen, TRANSITIONS, type InvoiceStatus, type LedgerEntry } from '@rastro/fleet/billing';

/** Steps that make an invoice and its charge agree. */
export type Agreement =
  | { readonly kind: 'same' }
  /** Status changes that happened at the provider, in order. */
  | { readonly kind: 'follow'; readonly steps: readonly InvoiceStatus[] }
  /** It was decided here, and the provider has not been notified. */
  | { readonly kind: 'notify'; readonly what: 'cancel' | 'cash' | 'undoCash' }
  /** Both cannot be true: users have to check. */
  | { readonly kind: 'conflict'; readonly to: InvoiceStatus };

/** @param isOurs A user decided its status here, and the provider has not been notified. */
export function agree(ours: InvoiceStatus, theirs: InvoiceStatus, isOurs: boolean): Agreement {
  if (ours === theirs) return { kind: 'same' };
  // Their clock is another one; what is due here is due.
  if (ours === 'OVERDUE' && theirs === 'PENDING') return { kind: 'same' };
  if (isOurs && ours === 'CANCELED')
    return isOpen(theirs) ? { kind: 'notify', what: 'cancel' } : { kind: 'conflict', to: theirs };
  if (isOurs && ours === 'RECEIVED_IN_CASH')
    return isOpen(theirs) ? { kind: 'notify', what: 'cash' } : { kind: 'conflict', to: theirs };
  if (isOurs && isOpen(ours) && theirs === 'RECEIVED_IN_CASH') return { kind: 'notify', what: 'undoCash' };
  const steps = pathBetween(ours, theirs);
  return steps === null ? { kind: 'conflict', to: theirs } : { kind: 'follow', steps };
}

/** Whether a user decided this here and the provider took no part since. Conflicts decide nothing. */
export function isDecidedHere(ledger: readonly Pick<LedgerEntry, 'kind' | 'provider'>[]): boolean {
  for (const { kind, provider } of ledger.toReversed()) {
    if (kind === 'conflict' || kind === 'charged' || kind === 'issued') continue;
    if (provider !== null) return false;
    // A due date that has passed is nobody's decision.
    if (kind !== 'status') return true;
  }
  return false;
}

/** Statuses that may have been passed without our notice. Refunds and analyses are reported, not inferred. */
const PASSED: ReadonlySet<InvoiceStatus> = new Set([
  'PENDING',
  'OVERDUE',
  'CONFIRMED',
  'RECEIVED',
  'DUNNING_REQUESTED',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]);

/** The shortest way by the table of statuses; null = there is none. */
function pathBetween(from: InvoiceStatus, to: InvoiceStatus): readonly InvoiceStatus[] | null {
  const seen = new Set([from]);
  let paths: readonly (readonly InvoiceStatus[])[] = [[]];
  while (paths.length > 0) {
    const longer: (readonly InvoiceStatus[])[] = [];
    for (const path of paths) {
      const next = TRANSITIONS[path.at(-1) ?? from];
      if (next.includes(to)) return [...path, to];
      for (const status of next) {
        if (!PASSED.has(status) || seen.has(status)) continue;
        seen.add(status);
        longer.push([...path, status]);
      }
    }
    paths = longer;
  }
  return null;
}
