import { duesOn, isOpen, pixCode } from '@rastro/fleet/billing';
import type { IntegrationStore } from './integrations/integration-store.ts';
import type { BillingOptions } from './billing-deps.ts';

const REFERENCE = 'RASTRO';

/**
 * The Pix code of an invoice: the provider's, or one of the issuer's own key with today's amount. A code of an own key
 * reports no payment: the issuer marks the invoice as paid.
 */
export const pixOf =
  (integrationStore: Pick<IntegrationStore, 'invoice'>): BillingOptions['pixOf'] =>
  async (invoice, today) => {
    if (!isOpen(invoice.status)) return null;
    if (invoice.charge !== null) return invoice.charge.pixPayload;
    // A provider that is about to charge it would not know of the money.
    if (invoice.provider !== 'manual') return null;
    const { pixKey, pixCity, companyName } = await integrationStore.invoice(invoice.issuerId);
    if (pixKey === '') return null;
    const { total } = duesOn(invoice, today);
    const reference = `${REFERENCE}${invoice.id}`;
    return pixCode({ key: pixKey, name: companyName, city: pixCity, value: total, reference });
  };
