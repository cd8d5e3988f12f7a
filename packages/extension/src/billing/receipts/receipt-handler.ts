import { hasReceipt } from '@rastro/fleet/billing';
import type { ExtensionHandler } from '../../extension-route.ts';
import { billingRefusals } from '../billing-refusals.ts';
import type { BillingRoom } from '../billing-room.ts';
import type { CollectRoom } from '../collect/collect-room.ts';
import { seesInvoice } from '../invoice-access.ts';
import type { IntegrationBook } from '../integrations/integration-book.ts';
import type { ReminderRoom } from '../reminders/remind-customers.ts';
import { whileKept } from '../while-kept.ts';
import { receiptPrinter } from './print-receipt.ts';
import type { Receipt } from './receipt.ts';
import { writeReceipt } from './write-receipt.ts';

export interface ReceiptRoom {
  readonly billing: BillingRoom;
  readonly book: Pick<IntegrationBook, 'invoice'>;
  readonly payerOf: CollectRoom['payerOf'];
  readonly headOf: ReminderRoom['headOf'];
  /** PNG for white paper; null = there is none. */
  readonly logoOf: (owner: number) => Promise<Uint8Array | null>;
  /** How pages of somebody's brand are called. */
  readonly titleOf: (owner: number) => string;
}
const WAIT_MS = 30_000;
/** Of who has chosen none. */
const COLOUR = '#1f3a5f';

/** The receipt of a paid invoice, for who has paid it and who sees what was issued. */
export function printReceipts(room: ReceiptRoom): ExtensionHandler<'GET /invoices/:id/receipt'> {
  const print = receiptPrinter();
  return ({ caller, params }) =>
    whileKept(async () => {
      const { billing } = room;
      const invoice = await billing.storage.invoice(params.id);
      if (!invoice || !(await seesInvoice(billing, caller, invoice))) return billingRefusals.noInvoice();
      const { paidDate: date, paidValue: value, id } = invoice;
      if (!hasReceipt(invoice.status) || date === null || value === null) return billingRefusals.unpaid();
      const payer = await room
        .payerOf(invoice.customerId, AbortSignal.timeout(WAIT_MS))
        .catch(() => 'unreachable' as const);
      if (payer === 'unreachable') return billingRefusals.unreachable();
      const { languageOf, zone } = await billing.installation();
      const receipt = writeReceipt({
        invoice,
        paid: { date, value },
        issuer: await room.book.invoice(invoice.issuerId),
        payer,
        brand: await brandOf(room, invoice.issuerId),
        language: languageOf(caller.attributes),
        zone,
        now: billing.clock.now(),
      });
      const bytes = await print(receipt);
      if (bytes === null) return billingRefusals.busy();
      const name = `${receipt.title.toLowerCase().replaceAll(' ', '-')}-${id}.pdf`;
      const headers = {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"`,
      };
      return { status: 200, headers, body: Buffer.from(bytes) };
    });
}

/** The issuer's brand, else that of the nearest above him who has published one. */
async function brandOf(
  { billing, headOf, logoOf, titleOf }: ReceiptRoom,
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
