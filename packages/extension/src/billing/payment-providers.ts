import type { Clock } from '@rastro/base';
import type { PaymentEnvironment } from '@rastro/fleet';
import type { SafeFetch } from '@rastro/outgoing';
import { asaasProvider } from './asaas/asaas-provider.ts';
import type { PaymentAccount } from './integrations/integration-store.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** @source docs/reference/integrations.md §1.1 */
const HOSTS: Readonly<Record<PaymentEnvironment, string>> = {
  production: 'https://api.asaas.com/v3',
  sandbox: 'https://api-sandbox.asaas.com/v3',
};

export interface ProviderDeps {
  readonly fetch: SafeFetch;
  readonly clock: Clock;
  /** A stand-in for both hosts; null = the provider itself. */
  readonly standIn: string | null;
}
export type OpenProvider = (account: Pick<PaymentAccount, 'apiKey' | 'environment'>) => PaymentProvider;

/** The service behind an account. */
export const providerOpener =
  ({ fetch, clock, standIn }: ProviderDeps): OpenProvider =>
  ({ apiKey, environment }) =>
    asaasProvider({ baseUrl: standIn ?? HOSTS[environment], apiKey, fetch, clock });
