import { openRun, openTexts } from '../packed/decode-run.ts';
import { openJsonTexts, openPathRows, openTrack, openTrackRows, openTripRows } from '../packed/run-forms.ts';
import { jsonParts } from '../position-json.ts';
import type { RawPosition, StoredPosition, TrackPosition } from '../records.ts';
import {
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
  ofRun: openJsonTexts,
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
    ofRun: (run) => openTrack(run, names),
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
    p.course,
  ],
  ofRun: openTripRows,
};

/** Records as tracks show them. */
export const TRACK_ROWS: HistoryForm<TrackRow> = {
  columns: TRACK_COLUMNS,
  ofRow: toTrackRow,
  rowOf: (p) => [...keysOf(p), p.latitude, p.longitude, p.speed, p.attributes, p.altitude],
  ofRun: openTrackRows,
};

/** The same, of which nothing but the way is wanted. */
export const PATH_ROWS: HistoryForm<PathRow> = {
  // In a text a quote is written \", so that this can only be a name; an object inside could hold the same.
  columns: `latitude, longitude, speed,
    CASE WHEN attributes LIKE '_%{%' THEN attributes ELSE instr(attributes, '"ignition":true') > 0 END`,
  ofRow: toPathRow,
  rowOf: (p) => [...keysOf(p), p.latitude, p.longitude, p.speed, p.attributes],
  ofRun: openPathRows,
};
