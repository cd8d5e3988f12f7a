import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DeviceRecord } from '@rastro/protocols';
import { knotsFromKmPerHour } from '@rastro/fleet';

/** Recordings that lie beside the repository, or beside a folder of working copies; see their README. */
const PLACES = ['../../../../shared/data/', '../../../../../shared/data/'].map(
  (path) => new URL(path, import.meta.url),
);

/** Null when the recordings are absent. */
export const RECORDINGS: URL | null = PLACES.find((place) => existsSync(place)) ?? null;
export const WITHOUT_RECORDINGS = RECORDINGS ? false : 'the recorded tracks are not here';

export interface RecordedTrip {
  readonly vehicle: string;
  readonly start: number;
  readonly end: number;
  readonly km: number;
}

/** Rows of each vehicle in recorded order, as its device would report them. */
export function recordedTracks(name: string): ReadonlyMap<string, readonly DeviceRecord[]> {
  const tracks = new Map<string, DeviceRecord[]>();
  for (const [vehicle = '', time = '', latitude, longitude, speed, course, altitude] of rowsOf(
    `${name}.csv.gz`,
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
  return rowsOf('trips.csv')
    .filter(([dataset]) => dataset === name)
    .map(([, vehicle = '', , start = '', end = '', , km]) => ({
      vehicle,
      start: Date.parse(start),
      end: Date.parse(end),
      km: Number(km),
    }));
}

function rowsOf(file: string): readonly (readonly string[])[] {
  if (!RECORDINGS) throw new Error('Cannot read recorded tracks: they are absent');
  const bytes = readFileSync(new URL(file, RECORDINGS));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}
