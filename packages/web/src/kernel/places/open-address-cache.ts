import type { TrackingClient } from '@rastro/tracking-client';
import type { Session } from '../session/session.ts';
import { createAddressCache, type AddressCache } from './address-cache.ts';

/** Address cache of a page: asks its tracking server, which learns more where a geocoding service is configured. */
export const openAddressCache = (client: TrackingClient, session: Session): AddressCache =>
  createAddressCache({
    ask: (places, signal) => client.server.addresses(places, signal),
    isPaused: () => session.isLeaving(),
    isLearning: () => {
      const state = session.state();
      return state.kind === 'signedIn' && state.server.server.geocoderEnabled;
    },
  });
