import { DAY_MS } from '@rastro/base';

const DAYS = 131_072;

/** Pieces that begin before 1970 or after these days stay rows. */
export const LAST_PACKED_MS = DAYS * DAY_MS;
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** Of a device and a day: those of a device lie together, by day. */
export const placeOf = (deviceId: number, day: number): number =>
  deviceId * DAYS + Math.min(Math.max(day, 0), DAYS - 1);
