import type { Clock } from '@rastro/base';
import type { ChargeProviderName } from '@rastro/fleet/billing';
import type { SafeFetch } from '@rastro/outgoing';
import type { PaymentAccount } from '../integrations/integration-store.ts';
import { asaas } from './asaas/index.ts';
import type { PaymentProvider, ProviderDefinition } from './payment-provider.ts';

/** By name; a provider of `CHARGE_PROVIDERS` without a line here does not compile. */
const PROVIDERS: Readonly<Record<ChargeProviderName, ProviderDefinition>> = { asaas };

export interface ProviderDeps {
  readonly fetch: SafeFetch;
  readonly clock: Clock;
  /** A stand-in for all hosts, in tests; null = the providers themselves. */
  readonly standIn: string | null;
}
export type OpenProvider = (
  account: Pick<PaymentAccount, 'provider' | 'apiKey' | 'environment'>,
) => PaymentProvider;

/** The service behind an account. */
export const providerOpener =
  ({ fetch, clock, standIn }: ProviderDeps): OpenProvider =>
  ({ provider, apiKey, environment }) => {
    const definition = PROVIDERS[provider];
    return definition.open({ baseUrl: standIn ?? definition.hosts[environment], apiKey, fetch, clock });
  };

/** Charge that a stored or received event is about; null = none. */
export const chargeIdIn = (provider: ChargeProviderName, event: unknown): string | null =>
  PROVIDERS[provider].chargeIdOf(event);
