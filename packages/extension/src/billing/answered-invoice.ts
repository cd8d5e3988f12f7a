import { writeStatus, type Invoice, type WrittenStatus } from '@rastro/fleet/billing';
import type { StoredInvoice } from '@rastro/storage';
import { serializeInvoice } from './change-status.ts';

/** An invoice as the API answers it. @param brand Attribute prefix of the product. */
export const answeredInvoice = (invoice: StoredInvoice, brand: string): Invoice<WrittenStatus> => ({
  ...serializeInvoice(invoice),
  status: writeStatus(invoice.status, brand),
});
