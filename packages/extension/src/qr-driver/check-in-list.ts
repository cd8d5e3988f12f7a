import type { KeptCheckIn } from '@rastro/fleet/schemas';
import { acted, soon } from '../acted.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { qrRefusals } from './qr-refusals.ts';
import { shownCheckIn, type QrRoom } from './qr-room.ts';

const LONGEST_MS = 93 * 86_400_000;

/** Who drove what among the vehicles that the caller sees; without a period, who drives what now. */
export const listCheckIns = (room: QrRoom): ExtensionHandler<'GET /qr-check-ins'> =>
  acted(room, async ({ acting, book, clock }, { caller, query: { from, to, deviceId, driverId } }) => {
    const end = to ?? clock.now();
    if (from !== null && end - from > LONGEST_MS) return qrRefusals.longPeriod();
    const found = from === null ? await book.current() : await book.history(from, end);
    const seen = new Set((await acting.devices(caller, soon())).map(({ id }) => id));
    const isWanted = (each: KeptCheckIn): boolean =>
      seen.has(each.deviceId) &&
      (deviceId === null || each.deviceId === deviceId) &&
      (driverId === null || each.driverId === driverId);
    const newest = found.filter(isWanted).toSorted((a, b) => b.since - a.since);
    return { status: 200, body: newest.map(shownCheckIn) };
  });
