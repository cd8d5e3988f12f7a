import {
  NO_SUMS,
  type Episode,
  type QuarterSums,
  type RecordKey,
  type StretchSegment,
  type TrackPoint,
} from '@rastro/fleet/trips';
import type { TripChange, TripDay } from '../trip-port.ts';

export const QUARTER_MS = 900_000;

export const key = (time: number): RecordKey => ({ time, deviceTime: time, key: 1 });
export const point = (time: number): TrackPoint => ({
  id: time,
  ...key(time),
  latitude: -23.5,
  longitude: -46.6,
});
/** A quarter of an hour in which so far was driven. */
export const quarter = (slot: number, distanceM: number): QuarterSums => ({
  ...NO_SUMS,
  slot,
  span: 1,
  driver: null,
  distanceM,
});
export const episode = (
  kind: Episode['kind'],
  from: number,
  to: number,
  more: Partial<Episode> = {},
): Episode => ({
  kind,
  since: point(from),
  start: point(from),
  end: point(to),
  goesOn: false,
  geofenceId: 0,
  driver: null,
  figures: {},
  note: null,
  ...more,
});
/** A piece that was decided at its end. */
export const piece = (
  kind: StretchSegment['kind'],
  from: number,
  to: number,
  more: Partial<StretchSegment> = {},
): StretchSegment => ({
  kind,
  stretch: point(from),
  began: 'first',
  start: point(from),
  end: point(to),
  ended: 'standing',
  sums: { ...NO_SUMS, distanceM: to - from },
  quarters: [],
  episodes: [],
  odometer: null,
  engineOnAt: null,
  engineOffAt: null,
  driver: null,
  fuelBy: null,
  decidedAt: key(to),
  state: `state ${to}`,
  ...more,
});
/** The piece as it is read. */
export function asStored({
  decidedAt: _,
  state: __,
  quarters: ___,
  episodes: ____,
  ...stored
}: StretchSegment): Omit<StretchSegment, 'decidedAt' | 'state' | 'quarters' | 'episodes'> {
  return stored;
}
export const tripDay = (day: number, quarters: readonly QuarterSums[]): TripDay => ({
  day,
  sums: { ...NO_SUMS, distanceM: quarters.reduce((sum, { distanceM }) => sum + distanceM, 0) },
  quarters,
});
/** A change that adds to the end of a device's history. */
export const change = (more: Partial<TripChange> = {}): TripChange => ({
  deviceId: 1,
  revision: 0,
  head: { settings: 'settings', last: key(1000), state: 'state' },
  replaces: null,
  pieces: [],
  replacesDays: null,
  days: [],
  driverDays: [],
  ...more,
});
