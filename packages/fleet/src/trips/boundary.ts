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

/** A long stretch is cut at records chosen by what they say: one in so many, wherever others are missing or late. */
const CUT = 128;
/** @param oneIn Of so many cuts, where a state is long. */
export const isCut = ({ key }: RecordKey, oneIn = 1): boolean => key % (CUT * oneIn) === 0;

export const isOver = ({ speedKmh, limitKmh }: TripRecord): boolean =>
  speedKmh !== null && limitKmh !== null && speedKmh > limitKmh;
