import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InvoiceIntegration } from '@rastro/fleet';
import { NO_TERMS } from '@rastro/fleet/billing';
import type { StoredInvoice } from '@rastro/storage';
import { madeInvoice } from '../../test/billing/made-invoices.ts';
import { pixOf } from './pix-of-invoice.ts';

const ISSUER: InvoiceIntegration = {
  companyName: 'Frota Viva',
  taxId: '',
  address: '',
  pixKey: 'pix@example.com',
  pixCity: 'Campinas',
  terms: NO_TERMS,
};
const integrationStore = { invoice: async () => ISSUER };
const invoice = (more: Partial<StoredInvoice> = {}): StoredInvoice => ({
  ...madeInvoice({ terms: { ...NO_TERMS, fine: { amount: 500, mode: 'fixed' } } }),
  id: 31,
  version: 1,
  charge: null,
  paidDate: null,
  paidValue: null,
  ...more,
});

test('[BILL-19] an invoice has a Pix code of what it costs today, of the provider or of the issuer', async () => {
  const code = await pixOf(integrationStore)(invoice(), '2026-05-12');
  assert.match(code ?? '', /540595\.00/, 'with its fine');
  assert.match(code ?? '', /RASTRO31/);
  const charge = { id: 'pay_1', invoiceUrl: null, bankSlipUrl: null, pixPayload: 'theirs' };
  assert.equal(await pixOf(integrationStore)(invoice({ charge, provider: 'asaas' }), '2026-05-12'), 'theirs');
  assert.equal(await pixOf(integrationStore)(invoice({ provider: 'asaas' }), '2026-05-12'), null);
  assert.equal(await pixOf(integrationStore)(invoice({ status: 'CANCELED' }), '2026-05-12'), null);
  const none = { invoice: async () => ({ ...ISSUER, pixKey: '' }) };
  assert.equal(await pixOf(none)(invoice(), '2026-05-12'), null);
});
