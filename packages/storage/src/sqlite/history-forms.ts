import { knots } from '@rastro/fleet/threads';
import {
  decodeAttributes,
  decodeBodyTexts,
  decodeTrackBody,
  openRun,
  openTexts,
} from '../packed/decode-run.ts';
import { decodeColumns } from '../packed/head-columns.ts';
import { jsonParts, positionJson } from '../position-json.ts';
import type { RawPosition, StoredPosition, TrackPosition } from '../records.ts';
import {
  fencesOf,
  IGNITION,
  NO_ATTRIBUTES,
  RAW_COLUMNS,
  toPathRow,
  toPositionJson,
  toRawPosition,
  toStoredPosition,
  toTrackPosition,
  toTrackRow,
  toTripRow,
  TRACK_COLUMNS,
  TRIP_COLUMNS,
} from '../rows/position-rows.ts';
import type { PathRow, TrackRow } from '../track-port.ts';
import type { TripRow } from '../trip-port.ts';
import type { HistoryForm } from './history-pages.ts';

const KEYS = ['fixTime', 'deviceTime', 'contentKey', 'serverTime'] as const;

/** Positions whose JSON is still text. */
export const TEXTS: HistoryForm<RawPosition> = {
  columns: RAW_COLUMNS,
  ofRow: toRawPosition,
  rowOf: (p) => [
    ...keysOf(p),
    p.id,
    p.deviceId,
    p.serverTime,
    p.protocol,
    p.valid ? 1 : 0,
    p.latitude,
    p.longitude,
    p.altitude,
    p.speed,
    p.course,
    p.accuracy,
    p.address,
    p.network,
    p.geofenceIds,
    p.attributes,
  ],
  ofRun: openTexts,
};

const keysOf = (p: RawPosition) => [p.fixTime, p.deviceTime, p.contentKey] as const;

/** Whole positions. */
export const POSITIONS: HistoryForm<StoredPosition> = {
  columns: TEXTS.columns,
  ofRow: toStoredPosition,
  rowOf: TEXTS.rowOf,
  ofRun: openRun,
};

/** The JSON of positions. */
export const JSON_TEXTS: HistoryForm<string> = {
  // Handing a value over costs more than putting texts together here; `||` would copy the text at each step.
  columns: `server_time, valid, latitude, longitude, altitude, speed, course, accuracy, address,
    concat('{"id":', id, ',"attributes":', attributes, ',"deviceId":', device_id, ',"protocol":"', protocol, '"'),
    CASE WHEN network IS NOT NULL OR geofence_ids IS NOT NULL THEN
      concat('"network":', ifnull(network, 'null'), ',"geofenceIds":', ifnull(geofence_ids, 'null'), '}') END`,
  ofRow: toPositionJson,
  rowOf: jsonParts,
  ofRun(run) {
    const { head, at } = openTexts(run);
    return { head, at: (i) => positionJson(at(i)) };
  },
};

/** Places with some attributes. @param names Those wanted on each position. */
export function trackForm(names: readonly string[]): HistoryForm<TrackPosition> {
  const onlyFuel = names.length > 0 && names.every((name) => name.startsWith('fuel'));
  // Most vehicles have no gauge: their attributes are not read.
  const gauges = `CASE WHEN instr(attributes, '"fuel') > 0 THEN attributes END`;
  const attributes = names.length === 0 ? 'NULL' : onlyFuel ? gauges : 'attributes';
  return {
    columns: `id, latitude, longitude, speed, address, ${attributes}`,
    ofRow: (row) => toTrackPosition(row, names),
    rowOf: (p) => [
      ...keysOf(p),
      p.id,
      p.latitude,
      p.longitude,
      p.speed,
      p.address,
      names.length === 0 ? null : p.attributes,
    ],
    ofRun(run) {
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
    },
  };
}

/** Records as trips are derived from. */
export const TRIP_ROWS: HistoryForm<TripRow> = {
  columns: TRIP_COLUMNS,
  ofRow: toTripRow,
  rowOf: (p) => [
    ...keysOf(p),
    p.id,
    p.serverTime,
    p.valid ? 1 : 0,
    p.latitude,
    p.longitude,
    p.speed,
    p.accuracy,
    p.geofenceIds,
    p.attributes,
  ],
  ofRun(run) {
    const names = [...KEYS, 'id', 'valid', 'latitude', 'longitude', 'speed', 'accuracy'] as const;
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
      accuracy: columns.accuracy[i] ?? 0,
      geofenceIds: fencesOf(body.geofenceIds[i]),
      attributes: body.attributes[i] ?? '{}',
    });
    return { head, at };
  },
};

/** Records as tracks show them. */
export const TRACK_ROWS: HistoryForm<TrackRow> = {
  columns: TRACK_COLUMNS,
  ofRow: toTrackRow,
  rowOf: (p) => [...keysOf(p), p.latitude, p.longitude, p.speed, p.attributes, p.altitude],
  ofRun(run) {
    const head = decodeColumns(run.head, [...KEYS, 'latitude', 'longitude', 'speed', 'altitude']);
    const { attributes } = decodeBodyTexts(run.body, head.count);
    const { altitude } = head.columns;
    const at = (i: number): TrackRow => ({
      ...pointAt(head.columns, i),
      attributes: attributes[i] ?? '{}',
      altitude: altitude[i] ?? 0,
    });
    return { head, at };
  },
};

/** The same, of which nothing but the way is wanted. */
export const PATH_ROWS: HistoryForm<PathRow> = {
  // In a text a quote is written \", so that this can only be a name; an object inside could hold the same.
  columns: `latitude, longitude, speed,
    CASE WHEN attributes LIKE '_%{%' THEN attributes ELSE instr(attributes, '"ignition":true') > 0 END`,
  ofRow: toPathRow,
  rowOf: (p) => [...keysOf(p), p.latitude, p.longitude, p.speed, p.attributes],
  ofRun(run) {
    const head = decodeColumns(run.head, [...KEYS, 'latitude', 'longitude', 'speed']);
    const attributes = decodeAttributes(run.body, IGNITION);
    const at = (i: number): PathRow => ({
      ...pointAt(head.columns, i),
      ignition: attributes[i]?.['ignition'] === true,
    });
    return { head, at };
  },
};

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
