import { systemClock, type Log } from '@rastro/base';
import {
  openBillingRoom,
  peopleOfForeign,
  pixOf,
  tellSoon,
  type BillingRoom,
  type CollectRoom,
  type IntegrationParts,
} from '@rastro/extension';
import type { ExtensionStorage, Storage } from '@rastro/storage';
import type { Tracker } from '@rastro/tracker';
import type { KeptBrandHeads } from '../brand-heads.ts';
import type { Settings } from '../settings/registry.ts';
import { peopleOfTracker } from './people-of-tracker.ts';

interface Behind {
  readonly tracker: Tracker | null;
  /** Of our own tracking server: its audit log is the one. */
  readonly storage: Storage | null;
  readonly kept: ExtensionStorage;
  readonly integrations: Pick<IntegrationParts, 'book'>;
  readonly collect: CollectRoom;
  readonly heads: Pick<KeptBrandHeads, 'headOf'>;
}

/** Who owes whom, in front of our own tracking server or somebody else's. */
export const openBilling = (
  settings: Settings,
  log: Log,
  { tracker, storage, kept, integrations, collect, heads }: Behind,
): BillingRoom =>
  openBillingRoom({
    storage: kept,
    audit: storage,
    source: tracker ? peopleOfTracker(tracker) : foreignPeople(settings),
    brand: settings.BRAND,
    product: settings.TITLE,
    brandNameOf: (owner) => heads.headOf(owner)?.name ?? null,
    plus: settings.LICENSE_MODE === 'plus',
    clock: systemClock,
    log,
    providerOf: (issuerId) => integrations.book.providerOf(issuerId),
    onDecided: tellSoon(collect),
    usualTermsOf: async (issuerId) => (await integrations.book.invoice(issuerId)).terms,
    pixOf: pixOf(integrations.book),
  });

function foreignPeople({ TRACKING_SERVER_URL: url, TRACKING_SERVER_TOKEN: token, BRAND }: Settings) {
  return url === null || token === '' ? null : peopleOfForeign({ url, token }, BRAND);
}
