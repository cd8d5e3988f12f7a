import { knots } from '@rastro/fleet/threads';
import { positionJson } from '../position-json.ts';
import type { TrackPosition } from '../records.ts';
import { fencesOf, IGNITION, NO_ATTRIBUTES } from '../rows/position-rows.ts';
import type { PathRow, TrackRow } from '../track-port.ts';
import type { TripRow } from '../trip-port.ts';
import { decodeAttributes, decodeBodyTexts, decodeTrackBody, openTexts, type OpenRun } from './decode-run.ts';
import { decodeColumns } from './head-columns.ts';
import type { PackedRun } from './run.ts';

const KEYS = ['fixTime', 'deviceTime', 'contentKey', 'serverTime'] as const;

/** The JSON of its positions. */
export function openJsonTexts(run: PackedRun): OpenRun<string> {
  const { head, at } = openTexts(run);
  return { head, at: (i) => positionJson(at(i)) };
}

/** Places with some attributes. @param names Those wanted on each position; with none, none is read. */
export function openTrack(run: PackedRun, names: readonly string[]): OpenRun<TrackPosition> {
  const head = decodeColumns(run.head, [...KEYS, 'id', 'latitude', 'longitude', 'speed']);
  const body = decodeTrackBody(run.body, head.count, names);
  const { id, fixTime, latitude, longitude, speed } = head.columns;
  const at = (i: number): TrackPosition => ({
    id: id[i] ?? 0,
    fixTime: fixTime[i] ?? 0,
    latitude: latitude[i] ?? 0,
    longitude: longitude[i] ?? 0,
    speed: knots(speed[i] ?? 0),
    address: body.address[i] ?? null,
    attributes: body.attributes[i] ?? NO_ATTRIBUTES,
  });
  return { head, at };
}

/** Records as trips are derived from. */
export function openTripRows(run: PackedRun): OpenRun<TripRow> {
  const names = [...KEYS, 'id', 'valid', 'latitude', 'longitude', 'speed', 'course', 'accuracy'] as const;
  const head = decodeColumns(run.head, names);
  const body = decodeBodyTexts(run.body, head.count);
  const { columns } = head;
  const at = (i: number): TripRow => ({
    id: columns.id[i] ?? 0,
    fixTime: columns.fixTime[i] ?? 0,
    deviceTime: columns.deviceTime[i] ?? 0,
    contentKey: columns.contentKey[i] ?? 0,
    serverTime: columns.serverTime[i] ?? 0,
    valid: columns.valid[i] === 1,
    latitude: columns.latitude[i] ?? 0,
    longitude: columns.longitude[i] ?? 0,
    speed: knots(columns.speed[i] ?? 0),
    course: columns.course[i] ?? 0,
    accuracy: columns.accuracy[i] ?? 0,
    geofenceIds: fencesOf(body.geofenceIds[i]),
    attributes: body.attributes[i] ?? '{}',
  });
  return { head, at };
}

/** Records as tracks show them. */
export function openTrackRows(run: PackedRun): OpenRun<TrackRow> {
  const head = decodeColumns(run.head, [...KEYS, 'latitude', 'longitude', 'speed', 'altitude']);
  const { attributes } = decodeBodyTexts(run.body, head.count);
  const { altitude } = head.columns;
  const at = (i: number): TrackRow => ({
    ...pointAt(head.columns, i),
    attributes: attributes[i] ?? '{}',
    altitude: altitude[i] ?? 0,
  });
  return { head, at };
}

/** The same, of which nothing but the way is wanted. */
export function openPathRows(run: PackedRun): OpenRun<PathRow> {
  const head = decodeColumns(run.head, [...KEYS, 'latitude', 'longitude', 'speed']);
  const attributes = decodeAttributes(run.body, IGNITION);
  const at = (i: number): PathRow => ({
    ...pointAt(head.columns, i),
    ignition: attributes[i]?.['ignition'] === true,
  });
  return { head, at };
}

type PointColumn = 'fixTime' | 'deviceTime' | 'contentKey' | 'latitude' | 'longitude' | 'speed';
type PointColumns = Readonly<Record<PointColumn, Float64Array>>;
const pointAt = (columns: PointColumns, i: number): Record<PointColumn, number> => ({
  fixTime: columns.fixTime[i] ?? 0,
  deviceTime: columns.deviceTime[i] ?? 0,
  contentKey: columns.contentKey[i] ?? 0,
  latitude: columns.latitude[i] ?? 0,
  longitude: columns.longitude[i] ?? 0,
  speed: columns.speed[i] ?? 0,
});
