import type { BookPoint } from './book-piece.ts';
import { compareKeys, type BookKey, type BookRecord } from './book-record.ts';

/** A record at which a stretch may begin or end. */
export interface Mark extends BookPoint {
  readonly odometerM: number | null;
}

export const markOf = ({ id, time, deviceTime, key, latitude, longitude, odometerM }: BookRecord): Mark => ({
  id,
  time,
  deviceTime,
  key,
  latitude,
  longitude,
  odometerM,
});
export const pointOf = ({ id, time, deviceTime, key, latitude, longitude }: BookPoint): BookPoint => ({
  id,
  time,
  deviceTime,
  key,
  latitude,
  longitude,
});
export const isSame = (a: BookKey, b: BookKey): boolean => compareKeys(a, b) === 0;

/** A long stretch is cut at records chosen by what they say: one in so many, wherever others are missing or late. */
const CUT = 128;
/** @param oneIn Of so many cuts, where a state is long. */
export const isCut = ({ key }: BookKey, oneIn = 1): boolean => key % (CUT * oneIn) === 0;

export const isOver = ({ speedKmh, limitKmh }: BookRecord): boolean =>
  speedKmh !== null && limitKmh !== null && speedKmh > limitKmh;
