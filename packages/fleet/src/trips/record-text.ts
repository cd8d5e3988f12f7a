import * as z from 'zod';
import type { LatLng } from '../geometry/distance.ts';
import type { TrackPoint } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import type { Boundary } from './boundary.ts';
import type { StateSink } from './state-sink.ts';

// Records and places in the text of a state: lists of values in a fixed order.

export const n = z.number();
export const orNull = n.nullable();
export const text = z.string().nullable();
const flag = z.boolean().nullable();

export const place = z.tuple([n, n]).transform(([latitude, longitude]): LatLng => ({ latitude, longitude }));
export const point = z
  .tuple([n, n, n, n, n, n])
  .transform(([id, time, deviceTime, key, latitude, longitude]): TrackPoint => ({
    id,
    time,
    deviceTime,
    key,
    latitude,
    longitude,
  }));
export const boundary = z
  .tuple([n, n, n, n, n, n, orNull])
  .transform(([id, time, deviceTime, key, latitude, longitude, odometerM]): Boundary => ({
    id,
    time,
    deviceTime,
    key,
    latitude,
    longitude,
    odometerM,
  }));
/** A record as stored in the state. Whether it can be used is already decided. */
export const record = z
  .tuple([
    n,
    n,
    n,
    n,
    n,
    n,
    n,
    orNull,
    flag,
    flag,
    flag,
    orNull,
    orNull,
    orNull,
    orNull,
    orNull,
    orNull,
    text,
    z.array(n),
    orNull,
    z.boolean(),
    text,
  ])
  .transform((r): TripRecord => ({
    id: r[0],
    time: r[1],
    deviceTime: r[2],
    key: r[3],
    serverTime: r[1],
    latitude: r[4],
    longitude: r[5],
    valid: true,
    accuracy: r[6],
    speedKmh: r[7],
    ignition: r[8],
    motion: r[9],
    onTrip: r[10],
    satellites: null,
    hdop: null,
    odometerM: r[11],
    engineMs: r[12],
    fuelL: r[13],
    fuelPercent: r[14],
    fuelUsedL: r[15],
    limitKmh: r[16],
    driver: r[17],
    geofenceIds: r[18],
    course: r[19],
    isFine: r[20],
    alarms: r[21],
    isApproximate: false,
  }));

export function writePlace(to: StateSink, { latitude, longitude }: LatLng): void {
  to.open();
  to.put(latitude);
  to.put(longitude);
  to.close();
}
export function writePoint(to: StateSink, p: TrackPoint): void {
  to.open();
  putPoint(to, p);
  to.close();
}
export function writeBoundary(to: StateSink, p: Boundary): void {
  to.open();
  putPoint(to, p);
  to.put(p.odometerM);
  to.close();
}
function putPoint(to: StateSink, p: TrackPoint): void {
  to.put(p.id);
  to.put(p.time);
  to.put(p.deviceTime);
  to.put(p.key);
  to.put(p.latitude);
  to.put(p.longitude);
}
export function writeRecord(to: StateSink, r: TripRecord): void {
  to.open();
  putPoint(to, r);
  to.put(r.accuracy);
  to.put(r.speedKmh);
  to.put(r.ignition);
  to.put(r.motion);
  to.put(r.onTrip);
  to.put(r.odometerM);
  to.put(r.engineMs);
  to.put(r.fuelL);
  to.put(r.fuelPercent);
  to.put(r.fuelUsedL);
  to.put(r.limitKmh);
  to.put(r.driver);
  writeNumbers(to, r.geofenceIds);
  to.put(r.course);
  to.put(r.isFine);
  to.put(r.alarms);
  to.close();
}
export function writeNumbers(to: StateSink, values: readonly number[]): void {
  to.open();
  // By number: an iterator would be most of the garbage of a text that is written with each record.
  for (let at = 0; at < values.length; at++) to.put(values[at] ?? null);
  to.close();
}
export function writeAll<T>(
  to: StateSink,
  items: readonly T[],
  write: (to: StateSink, item: T) => void,
): void {
  to.open();
  for (const item of items) write(to, item);
  to.close();
}
export function writeOrNull<T>(to: StateSink, item: T | null, write: (to: StateSink, item: T) => void): void {
  if (item === null) to.put(null);
  else write(to, item);
}
