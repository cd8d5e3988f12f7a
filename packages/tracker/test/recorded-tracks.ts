import type { DeviceRecord } from '@rastro/protocols';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { rowsOfRecording, rowsOfTrips } from '../../../tools/reference.ts';

export interface RecordedTrip {
  readonly vehicle: string;
  readonly start: number;
  readonly end: number;
  readonly km: number;
}

/** Rows of each vehicle in recorded order, as its device would report them. */
export function recordedTracks(name: string): ReadonlyMap<string, readonly DeviceRecord[]> {
  const tracks = new Map<string, DeviceRecord[]>();
  for (const [vehicle = '', time = '', latitude, longitude, speed, course, altitude] of rowsOfRecording(
    name,
  )) {
    const at = Date.parse(time);
    const fix = {
      time: at,
      valid: true,
      latitude: Number(latitude),
      longitude: Number(longitude),
      altitude: Number(altitude),
      speed: knotsFromKmPerHour(Number(speed)),
      course: Number(course),
      accuracy: 0,
    };
    const track = tracks.get(vehicle) ?? [];
    track.push({ deviceTime: at, fix, network: null, attributes: {} });
    tracks.set(vehicle, track);
  }
  return tracks;
}

/** The trips as the source of the recording delimits them. */
export function recordedTrips(name: string): readonly RecordedTrip[] {
  return rowsOfTrips(name).map(([, vehicle = '', , start = '', end = '', , km]) => ({
    vehicle,
    start: Date.parse(start),
    end: Date.parse(end),
    km: Number(km),
  }));
}
