import { host } from '@rastro/base/host';
import { hasReceipt } from '@rastro/fleet/billing';
import type { ExtensionHandler } from '../../extension-route.ts';
import { billingErrors } from '../billing-errors.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { CollectDeps } from '../collect/collect-deps.ts';
import { seesInvoice } from '../invoice-access.ts';
import type { IntegrationStore } from '../integrations/integration-store.ts';
import type { ReminderDeps } from '../reminders/remind-customers.ts';
import { withSourceErrors } from '../with-source-errors.ts';
import { receiptPrinter } from './print-receipt.ts';
import type { Receipt } from './receipt.ts';
import { writeReceipt } from './write-receipt.ts';

export interface ReceiptDeps {
  readonly billing: BillingDeps;
  readonly integrationStore: Pick<IntegrationStore, 'invoice'>;
  readonly payerOf: CollectDeps['payerOf'];
  readonly headOf: ReminderDeps['headOf'];
  /** PNG for white paper; null = there is none. */
  readonly logoOf: (owner: number) => Promise<Uint8Array | null>;
  /** Page title of a brand. */
  readonly titleOf: (owner: number) => string;
}
const WAIT_MS = 30_000;
/** Of who has chosen none. */
const COLOUR = '#1f3a5f';

/** The receipt of a paid invoice, for who has paid it and who sees what was issued. */
export function printReceipts(deps: ReceiptDeps): ExtensionHandler<'GET /invoices/:id/receipt'> {
  const print = receiptPrinter();
  return ({ caller, params }) =>
    withSourceErrors(async () => {
      const { billing } = deps;
      const invoice = await billing.storage.invoice(params.id);
      if (!invoice || !(await seesInvoice(billing, caller, invoice))) return billingErrors.noInvoice();
      const { paidDate: date, paidValue: value, id } = invoice;
      if (!hasReceipt(invoice.status) || date === null || value === null) return billingErrors.unpaid();
      const payer = await deps
        .payerOf(invoice.customerId, host.timeout(WAIT_MS))
        .catch(() => 'unreachable' as const);
      if (payer === 'unreachable') return billingErrors.unreachable();
      const { languageOf, zone } = await billing.installation();
      const receipt = writeReceipt({
        invoice,
        paid: { date, value },
        issuer: await deps.integrationStore.invoice(invoice.issuerId),
        payer,
        brand: await brandOf(deps, invoice.issuerId),
        language: languageOf(caller.attributes),
        zone,
        now: billing.clock.now(),
      });
      const bytes = await print(receipt);
      if (bytes === null) return billingErrors.busy();
      const name = `${receipt.title.toLowerCase().replaceAll(' ', '-')}-${id}.pdf`;
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"`,
      };
      return { status: 200, headers, body: Buffer.from(bytes) };
    });
}

/** Brand of the issuer, else of the nearest reseller above who has published one. */
async function brandOf(
  { billing, headOf, logoOf, titleOf }: ReceiptDeps,
  issuerId: number,
): Promise<Pick<Receipt, 'brand' | 'colour' | 'logo'>> {
  const owner = (await billing.tree()).brandOf(issuerId, (id) => headOf(id) !== null);
  const head = headOf(owner);
  return {
    brand: head?.name ?? titleOf(owner),
    colour: head?.colour ?? COLOUR,
    logo: await logoOf(owner),
  };
}
