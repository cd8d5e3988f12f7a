import { DAY_MS } from '@rastro/base';

const DAYS = 131_072;
/** Today and yesterday of a device stay rows: they still change. */
const OPEN_DAYS = 2;

/** Rows of before 1970, or after these days, stay rows. */
const LAST_PACKED_MS = DAYS * DAY_MS;
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);
/** Of a device and a day: those of a device lie together, by day. */
export const placeOf = (deviceId: number, day: number): number =>
  deviceId * DAYS + Math.min(Math.max(day, 0), DAYS - 1);

/** Whether records of a day can be packed. */
export const isPackedDay = (day: number): boolean => day >= 0 && day < DAYS;

/** The time before which days of a device are packed. @param lastTime Of the newest record in its derived history. */
export const closedBefore = (lastTime: number): number =>
  Math.min((dayOf(lastTime) - OPEN_DAYS + 1) * DAY_MS, LAST_PACKED_MS);

/** A day is in several runs while records of it arrive, and where they are more than one run holds. */
export const PARTS = 512;
/** Places of runs of a device. */
export const DEVICE_PLACES = DAYS * PARTS;
/** Of a run of positions of a day, or of several days that begin with it. */
export const runPlaceOf = (deviceId: number, day: number, part: number): number =>
  placeOf(deviceId, day) * PARTS + part;
export const partOf = (runPlace: number): number => runPlace % PARTS;
export const deviceOf = (runPlace: number): number => Math.floor(runPlace / DEVICE_PLACES);
/** Devices above have places that a number cannot tell apart: their history stays rows. */
export const MAX_PACKED_DEVICE = 2 ** 27 - 1;
