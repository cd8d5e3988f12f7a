import { z } from 'zod';
import type { Charge, PaymentTerms } from '../../billing/terms.ts';
import {
  PAYMENT_ENVIRONMENTS,
  type Integrations,
  type IntegrationTest,
  type InvoiceIntegration,
  type MailIntegration,
  type PaymentIntegration,
} from '../../entities/integration.ts';
import { PAYMENT_PROVIDERS } from '../../billing/payment-providers.ts';
import { PRICE_MODES } from '../../billing/terms.ts';
import { maybeInstant, maybeString, shapeOf, whole, string, yesNo } from './shape.ts';

const charge = { amount: whole(), mode: z.enum(PRICE_MODES) };
const Terms = shapeOf<PaymentTerms>()({
  fine: shapeOf<Charge>()(charge).nullable(),
  interest: whole(),
  discount: shapeOf<Charge & { readonly days: number }>()({ ...charge, days: whole() }).nullable(),
});
const Payment = shapeOf<PaymentIntegration>()({
  provider: z.enum(PAYMENT_PROVIDERS),
  environment: z.enum(PAYMENT_ENVIRONMENTS),
  hasApiKey: yesNo(),
  apiKeySetAt: maybeInstant(),
  hasWebhookToken: yesNo(),
  webhookTokenSetAt: maybeInstant(),
  problem: string(),
  webhookPath: string(),
});
const Smtp = shapeOf<MailIntegration>()({
  host: string(),
  port: whole(),
  secure: yesNo(),
  user: string(),
  from: string(),
  hasPassword: yesNo(),
  passwordSetAt: maybeInstant(),
});
const Invoice = shapeOf<InvoiceIntegration>()({
  companyName: string(),
  taxId: string(),
  address: string(),
  pixKey: string(),
  pixCity: string(),
  terms: Terms,
});

/** Payment and mail settings of an issuer. */
export const INTEGRATION_ANSWERS = {
  Integrations: shapeOf<Integrations>()({
    owner: whole(),
    payment: Payment,
    smtp: Smtp,
    invoice: Invoice,
    newWebhookToken: maybeString(),
  }),
  ProviderReceipt: z.strictObject({ received: z.literal(true) }),
  IntegrationTest: shapeOf<IntegrationTest>()({
    isOk: yesNo(),
    code: z.enum(['ok', 'invalid_target', 'invalid_request', 'unauthorized', 'rate_limited', 'unavailable']),
    detail: string(),
  }),
};
