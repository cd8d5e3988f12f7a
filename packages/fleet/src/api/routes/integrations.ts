import { z } from 'zod';
import {
  invoiceIntegrationBody,
  mailIntegrationBody,
  paymentIntegrationBody,
  providerEventBody,
} from '../../schemas/integration.ts';
import { CHARGE_PROVIDERS } from '../../billing/payment-providers.ts';
import { integrated } from '../audit-rules.ts';
import { integer } from '../query-fields.ts';
import { defineRoutes, one } from '../route.ts';

/** Issuers of invoices are those who have a brand: administrators and resellers. */
const issuers = {
  area: 'extension',
  access: 'brands',
  tier: 'billing',
  query: z.object({ owner: integer("Whose, for administrators; the installation's when not given") }),
} as const;
const written = { ...issuers, answer: one('Integrations') } as const;
const tried = { ...issuers, answer: one('IntegrationTest'), errors: [429] } as const;

/** Payment and mail settings of an issuer. Secrets are write-only. */
export const INTEGRATION_ROUTES = defineRoutes({
  'GET /integrations': { ...written, summary: 'Payment, mail and invoice of an issuer; never a secret' },
  'POST /integrations/payment': {
    ...written,
    summary: 'Who makes his charges; a blank key stays, null forgets it',
    body: paymentIntegrationBody,
    audit: integrated('edit', 'payment'),
  },
  'POST /integrations/smtp': {
    ...written,
    summary: 'From where his customers get mail; a blank password stays, null forgets it',
    body: mailIntegrationBody,
    audit: integrated('edit', 'smtp'),
  },
  'POST /integrations/invoice': {
    ...written,
    summary: 'What stands on his invoices: company, Pix key, terms',
    body: invoiceIntegrationBody,
    audit: integrated('edit', 'invoice'),
  },
  'POST /integrations/payment/test': {
    ...tried,
    summary: 'Checks the key; in the sandbox it makes a charge and takes it away',
    audit: integrated('test', 'payment'),
  },
  'POST /webhooks/:provider/:id': {
    area: 'extension',
    summary: 'Events of the payment provider of an issuer, with the token of the issuer; public',
    access: 'public',
    headers: CHARGE_PROVIDERS.map(({ tokenHeader }) => tokenHeader),
    body: providerEventBody,
    answer: one('ProviderReceipt'),
    errors: [401],
  },
  'POST /integrations/smtp/test': {
    ...tried,
    summary: 'Sends a mail to the caller',
    audit: integrated('test', 'smtp'),
  },
});
