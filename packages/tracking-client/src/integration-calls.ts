import type {
  Integrations,
  IntegrationTest,
  InvoiceIntegration,
  MailIntegration,
  PaymentIntegration,
} from '@rastro/fleet';
import type { ExtensionRoutes } from '@rastro/fleet/api';
import type { Answer, Caller } from './caller.ts';

/** Input for a secret: '' = unchanged, null = deleted. */
type TypedSecret = string | null;
export interface PaymentSettings extends Pick<PaymentIntegration, 'provider' | 'environment'> {
  readonly apiKey: TypedSecret;
  readonly renewWebhookToken: boolean;
}
export interface MailSettings extends Pick<MailIntegration, 'host' | 'port' | 'secure' | 'user' | 'from'> {
  readonly password: TypedSecret;
}

/** The caller's own integrations, or for administrators those of the installation. */
export interface IntegrationCalls {
  read(signal: AbortSignal): Promise<Answer<Integrations>>;
  writePayment(settings: PaymentSettings, signal: AbortSignal): Promise<Answer<Integrations>>;
  writeMail(settings: MailSettings, signal: AbortSignal): Promise<Answer<Integrations>>;
  writeInvoice(settings: InvoiceIntegration, signal: AbortSignal): Promise<Answer<Integrations>>;
  test(what: 'payment' | 'smtp', signal: AbortSignal): Promise<Answer<IntegrationTest>>;
}

export function integrationCalls(caller: Caller<ExtensionRoutes>): IntegrationCalls {
  return {
    read: (signal) => caller.json('GET /integrations', {}, signal),
    writePayment: (json, signal) => caller.json('POST /integrations/payment', { json }, signal),
    writeMail: (json, signal) => caller.json('POST /integrations/smtp', { json }, signal),
    writeInvoice: (json, signal) => caller.json('POST /integrations/invoice', { json }, signal),
    test: (what, signal) =>
      what === 'payment'
        ? caller.json('POST /integrations/payment/test', {}, signal)
        : caller.json('POST /integrations/smtp/test', {}, signal),
  };
}
