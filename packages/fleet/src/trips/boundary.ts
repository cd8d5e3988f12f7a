import type { TrackPoint } from './stretch-segment.ts';
import { compareKeys, type RecordKey, type TripRecord } from './trip-record.ts';

/** A record at which a stretch may begin or end. */
export interface Boundary extends TrackPoint {
  readonly odometerM: number | null;
}

export const boundaryOf = ({
  id,
  time,
  deviceTime,
  key,
  latitude,
  longitude,
  odometerM,
}: TripRecord): Boundary => ({
  id,
  time,
  deviceTime,
  key,
  latitude,
  longitude,
  odometerM,
});
export const pointOf = ({ id, time, deviceTime, key, latitude, longitude }: TrackPoint): TrackPoint => ({
  id,
  time,
  deviceTime,
  key,
  latitude,
  longitude,
});
export const isSame = (a: RecordKey, b: RecordKey): boolean => compareKeys(a, b) === 0;

/**
 * A long stretch is cut at records chosen by their time: one in so many, wherever others are missing or late, and the
 * same ones in a copy of the history under other keys.
 */
const CUT = 128;
/** Spreads regular intervals; the golden ratio in 32 bits. */
const SPREAD = 0x9e3779b1;
/** @param oneIn Of so many cuts, where a state is long. */
const isCut = ({ time }: RecordKey, oneIn = 1): boolean =>
  (Math.imul(Math.floor(time / 1000), SPREAD) >>> 8) % (CUT * oneIn) === 0;
/** Records that share a fix end one piece at most: the others would have no length, and be alike. */
export const cutsPiece = (start: Boundary | null, record: RecordKey, oneIn = 1): boolean =>
  start !== null && start.time !== record.time && isCut(record, oneIn);

export const isOver = ({ speedKmh, limitKmh }: TripRecord): boolean =>
  speedKmh !== null && limitKmh !== null && speedKmh > limitKmh;
