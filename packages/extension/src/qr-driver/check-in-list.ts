import type { StoredCheckIn } from '@rastro/fleet/schemas';
import { withTrackingApi, soon } from '../with-tracking-api.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { qrErrors } from './qr-errors.ts';
import { serializeCheckIn, type QrDeps } from './qr-deps.ts';

const LONGEST_MS = 93 * 86_400_000;

/** Lists who drove which of the vehicles that the caller sees; without a period, the current drivers. */
export const listCheckIns = (deps: QrDeps): ExtensionHandler<'GET /qr-check-ins'> =>
  withTrackingApi(
    deps,
    async ({ trackingApi, checkInStore, clock }, { caller, query: { from, to, deviceId, driverId } }) => {
      const end = to ?? clock.now();
      if (from !== null && end - from > LONGEST_MS) return qrErrors.longPeriod();
      const found = from === null ? await checkInStore.current() : await checkInStore.history(from, end);
      const seen = new Set((await trackingApi.devices(caller, soon())).map(({ id }) => id));
      const isWanted = (each: StoredCheckIn): boolean =>
        seen.has(each.deviceId) &&
        (deviceId === null || each.deviceId === deviceId) &&
        (driverId === null || each.driverId === driverId);
      const newest = found.filter(isWanted).toSorted((a, b) => b.since - a.since);
      return { status: 200, body: newest.map(serializeCheckIn) };
    },
  );
