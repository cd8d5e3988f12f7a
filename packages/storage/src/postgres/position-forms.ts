import { openRun, openTexts, type OpenRun } from '../packed/decode-run.ts';
import { openJsonTexts, openPathRows, openTrack, openTrackRows, openTripRows } from '../packed/run-forms.ts';
import type { PackedRun } from '../packed/run.ts';
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
  type PositionRow,
} from '../rows/position-rows.ts';
import type { PathRow, TrackRow } from '../track-port.ts';
import type { TripRow } from '../trip-port.ts';

/** Form in which positions are read. */
export interface PositionForm<Item> {
  /** Behind fix_time, device_time and content_key. */
  readonly columns: string;
  /** Number of them. */
  readonly width: number;
  readonly ofRow: (row: PositionRow) => Item;
  readonly ofRun: (run: PackedRun) => OpenRun<Item>;
}

export const TEXTS: PositionForm<RawPosition> = {
  columns: RAW_COLUMNS,
  width: 15,
  ofRow: toRawPosition,
  ofRun: openTexts,
};
export const POSITIONS: PositionForm<StoredPosition> = {
  columns: RAW_COLUMNS,
  width: 15,
  ofRow: toStoredPosition,
  ofRun: openRun,
};
export const TRIP_ROWS: PositionForm<TripRow> = {
  columns: TRIP_COLUMNS,
  width: 10,
  ofRow: toTripRow,
  ofRun: openTripRows,
};
export const TRACK_ROWS: PositionForm<TrackRow> = {
  columns: TRACK_COLUMNS,
  width: 5,
  ofRow: toTrackRow,
  ofRun: openTrackRows,
};

/** The JSON of positions. */
export const JSON_TEXTS: PositionForm<string> = {
  // Handing a value over costs more than putting texts together there.
  columns: `server_time, valid::int, latitude, longitude, altitude, speed, course, accuracy, address,
    concat('{"id":', id, ',"attributes":', attributes, ',"deviceId":', device_id, ',"protocol":"', protocol, '"'),
    CASE WHEN network IS NOT NULL OR geofence_ids IS NOT NULL THEN
      concat('"network":', coalesce(network, 'null'), ',"geofenceIds":', coalesce(geofence_ids, 'null'), '}') END`,
  width: 11,
  ofRow: toPositionJson,
  ofRun: openJsonTexts,
};

export const PATH_ROWS: PositionForm<PathRow> = {
  // In a text a quote is written \", so that this can only be a name; an object inside could hold the same.
  columns: `latitude, longitude, speed, CASE WHEN attributes LIKE '_%{%' THEN attributes
    WHEN strpos(attributes, '"ignition":true') > 0 THEN '{"ignition":true}' ELSE '{}' END`,
  width: 4,
  ofRow: toPathRow,
  ofRun: openPathRows,
};

/** Places with some attributes. @param names Those wanted on each position. */
export function trackForm(names: readonly string[]): PositionForm<TrackPosition> {
  const onlyFuel = names.length > 0 && names.every((name) => name.startsWith('fuel'));
  // Most vehicles have no gauge: their attributes are not read.
  const gauges = `CASE WHEN strpos(attributes, '"fuel') > 0 THEN attributes END`;
  const attributes = names.length === 0 ? 'NULL' : onlyFuel ? gauges : 'attributes';
  return {
    columns: `id, latitude, longitude, speed, address, ${attributes}`,
    width: 6,
    ofRow: (row) => toTrackPosition(row, names),
    ofRun: (run) => openTrack(run, names),
  };
}
