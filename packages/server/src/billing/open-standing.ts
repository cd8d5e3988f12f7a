import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Suspensions, type BillingRoom } from '@rastro/extension';
import { duesOn, INVOICE_STATUSES, isOpen } from '@rastro/fleet/billing';
import type { InvoiceToPay, Standing } from '../gateway/standing.ts';

/** Somebody whose day has come is suspended after this at the latest. */
const LOOK_MS = 15_000;
const FIRST_LOOK_MS = 3_000;
/** Whoever is suspended has it looked at anew by asking, so that who has paid comes in at once; not more often. */
const AGAIN_MS = 500;
const MOST_INVOICES = 50;
const OPEN = INVOICE_STATUSES.filter(isOpen);

export interface OpenStanding {
  readonly standing: Standing;
  close(): void;
}

/**
 * Who has not paid, as the gateway asks for it. The first look is over when the doors open; a tracking server that does
 * not answer keeps nobody waiting.
 */
export async function openStanding(room: BillingRoom, log: Logger): Promise<OpenStanding> {
  const { clock } = room;
  const suspensions = new Suspensions(room);
  let lookedAt = 0;
  const look = (): Promise<void> =>
    suspensions.look().catch((error: unknown) => log.warn({ err: error }, 'cannot look who has paid'));
  const timer = setInterval(() => void look(), LOOK_MS);
  const late = sleep(FIRST_LOOK_MS, undefined, { ref: false });
  await Promise.race([look(), late]);
  const of = (userId: number): { readonly trustAvailable: boolean } | null => {
    const found = suspensions.of(userId);
    // Of somebody who works for the customer nobody takes the customer's word.
    return found && { trustAvailable: found.customerId === userId && found.standing.trustAvailable };
  };
  return {
    standing: {
      of,
      now: async (userId) => {
        if (Math.abs(clock.now() - lookedAt) > AGAIN_MS) {
          lookedAt = clock.now();
          await suspensions.look();
        }
        return of(userId);
      },
      takeTrust: (who) => suspensions.takeTrust(who),
      toPay: (userId) => toPay(room, userId),
      watch: (end) => suspensions.watch(end),
    },
    close: () => clearInterval(timer),
  };
}

async function toPay(
  { storage, today, pixOf, tree }: BillingRoom,
  customerId: number,
): Promise<readonly InvoiceToPay[]> {
  const day = await today();
  const none = { issuers: null, dueFrom: null, dueTo: null, text: null, after: null } as const;
  const order = { sort: 'dueDate', isDescending: false, limit: MOST_INVOICES } as const;
  const { invoices } = await storage.invoices({ ...none, ...order, customerId, statuses: OPEN });
  const people = await tree();
  const supplierOf = (issuerId: number): InvoiceToPay['supplier'] => {
    const issuer = people.person(issuerId);
    return issuer && { name: issuer.name, email: issuer.account.email };
  };
  const shown = invoices.map(async (invoice) => ({
    id: invoice.id,
    dueDate: invoice.dueDate,
    dues: duesOn(invoice, day),
    pixPayload: await pixOf(invoice, day),
    invoiceUrl: invoice.charge?.invoiceUrl ?? null,
    bankSlipUrl: invoice.charge?.bankSlipUrl ?? null,
    supplier: supplierOf(invoice.issuerId),
  }));
  return Promise.all(shown);
}
