import { systemClock, type Log } from '@rastro/base';
import {
  createBillingDeps,
  externalUsers,
  pixOf,
  notifyProviderSoon,
  type BillingDeps,
  type CollectDeps,
  type IntegrationDeps,
} from '@rastro/extension';
import type { ExtensionStorage, Storage } from '@rastro/storage';
import type { ServedTracker } from '@rastro/tracker';
import type { RegistryBrandHeads } from '../brand-heads.ts';
import type { Settings } from '../settings/registry.ts';
import { embeddedUsers } from './users-of-tracker.ts';

interface Backend {
  readonly tracker: ServedTracker | null;
  /** Of our own tracking server: its audit log is the one. */
  readonly storage: Storage | null;
  readonly extensionStorage: ExtensionStorage;
  readonly integrations: Pick<IntegrationDeps, 'integrationStore'>;
  readonly collect: CollectDeps;
  readonly heads: Pick<RegistryBrandHeads, 'headOf'>;
}

/** Opens billing, in front of our own tracking server or an external one. */
export const openBilling = (
  settings: Settings,
  log: Log,
  { tracker, storage, extensionStorage, integrations, collect, heads }: Backend,
): BillingDeps =>
  createBillingDeps({
    storage: extensionStorage,
    audit: storage,
    source: tracker ? embeddedUsers(tracker) : externalUserSource(settings),
    brand: settings.BRAND,
    product: settings.TITLE,
    brandNameOf: (owner) => heads.headOf(owner)?.name ?? null,
    plus: settings.LICENSE_MODE === 'plus',
    clock: systemClock,
    log,
    providerOf: (issuerId) => integrations.integrationStore.providerOf(issuerId),
    onDecided: notifyProviderSoon(collect),
    usualTermsOf: async (issuerId) => (await integrations.integrationStore.invoice(issuerId)).terms,
    pixOf: pixOf(integrations.integrationStore),
  });

function externalUserSource({ TRACKING_SERVER_URL: url, TRACKING_SERVER_TOKEN: token, BRAND }: Settings) {
  return url === null || token === '' ? null : externalUsers({ url, token }, BRAND);
}
