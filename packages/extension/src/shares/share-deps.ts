import type { Clock } from '@rastro/base';
import type { ExtensionStorage } from '@rastro/storage';
import type { TrackingApi } from '../tracking-api.ts';
import { GuestSight } from './guest-sight.ts';
import { ShareStore } from './share-store.ts';

/** Shares in front of an external tracking server. */
export interface ShareDeps {
  readonly trackingApi: TrackingApi;
  readonly shareStore: ShareStore;
  readonly sight: GuestSight;
  readonly clock: Clock;
}

interface ShareOptions {
  readonly trackingApi: TrackingApi | null;
  readonly storage: ExtensionStorage;
  readonly brand: string;
  readonly clock: Clock;
}

/** Null = our own server stores them, or no account is configured for the one behind. */
export function createShareDeps({ trackingApi, storage, brand, clock }: ShareOptions): ShareDeps | null {
  if (!trackingApi || trackingApi.isOurs) return null;
  const store = new ShareStore({ storage, clock });
  return {
    trackingApi,
    shareStore: store,
    clock,
    sight: new GuestSight({ trackingApi, shareStore: store, brand, clock }),
  };
}
