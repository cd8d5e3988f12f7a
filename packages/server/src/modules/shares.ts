import { createShareDeps, endLostShares } from '@rastro/extension';
import { withGuests } from '../gateway/guests/with-guests.ts';
import type { TrackingServer } from '../gateway/tracking-server.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

/**
 * Share links in front of an external tracking server; the embedded one has its own.
 * @returns `tracking`: the tracking server, which now also knows the guests of these links.
 */
export function openShares(
  { settings, storage, trackingApi, clock, log }: ModuleDeps,
  behind: TrackingServer,
): ProductModule<object> & { readonly tracking: TrackingServer } {
  const shares = createShareDeps({ trackingApi, storage, brand: settings.BRAND, clock });
  const onError = (error: unknown, what: string): void => log.warn({ err: error }, what);
  const tracking = shares ? withGuests(behind, shares, { publicUrl: settings.PUBLIC_URL, onError }) : behind;
  return { tracking, handlers: {}, jobs: [endLostShares(shares, log)] };
}
