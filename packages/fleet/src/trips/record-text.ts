import type { LatLng } from '../geometry/distance.ts';
import type { TrackPoint } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import type { Boundary } from './boundary.ts';
import type { StateSink } from './state-sink.ts';
import { all, flag, listOf, n, orNull, text } from './state-values.ts';

// Records and places in the text of a state: lists of values in a fixed order.

export function place(value: unknown): LatLng {
  const v = listOf(value, 2);
  return { latitude: n(v[0]), longitude: n(v[1]) };
}
export const point = (value: unknown): TrackPoint => pointIn(listOf(value, 6));
export function boundary(value: unknown): Boundary {
  const v = listOf(value, 7);
  return { ...pointIn(v), odometerM: orNull(v[6], n) };
}
const pointIn = (v: readonly unknown[]): TrackPoint => ({
  id: n(v[0]),
  time: n(v[1]),
  deviceTime: n(v[2]),
  key: n(v[3]),
  latitude: n(v[4]),
  longitude: n(v[5]),
});
/** A record as stored in the state. Whether it can be used is already decided. */
export function record(value: unknown): TripRecord {
  const r = listOf(value, 22);
  return {
    id: n(r[0]),
    time: n(r[1]),
    deviceTime: n(r[2]),
    key: n(r[3]),
    serverTime: n(r[1]),
    latitude: n(r[4]),
    longitude: n(r[5]),
    valid: true,
    accuracy: n(r[6]),
    speedKmh: orNull(r[7], n),
    ignition: orNull(r[8], flag),
    motion: orNull(r[9], flag),
    onTrip: orNull(r[10], flag),
    satellites: null,
    hdop: null,
    odometerM: orNull(r[11], n),
    engineMs: orNull(r[12], n),
    fuelL: orNull(r[13], n),
    fuelPercent: orNull(r[14], n),
    fuelUsedL: orNull(r[15], n),
    limitKmh: orNull(r[16], n),
    driver: orNull(r[17], text),
    geofenceIds: all(r[18], n),
    course: orNull(r[19], n),
    isFine: flag(r[20]),
    alarms: orNull(r[21], text),
    isApproximate: false,
  };
}

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
