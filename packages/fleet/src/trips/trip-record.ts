import type { LatLng } from '../geometry/distance.ts';

/**
 * Fields of a stored position that derived history uses. Records of a device have one total order, whenever they
 * arrived: time, deviceTime, key; two with the same of all three are the same record.
 * Times are milliseconds since 1970, UTC.
 */
export interface TripRecord extends LatLng {
  /** Of the position; does not reflect age. */
  readonly id: number;
  /** fixTime. */
  readonly time: number;
  readonly deviceTime: number;
  /** Hash of the device's data. */
  readonly key: number;
  /** Arrival. */
  readonly serverTime: number;
  readonly valid: boolean;
  /** Meters; 0 = unknown. */
  readonly accuracy: number;
  /** km/h; null = the device sends none. */
  readonly speedKmh: number | null;
  /** The following: null = not sent. */
  readonly ignition: boolean | null;
  readonly motion: boolean | null;
  /** The tracker's own idea of being on a trip. */
  readonly onTrip: boolean | null;
  readonly satellites: number | null;
  readonly hdop: number | null;
  /** The vehicle's odometer, meters. */
  readonly odometerM: number | null;
  /** The engine's own count, milliseconds. */
  readonly engineMs: number | null;
  /** Liters in the tank, level in percent, liters used since ever. */
  readonly fuelL: number | null;
  readonly fuelPercent: number | null;
  readonly fuelUsedL: number | null;
  /** km/h; the limit that holds there by fence or device; null = none. */
  readonly limitKmh: number | null;
  readonly driver: string | null;
  /** Geofences around the place, as they were at arrival. */
  readonly geofenceIds: readonly number[];
  /** Degrees clockwise from north; null = unknown. */
  readonly course: number | null;
  /** A fix good enough to work out how hard the vehicle brakes and turns. */
  readonly isFine: boolean;
  /** The tracker's own alarms, with commas between them; null = none. */
  readonly alarms: string | null;
  /** Not from satellites: cells, Wi-Fi, or the last place carried on. */
  readonly isApproximate: boolean;
}

/** One without what decides no trip. */
export interface BoundaryRecord extends TripRecord {
  readonly odometerM: null;
  readonly engineMs: null;
  readonly fuelL: null;
  readonly fuelPercent: null;
  readonly fuelUsedL: null;
  readonly limitKmh: null;
  readonly driver: null;
  readonly geofenceIds: readonly never[];
  readonly course: null;
  readonly isFine: false;
  readonly alarms: null;
}

/** Position of a record in the order of its device. */
export interface RecordKey {
  readonly time: number;
  readonly deviceTime: number;
  readonly key: number;
}

/** @returns below 0: `a` comes first. */
export const compareKeys = (a: RecordKey, b: RecordKey): number =>
  a.time - b.time || a.deviceTime - b.deviceTime || a.key - b.key;
