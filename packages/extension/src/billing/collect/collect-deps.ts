import type { Clock, Log } from '@rastro/base';
import { dateIn, type CivilDate } from '@rastro/fleet/billing';
import type { ExtensionStorage } from '@rastro/storage';
import type { LedgerDeps } from '../change-status.ts';
import type { IntegrationStore, PaymentAccount } from '../integrations/integration-store.ts';
import type { Payer, PaymentProvider } from '../providers/payment-provider.ts';
import type { OpenProvider } from '../providers/registry.ts';

/** Billing details in the account of a customer. */
export type PayerDetails = Omit<Payer, 'reference'>;

/** Dependencies of the collection of payments. */
export interface CollectDeps {
  readonly storage: Pick<
    ExtensionStorage,
    | 'document'
    | 'documents'
    | 'commit'
    | 'invoice'
    | 'invoices'
    | 'invoiceByCharge'
    | 'pendingCharges'
    | 'changeInvoice'
    | 'ledgerOf'
    | 'insertProviderEvent'
    | 'openProviderEvents'
    | 'endProviderEvent'
  >;
  readonly ledger: LedgerDeps;
  readonly integrationStore: Pick<IntegrationStore, 'payment' | 'owners' | 'writeProblem'>;
  readonly open: OpenProvider;
  /** @returns null = there is no such account any more. @throws when nobody can be asked. */
  readonly payerOf: (customerId: number, signal: AbortSignal) => Promise<PayerDetails | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Issuer's account at a payment provider, and the client for it. */
export interface Collector {
  readonly account: PaymentAccount;
  readonly provider: PaymentProvider;
}
export async function collectorOf(
  { integrationStore, open }: CollectDeps,
  owner: number,
): Promise<Collector | null> {
  const account = await integrationStore.payment(owner);
  return account && { account, provider: open(account) };
}

/** Due dates follow the calendar of the provider. @source docs/reference/integrations.md §1.3 */
const PROVIDER_ZONE = 'America/Sao_Paulo';
export const providerToday = ({ clock }: Pick<CollectDeps, 'clock'>): CivilDate =>
  dateIn(PROVIDER_ZONE, clock.now());

/** Reference of an invoice at the provider; tagged, because an account may hold charges of another installation. */
export const referenceOf = ({ tag }: Pick<PaymentAccount, 'tag'>, invoiceId: number): string =>
  `${tag}-${invoiceId}`;
/** @returns null = it is none of ours. */
export function invoiceIdIn({ tag }: Pick<PaymentAccount, 'tag'>, reference: string | null): number | null {
  if (reference === null || !reference.startsWith(`${tag}-`)) return null;
  const id = reference.slice(tag.length + 1);
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}
