import { DAY_MS } from '@rastro/base';
import { compareKeys, type Episode } from '@rastro/fleet/trips';
import type { TrackAnnotation, TrackAnnotationKind } from '@rastro/fleet/tracks';
import type { TripSnapshot } from '@rastro/storage';
import { allRows } from '../trips/all-rows.ts';
import type { TripDevice } from '../trips/reduce-device.ts';
import type { DeviceTrips } from '../trips/device-trips.ts';

const KINDS: Readonly<Record<string, TrackAnnotationKind>> = {
  nowhere: 'nowhere',
  approximate: 'approximate',
  noFix: 'noFix',
  clockAhead: 'clockAhead',
  poorFix: 'poorFix',
  spike: 'spike',
};

/** Annotations of single records of a day: those that came late, those that derived history leaves out. */
export async function annotationsOf(
  deviceTrips: DeviceTrips,
  { device, day }: { readonly device: TripDevice; readonly day: number },
): Promise<readonly TrackAnnotation[]> {
  const [first, last] = [day * DAY_MS, (day + 1) * DAY_MS - 1];
  const annotation = (time: number, kind: TrackAnnotationKind): TrackAnnotation => ({
    second: Math.floor((time - first) / 1000),
    kind: kind,
  });
  const { snapshot } = deviceTrips;
  const [late, leftOut] = await Promise.all([
    snapshot.lateRecords(device.id, first, last),
    deviceTrips.episodes(first, last, ['left-out']),
  ]);
  const annotations = late.map(({ fixTime }) => annotation(fixTime, 'late'));
  for (const run of leftOut)
    for (const time of await timesOf(snapshot, device, run, { first, last }))
      annotations.push(annotation(time, kindOf(run)));
  return annotations;
}

const kindOf = ({ note }: Episode): TrackAnnotationKind => KINDS[note ?? ''] ?? 'noFix';

/** Of the records of a run; among those that are nowhere there may be some that were put off. */
async function timesOf(
  snapshot: TripSnapshot,
  { id, settings: { clockAheadS } }: TripDevice,
  { start, end, note }: Episode,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly number[]> {
  const within = { from: Math.max(first, start.time), to: Math.min(last, end.time) };
  const rows = await allRows(snapshot.trackRows(id, { ...within, clockAheadS }));
  return rows
    .filter((row) => {
      const key = { time: row.fixTime, deviceTime: row.deviceTime, key: row.contentKey };
      const isNowhere = row.latitude === 0 && row.longitude === 0;
      const isOfRun = compareKeys(key, start) >= 0 && compareKeys(key, end) <= 0;
      return isOfRun && isNowhere === (note === 'nowhere');
    })
    .map(({ fixTime }) => fixTime);
}
