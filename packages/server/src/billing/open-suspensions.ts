import { host } from '@rastro/base/host';
import type { Logger } from 'pino';
import { Suspensions, type BillingDeps } from '@rastro/extension';
import { duesOn, INVOICE_STATUSES, isOpen } from '@rastro/fleet/billing';
import type { InvoiceToPay, SuspensionSource } from '../gateway/suspension-source.ts';

/** Longest delay until a user is suspended on the day. */
const REFRESH_MS = 15_000;
const FIRST_REFRESH_MS = 3_000;
/**
 * Shortest interval between checks of a suspended user, whose requests trigger a new one so that a payer gets in at
 * once.
 */
const AGAIN_MS = 500;
const MAX_INVOICES = 50;
const OPEN = INVOICE_STATUSES.filter(isOpen);

export interface OpenSuspensions {
  readonly source: SuspensionSource;
  close(): void;
}

/**
 * Suspended accounts, as the gateway needs them. The first check ends before the listeners open; a tracking server that
 * does not answer delays nobody.
 */
export async function openSuspensions(deps: BillingDeps, log: Logger): Promise<OpenSuspensions> {
  const { clock } = deps;
  const suspensions = new Suspensions(deps);
  let refreshedAt = 0;
  const refresh = (): Promise<void> =>
    suspensions.refresh().catch((error: unknown) => log.warn({ err: error }, 'cannot look who has paid'));
  const timer = host.setInterval(() => void refresh(), REFRESH_MS);
  const late = new Promise<void>((resolve) => {
    host.setTimeout(resolve, FIRST_REFRESH_MS).unref();
  });
  await Promise.race([refresh(), late]);
  const of = (userId: number): { readonly trustAvailable: boolean } | null => {
    const found = suspensions.of(userId);
    // Users below a customer cannot promise payment for the customer.
    return found && { trustAvailable: found.customerId === userId && found.status.trustAvailable };
  };
  return {
    source: {
      of,
      now: async (userId) => {
        if (Math.abs(clock.now() - refreshedAt) > AGAIN_MS) {
          refreshedAt = clock.now();
          await suspensions.refresh();
        }
        return of(userId);
      },
      takeTrust: (who) => suspensions.takeTrust(who),
      toPay: (userId) => toPay(deps, userId),
      watch: (end) => suspensions.watch(end),
    },
    close: () => host.clearInterval(timer),
  };
}

async function toPay(
  { storage, today, pixOf, tree }: BillingDeps,
  customerId: number,
): Promise<readonly InvoiceToPay[]> {
  const day = await today();
  const none = { issuers: null, dueFrom: null, dueTo: null, text: null, after: null } as const;
  const order = { sort: 'dueDate', isDescending: false, limit: MAX_INVOICES } as const;
  const { invoices } = await storage.invoices({ ...none, ...order, customerId, statuses: OPEN });
  const resellerTree = await tree();
  const supplierOf = (issuerId: number): InvoiceToPay['supplier'] => {
    const issuer = resellerTree.user(issuerId);
    return issuer && { name: issuer.name, email: issuer.account.email };
  };
  const serialized = invoices.map(async (invoice) => ({
    id: invoice.id,
    dueDate: invoice.dueDate,
    dues: duesOn(invoice, day),
    pixPayload: await pixOf(invoice, day),
    invoiceUrl: invoice.charge?.invoiceUrl ?? null,
    bankSlipUrl: invoice.charge?.bankSlipUrl ?? null,
    supplier: supplierOf(invoice.issuerId),
  }));
  return Promise.all(serialized);
}
