import * as z from 'zod';
import type { LatLng } from '../geometry/distance.ts';
import type { BookPoint } from './book-piece.ts';
import type { BookRecord } from './book-record.ts';
import type { Mark } from './mark.ts';

// Records and places in the text of a state: lists of values in a fixed order.

export const n = z.number();
export const orNull = n.nullable();
export const text = z.string().nullable();
const flag = z.boolean().nullable();

export const place = z.tuple([n, n]).transform(([latitude, longitude]): LatLng => ({ latitude, longitude }));
export const point = z
  .tuple([n, n, n, n, n, n])
  .transform(([id, time, deviceTime, key, latitude, longitude]): BookPoint => ({
    id,
    time,
    deviceTime,
    key,
    latitude,
    longitude,
  }));
export const mark = z
  .tuple([n, n, n, n, n, n, orNull])
  .transform(([id, time, deviceTime, key, latitude, longitude, odometerM]): Mark => ({
    id,
    time,
    deviceTime,
    key,
    latitude,
    longitude,
    odometerM,
  }));
/** What is still asked of a record that is used: whether it can be is decided. */
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
  ])
  .transform((r): BookRecord => ({
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
    isApproximate: false,
  }));

export const writePlace = ({ latitude, longitude }: LatLng) => [latitude, longitude];
export const writePoint = (p: BookPoint) => [p.id, p.time, p.deviceTime, p.key, p.latitude, p.longitude];
export const writeMark = (p: Mark) => [...writePoint(p), p.odometerM];
export const writeRecord = (r: BookRecord) => [
  r.id,
  r.time,
  r.deviceTime,
  r.key,
  r.latitude,
  r.longitude,
  r.accuracy,
  r.speedKmh,
  r.ignition,
  r.motion,
  r.onTrip,
  r.odometerM,
  r.engineMs,
  r.fuelL,
  r.fuelPercent,
  r.fuelUsedL,
  r.limitKmh,
  r.driver,
  r.geofenceIds,
];
