import { DAY_MS } from '@rastro/base';
import {
  decodeTrackHead,
  DayTrack,
  encodeTrack,
  HEAD_BYTES,
  type TrackHead,
  type TrackPoints,
} from '@rastro/fleet/tracks';
import type { PathRow, TripReader } from '@rastro/storage';
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
): Promise<{ readonly revision: number; readonly days: readonly MadeDay[] }> {
  return tripReader.inSnapshot(async (snapshot) => {
    // What does not wait for one another is asked at once.
    const [stored, head] = await Promise.all([openDeviceTrips(snapshot, device), snapshot.head(device.id)]);
    const deviceTrips =
      stored ?? (await deviceTripsFor(snapshot, device, { from: from * DAY_MS, to: (to + 1) * DAY_MS - 1 }));
    const openSince = stored ? (stored.fresh[0]?.start.time ?? Infinity) : -Infinity;
    const days: MadeDay[] = [];
    for (let day = from; day <= to; day++) {
      const [points, annotations] = await Promise.all([
        pointsOf(deviceTrips, device, day),
        annotationsOf(deviceTrips, { device, day }),
      ]);
      const body = encodeTrack({ deviceId: device.id, day }, points, annotations);
      days.push({ head: headOf(body), body, isClosed: (day + 1) * DAY_MS <= openSince });
    }
    return { revision: head?.revision ?? 0, days };
  });
}

async function pointsOf(
  deviceTrips: DeviceTrips,
  { id, settings: { clockAheadS } }: TripDevice,
  day: number,
): Promise<TrackPoints> {
  const { snapshot } = deviceTrips;
  const [first, last] = [day * DAY_MS, (day + 1) * DAY_MS - 1];
  const [pieces, episodes, eventTimes] = await Promise.all([
    deviceTrips.pieces(first, last),
    deviceTrips.episodes(first, last, ['left-out', 'speeding']),
    snapshot.eventTimes(id, first, last),
  ]);
  const track = new DayTrack({ day, pieces, episodes, eventTimes });
  // Most of a day it stands: what was recorded then is not even read.
  addRows(track, await snapshot.pathRows(id, drivenIn(pieces, { first, last }), clockAheadS));
  return track.end();
}

/** Times of drives in a day. Pieces of one share the record between them. */
function drivenIn(
  pieces: Awaited<ReturnType<DeviceTrips['pieces']>>,
  { first, last }: { readonly first: number; readonly last: number },
): readonly { readonly from: number; readonly to: number }[] {
  const driven: { readonly from: number; to: number }[] = [];
  for (const { kind, start, end } of pieces) {
    if (kind !== 'trip') continue;
    const [from, to] = [Math.max(first, start.time), Math.min(last, end.time)];
    const before = driven.at(-1);
    if (before && from <= before.to) before.to = Math.max(before.to, to);
    else driven.push({ from, to });
  }
  return driven;
}

function addRows(track: DayTrack, rows: readonly PathRow[]): void {
  for (const { fixTime, deviceTime, contentKey, latitude, longitude, speed, ignition } of rows) {
    const key = { time: fixTime, deviceTime, key: contentKey };
    if (track.wants(key))
      track.add({ ...key, latitude, longitude, speedKmh: speed * KMH_PER_KNOT, ignition });
  }
}

/** Head of one of our chunks. @throws when it is not one. */
export function headOf(body: Uint8Array): TrackHead {
  const head = decodeTrackHead(body.subarray(0, HEAD_BYTES));
  if (!head.ok) throw new Error(head.error);
  return head.value;
}
