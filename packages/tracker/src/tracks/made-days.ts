import { DAY_MS } from '@rastro/base';
import {
  decodeTrackHead,
  DayTrack,
  encodeTrack,
  HEAD_BYTES,
  type TrackHead,
  type TrackPoints,
} from '@rastro/fleet/tracks';
import type { TripReader } from '@rastro/storage';
import type { TripDevice } from '../trips/reduce-device.ts';
import { annotationsOf } from './annotations-of.ts';
import { deviceTripsFor, openDeviceTrips, type DeviceTrips } from '../trips/device-trips.ts';

const KMH_PER_KNOT = 1.852;

/** Both included; days since 1970, UTC. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}
export interface MadeDay {
  readonly head: TrackHead;
  readonly body: Uint8Array;
  /** Derived history of the day is complete: it changes only by a late record. */
  readonly isClosed: boolean;
}

/**
 * Makes the tracks of days out of positions and derived history. @returns with the revision of the derived history that
 * they are made from.
 */
export function makeDays(
  tripReader: TripReader,
  device: TripDevice,
  { from, to }: DayRange,
): { readonly revision: number; readonly days: readonly MadeDay[] } {
  return tripReader.inSnapshot(() => {
    const stored = openDeviceTrips(tripReader, device);
    const deviceTrips =
      stored ?? deviceTripsFor(tripReader, device, { from: from * DAY_MS, to: (to + 1) * DAY_MS - 1 });
    const openSince = stored ? (stored.fresh[0]?.start.time ?? Infinity) : -Infinity;
    const days: MadeDay[] = [];
    for (let day = from; day <= to; day++) {
      const points = pointsOf(tripReader, deviceTrips, { device: device, day });
      const body = encodeTrack(
        { deviceId: device.id, day },
        points,
        annotationsOf(tripReader, deviceTrips, { device: device, day }),
      );
      days.push({ head: headOf(body), body, isClosed: (day + 1) * DAY_MS <= openSince });
    }
    return { revision: tripReader.head(device.id)?.revision ?? 0, days };
  });
}

function pointsOf(
  tripReader: TripReader,
  deviceTrips: DeviceTrips,
  { device, day }: { readonly device: TripDevice; readonly day: number },
): TrackPoints {
  const { clockAheadS } = device.settings;
  const [first, last] = [day * DAY_MS, (day + 1) * DAY_MS - 1];
  const pieces = deviceTrips.pieces(first, last);
  const episodes = deviceTrips.episodes(first, last, ['left-out', 'speeding']);
  const eventTimes = tripReader.eventTimes(device.id, first, last);
  const track = new DayTrack({ day, pieces, episodes, eventTimes });
  // Most of a day it stands: what was recorded then is not even read.
  for (const { kind, start, end } of pieces) {
    if (kind !== 'trip') continue;
    const period = { from: Math.max(first, start.time), to: Math.min(last, end.time), clockAheadS };
    for (const row of tripReader.pathRows(device.id, period)) {
      const { latitude, longitude, speed, ignition } = row;
      const key = { time: row.fixTime, deviceTime: row.deviceTime, key: row.contentKey };
      if (!track.wants(key)) continue;
      track.add({ ...key, latitude, longitude, speedKmh: speed * KMH_PER_KNOT, ignition });
    }
  }
  return track.end();
}

/** Head of one of our chunks. @throws when it is not one. */
export function headOf(body: Uint8Array): TrackHead {
  const head = decodeTrackHead(body.subarray(0, HEAD_BYTES));
  if (!head.ok) throw new Error(head.error);
  return head.value;
}
