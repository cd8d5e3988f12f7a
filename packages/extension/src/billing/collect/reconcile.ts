import { HOUR_MS } from '@rastro/base';
import { addDays, INVOICE_STATUSES, type InvoiceStatus } from '@rastro/fleet/billing';
import type { InvoiceCursor, StoredInvoice } from '@rastro/storage';
import type { Job } from '../../job.ts';
import { applyCharge, invoiceOf } from './apply-charge.ts';
import { collectorOf, providerToday, type Collector, type CollectDeps } from './collect-deps.ts';

/** Events come sooner; this finds those that were lost. */
const EVERY_MS = 6 * HOUR_MS;
const DAYS_BEFORE = 90;
const DAYS_AFTER = 60;
const PAGE = 200;
/** Asked one by one in a turn, beyond the pages of the provider. */
const MAX_SINGLE = 2000;

/** Compares all charges of some months with the provider: a lost event costs hours, not money. */
export const reconcile = (deps: CollectDeps): Job => ({
  name: 'billing.reconcile',
  everyMs: HOUR_MS,
  due: (done, now) => (done === null || now - done >= EVERY_MS ? [now] : []),
  perform: async (_instant, { signal }) => {
    for (const owner of await deps.integrationStore.owners()) {
      if (signal.aborted) break;
      const collector = await collectorOf(deps, owner);
      if (collector) await reconcileIssuer(deps, collector, signal);
    }
    return {};
  },
});

async function reconcileIssuer(deps: CollectDeps, collector: Collector, signal: AbortSignal): Promise<void> {
  const { owner } = collector.account;
  const today = providerToday(deps);
  const period = { from: addDays(today, -DAYS_BEFORE), to: addDays(today, DAYS_AFTER) };
  const seen = new Set<string>();
  for (let offset: number | null = 0; offset !== null && !signal.aborted;) {
    const page = await nextPage(collector, { ...period, offset }, signal);
    if (page === null) {
      deps.log.warn({ issuerId: owner }, 'cannot compare with the payment provider');
      return;
    }
    for (const charge of page.charges) {
      seen.add(charge.id);
      await applyCharge(deps, collector, { charge, eventId: null, version: null }, signal);
    }
    offset = page.next;
  }
  // Removed charges are not listed, and old ones are due before.
  let left = MAX_SINGLE;
  for await (const { charge } of unseen(deps, owner, seen)) {
    if (signal.aborted || left-- === 0) return;
    const before = await invoiceOf(deps, collector, { id: charge, reference: null });
    const now = await collector.provider.read(charge, signal);
    if (now.ok)
      await applyCharge(
        deps,
        collector,
        { charge: now.value, eventId: null, version: before?.version ?? null },
        signal,
      );
    else if (now.error.code !== 'invalid_target') return;
  }
}

async function nextPage(
  { provider }: Collector,
  period: Parameters<Collector['provider']['chargesDue']>[0],
  signal: AbortSignal,
) {
  const page = await provider.chargesDue(period, signal);
  return page.ok ? page.value : null;
}

/** Final statuses: nothing more happens to such a charge. */
const ENDED: ReadonlySet<InvoiceStatus> = new Set([
  'REFUNDED',
  'DUNNING_RECEIVED',
  'RECEIVED',
  'CANCELED',
  'GENERATED',
]);
const UNENDED = INVOICE_STATUSES.filter((status) => !ENDED.has(status));

async function* unseen(
  { storage }: CollectDeps,
  owner: number,
  seen: ReadonlySet<string>,
): AsyncGenerator<{ readonly charge: string }> {
  const filter = {
    issuers: [owner],
    customerId: null,
    statuses: UNENDED,
    dueFrom: null,
    dueTo: null,
    text: null,
  };
  let after: InvoiceCursor | null = null;
  do {
    const page: { invoices: readonly StoredInvoice[]; next: InvoiceCursor | null } = await storage.invoices({
      ...filter,
      sort: 'dueDate',
      isDescending: false,
      after,
      limit: PAGE,
    });
    for (const { charge, provider } of page.invoices)
      if (charge !== null && provider !== 'manual' && !seen.has(charge.id)) yield { charge: charge.id };
    after = page.next;
  } while (after !== null);
}
