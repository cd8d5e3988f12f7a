import { host } from '@rastro/base/host';
import { hasReceipt } from '@rastro/fleet/billing';
import type { ExtensionHandler } from '../../extension-route.ts';
import { threadPrinter } from '../../print-in-thread.ts';
import { brandOfPapers, type PaperBrandDeps } from '../brand-of-papers.ts';
import { billingErrors } from '../billing-errors.ts';
import type { BillingDeps } from '../billing-deps.ts';
import type { CollectDeps } from '../collect/collect-deps.ts';
import { seesInvoice } from '../invoice-access.ts';
import type { IntegrationStore } from '../integrations/integration-store.ts';
import { withSourceErrors } from '../with-source-errors.ts';
import type { Receipt } from './receipt.ts';
import { writeReceipt } from './write-receipt.ts';

export interface ReceiptDeps extends PaperBrandDeps {
  readonly billing: BillingDeps;
  readonly integrationStore: Pick<IntegrationStore, 'invoice'>;
  readonly payerOf: CollectDeps['payerOf'];
}
const WAIT_MS = 30_000;

/** The receipt of a paid invoice, for who has paid it and who sees what was issued. */
export function printReceipts(deps: ReceiptDeps): ExtensionHandler<'GET /invoices/:id/receipt'> {
  const print: (receipt: Receipt) => Promise<Uint8Array | null> = threadPrinter(
    new URL('./receipt-thread.ts', import.meta.url),
  );
  const brandOf = brandOfPapers(deps);
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
        brand: await brandOf(invoice.issuerId),
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
