import type { PaymentProviderName } from '../billing/payment-providers.ts';
import type { PaymentTerms } from '../billing/terms.ts';

/** Play money, or real. */
export const PAYMENT_ENVIRONMENTS = ['sandbox', 'production'] as const;
export type PaymentEnvironment = (typeof PAYMENT_ENVIRONMENTS)[number];

/** Payment settings of an issuer. Secrets are never returned, only the time since when they are set. */
export interface PaymentIntegration {
  readonly provider: PaymentProviderName;
  readonly environment: PaymentEnvironment;
  readonly hasApiKey: boolean;
  readonly apiKeySetAt: string | null;
  readonly hasWebhookToken: boolean;
  readonly webhookTokenSetAt: string | null;
  /** Problem with the account, as the service reports it; '' = none. */
  readonly problem: string;
  /** Path of the service's webhook, below the address of this server. */
  readonly webhookPath: string;
}
/** From which mail server the customers of an issuer get their mail. */
export interface MailIntegration {
  /** '' = no server of their own. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS. */
  readonly secure: boolean;
  readonly user: string;
  /** Sender: an address, or a name with one. */
  readonly from: string;
  readonly hasPassword: boolean;
  readonly passwordSetAt: string | null;
}
/** Issuer details printed on invoices. */
export interface InvoiceIntegration {
  readonly companyName: string;
  readonly taxId: string;
  readonly address: string;
  /** '' = invoices made by hand have no Pix code. */
  readonly pixKey: string;
  readonly pixCity: string;
  /** Of customers who have none of their own. */
  readonly terms: PaymentTerms;
}
export interface Integrations {
  /** Owner: 0 = the installation, else a reseller. */
  readonly owner: number;
  readonly payment: PaymentIntegration;
  readonly smtp: MailIntegration;
  readonly invoice: InvoiceIntegration;
  /** A token created by this call; it is only returned this once. */
  readonly newWebhookToken: string | null;
}
/** Result of an integration test. */
export interface IntegrationTest {
  readonly isOk: boolean;
  readonly code:
    | 'ok'
    | 'invalid_target'
    | 'invalid_request'
    | 'unauthorized'
    | 'rate_limited'
    | 'unavailable';
  /** Message of the other side, without secrets. */
  readonly detail: string;
}
