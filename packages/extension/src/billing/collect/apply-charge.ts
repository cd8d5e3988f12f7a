import { host } from '@rastro/base/host';
import { isConflict } from '@rastro/base';
import { isOpen, isPaid, type ChargeProviderName } from '@rastro/fleet/billing';
import type { StoredInvoice } from '@rastro/storage';
import { changeStatus } from '../change-status.ts';
import type { ProviderCharge } from '../providers/payment-provider.ts';
import { agree, isDecidedHere, type Agreement } from './agree.ts';
import { collectorOf, invoiceIdIn, providerToday, type Collector, type CollectDeps } from './collect-deps.ts';

const NOTIFY_TIMEOUT_MS = 60_000;

/** A charge as the provider has it now, and what made us look. */
export interface SeenCharge {
  readonly charge: ProviderCharge;
  /** Id of the event that reported it; null = our own check. */
  readonly eventId: string | null;
  /** Of the invoice, before the provider was asked: what has changed since is newer. */
  readonly version: number | null;
}
/** `later` = something came between, or the provider could not be notified: check again. */
export type Applied = 'done' | 'foreign' | 'later';

/** The invoice that a charge is for; null = none of this issuer. */
export async function invoiceOf(
  { storage }: CollectDeps,
  { account }: Collector,
  charge: Pick<ProviderCharge, 'id' | 'reference'>,
): Promise<StoredInvoice | null> {
  const named = invoiceIdIn(account, charge.reference);
  const found =
    (await storage.invoiceByCharge(account.provider, charge.id)) ??
    (named === null ? null : await storage.invoice(named));
  return found?.issuerId === account.owner ? found : null;
}

/** Brings an invoice to the state of its charge, or notifies the provider of a decision made here. */
export async function applyCharge(
  deps: CollectDeps,
  collector: Collector,
  seen: SeenCharge,
  signal: AbortSignal,
): Promise<Applied> {
  try {
    return await applyOnce(deps, collector, seen, signal);
  } catch (error) {
    // The invoice was changed at this moment.
    if (isConflict(error)) return 'later';
    throw error;
  }
}

async function applyOnce(
  deps: CollectDeps,
  collector: Collector,
  seen: SeenCharge,
  signal: AbortSignal,
): Promise<Applied> {
  const { charge, version } = seen;
  const found = await invoiceOf(deps, collector, charge);
  if (!found || found.provider !== collector.account.provider) return 'foreign';
  if (version !== null && version !== found.version) return 'later';
  if (found.charge !== null && found.charge.id !== charge.id)
    return endTwin(deps, collector, { ...seen, invoice: found }, signal);
  if (charge.status === null) {
    deps.log.warn(
      { invoice: found.id, status: charge.rawStatus },
      'the provider has a status that nobody knows',
    );
    return 'done';
  }
  if (found.charge === null && charge.status === 'CANCELED') return 'done';
  const invoice =
    found.charge === null ? await attach(deps, collector, { invoice: found, charge }, signal) : found;
  const isOurs = isDecidedHere(await deps.storage.ledgerOf(invoice.id));
  const agreement = agree(invoice.status, charge.status, isOurs);
  if (agreement.kind === 'notify')
    return notifyProvider(deps, collector, { invoice, charge, ...agreement }, signal);
  for (const to of stepsOf(agreement))
    await changeStatus(deps.ledger, invoice.id, {
      to,
      userId: 0,
      provider: collector.account.provider,
      eventId: seen.eventId,
      reason: null,
      day: charge.paidDate ?? providerToday(deps),
      paidValue: isPaid(to) ? charge.paidValue : null,
      paidBy: charge.paidBy,
      address: '',
    });
  return 'done';
}

const stepsOf = (agreement: Agreement) =>
  agreement.kind === 'follow' ? agreement.steps : agreement.kind === 'conflict' ? [agreement.to] : [];

interface Attached {
  readonly invoice: StoredInvoice;
  readonly charge: ProviderCharge;
}
/** An invoice gets its charge, with its Pix code. @throws StorageError CONFLICT when it has changed meanwhile. */
async function attach(
  { storage, clock }: CollectDeps,
  { account, provider }: Collector,
  { invoice: { id, version, status }, charge }: Attached,
  signal: AbortSignal,
): Promise<StoredInvoice> {
  const pix = await provider.pix(charge.id, signal);
  const { invoiceUrl, bankSlipUrl } = charge;
  return storage.changeInvoice({
    id,
    replaces: version,
    set: { charge: { id: charge.id, invoiceUrl, bankSlipUrl, pixPayload: pix.ok ? pix.value : null } },
    entry: { ...entryOf(account.provider), kind: 'charged', from: status, to: status, amount: 0 },
    at: clock.now(),
  });
}
const entryOf = (provider: ChargeProviderName) => ({ userId: 0, provider, eventId: null, reason: null });

type ProviderUpdate = Extract<Agreement, { kind: 'notify' }> & {
  readonly invoice: StoredInvoice;
  readonly charge: ProviderCharge;
};
/** Notifies the provider of a decision made here; the ledger records that it knows. */
async function notifyProvider(
  deps: CollectDeps,
  { account, provider }: Collector,
  { what, invoice, charge }: ProviderUpdate,
  signal: AbortSignal,
): Promise<Applied> {
  const day = invoice.paidDate ?? providerToday(deps);
  const outcome =
    what === 'cancel'
      ? await provider.cancel(charge.id, signal)
      : what === 'undoCash'
        ? await provider.undoCash(charge.id, signal)
        : await provider.receiveInCash(charge.id, { day, value: invoice.paidValue ?? invoice.value }, signal);
  if (!outcome.ok) {
    deps.log.warn({ invoice: invoice.id, what, ...outcome.error }, 'cannot tell the provider');
    return 'later';
  }
  const { id, version: replaces, status } = invoice;
  const entry = {
    ...entryOf(account.provider),
    kind: 'status',
    from: status,
    to: status,
    amount: 0,
  } as const;
  await deps.storage.changeInvoice({ id, replaces, set: {}, entry, at: deps.clock.now() });
  return 'done';
}

/** A second charge for the same invoice: removed if unpaid; if paid, users have to check. */
async function endTwin(
  deps: CollectDeps,
  { account, provider }: Collector,
  { charge, invoice, eventId }: SeenCharge & { readonly invoice: StoredInvoice },
  signal: AbortSignal,
): Promise<Applied> {
  if (charge.status === null || charge.status === 'CANCELED') return 'done';
  if (isOpen(charge.status)) {
    const outcome = await provider.cancel(charge.id, signal);
    return outcome.ok ? 'done' : 'later';
  }
  const { id, version: replaces, status } = invoice;
  const reason = `${charge.id}: ${charge.rawStatus}`;
  const last = (await deps.storage.ledgerOf(id)).findLast(({ kind }) => kind === 'conflict');
  if (last?.reason === reason) return 'done';
  const entry = {
    ...entryOf(account.provider),
    eventId,
    reason,
    kind: 'conflict',
    from: status,
    to: charge.status,
    amount: 0,
  } as const;
  await deps.storage.changeInvoice({ id, replaces, set: {}, entry, at: deps.clock.now() });
  return 'done';
}

/**
 * Notifies the provider soon of a user's decision; nobody who loads a page waits for it. The comparison finds what
 * could not be sent now.
 */
export function notifyProviderSoon(deps: CollectDeps): (invoice: StoredInvoice) => void {
  const syncCharge = async ({ issuerId, charge, version }: StoredInvoice): Promise<void> => {
    const collector = charge && (await collectorOf(deps, issuerId));
    if (!collector) return;
    const signal = host.timeout(NOTIFY_TIMEOUT_MS);
    const now = await collector.provider.read(charge.id, signal);
    if (now.ok) await applyCharge(deps, collector, { charge: now.value, eventId: null, version }, signal);
  };
  return (invoice) =>
    void syncCharge(invoice).catch((error: unknown) =>
      deps.log.warn({ err: error, invoice: invoice.id }, 'cannot tell the provider yet'),
    );
}
