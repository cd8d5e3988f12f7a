import type { Attributes, Knots } from '@rastro/fleet';
import { knots } from '@rastro/fleet/threads';
import {
  decodeAttributes,
  decodeBodyTexts,
  decodeTrackBody,
  openRun,
  openTexts,
} from '../packed/decode-run.ts';
import { decodeColumns } from '../packed/head-columns.ts';
import { jsonParts, positionJson, textJson } from '../position-json.ts';
import type { PositionText, RawPosition, StoredPosition, TrackPosition } from '../records.ts';
import { StorageError } from '../storage-error.ts';
import type { PathRow, TrackRow } from '../track-port.ts';
import type { TripRow } from '../trip-port.ts';
import type { ArrayRow } from './array-rows.ts';
import type { HistoryForm } from './history-pages.ts';
import { pickAttributes } from './pick-attributes.ts';
import { parsed } from '../rows/values.ts';

const KEYS = ['fixTime', 'deviceTime', 'contentKey', 'serverTime'] as const;

/** Positions whose JSON is still text. */
export const TEXTS: HistoryForm<RawPosition> = {
  columns: `id, device_id, server_time, protocol, valid, latitude, longitude, altitude, speed, course, accuracy,
    address, network, geofence_ids, attributes`,
  ofRow: (row) => ({
    fixTime: row[0] as number,
    deviceTime: row[1] as number,
    contentKey: row[2] as number,
    id: row[3] as number,
    deviceId: row[4] as number,
    serverTime: row[5] as number,
    protocol: row[6] as string,
    valid: row[7] === 1,
    latitude: row[8] as number,
    longitude: row[9] as number,
    altitude: row[10] as number,
    speed: row[11] as Knots,
    course: row[12] as number,
    accuracy: row[13] as number,
    address: row[14] as string | null,
    network: row[15] as string | null,
    geofenceIds: row[16] as string | null,
    attributes: row[17] as string,
  }),
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
  ofRow: (row) => positionOf(TEXTS.ofRow(row)),
  rowOf: TEXTS.rowOf,
  ofRun: openRun,
};

export const positionOf = (raw: RawPosition): StoredPosition => ({
  ...raw,
  network: parsed(raw.network),
  geofenceIds: parsed(raw.geofenceIds),
  attributes: parsed(raw.attributes) ?? {},
});

/** Parts of a position whose texts are put together. */
const TEXT_PARTS = 14;

/** The JSON of positions. */
export const JSON_TEXTS: HistoryForm<string> = {
  // Handing a value over costs more than putting texts together here; `||` would copy the text at each step.
  columns: `server_time, valid, latitude, longitude, altitude, speed, course, accuracy, address,
    concat('{"id":', id, ',"attributes":', attributes, ',"deviceId":', device_id, ',"protocol":"', protocol, '"'),
    CASE WHEN network IS NOT NULL OR geofence_ids IS NOT NULL THEN
      concat('"network":', ifnull(network, 'null'), ',"geofenceIds":', ifnull(geofence_ids, 'null'), '}') END`,
  ofRow(row) {
    if (!isText(row)) throw new StorageError('read the history', 'UNAVAILABLE');
    return textJson(row);
  },
  rowOf: jsonParts,
  ofRun(run) {
    const { head, at } = openTexts(run);
    return { head, at: (i) => positionJson(at(i)) };
  },
};

/** Checks the column types of the table. */
const isText = (row: ArrayRow): row is PositionText =>
  row.length === TEXT_PARTS && typeof row[12] === 'string';

const NONE: Attributes = {};

/** Places with some attributes. @param names Those wanted on each position. */
export function trackForm(names: readonly string[]): HistoryForm<TrackPosition> {
  const onlyFuel = names.length > 0 && names.every((name) => name.startsWith('fuel'));
  // Most vehicles have no gauge: their attributes are not read.
  const gauges = `CASE WHEN instr(attributes, '"fuel') > 0 THEN attributes END`;
  const attributes = names.length === 0 ? 'NULL' : onlyFuel ? gauges : 'attributes';
  return {
    columns: `id, latitude, longitude, speed, address, ${attributes}`,
    ofRow: (row) => ({
      id: row[3] as number,
      fixTime: row[0] as number,
      latitude: row[4] as number,
      longitude: row[5] as number,
      speed: row[6] as Knots,
      address: row[7] as string | null,
      attributes: typeof row[8] === 'string' ? pickAttributes(row[8], names) : NONE,
    }),
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
        attributes: body.attributes[i] ?? NONE,
      });
      return { head, at };
    },
  };
}

const NO_FENCES: readonly number[] = [];
const fencesOf = (json: unknown): readonly number[] => (typeof json === 'string' ? parsed(json) : NO_FENCES);

/** Records as trips are derived from. */
export const TRIP_ROWS: HistoryForm<TripRow> = {
  columns: 'id, server_time, valid, latitude, longitude, speed, accuracy, geofence_ids, attributes',
  ofRow: (row) => ({
    id: Number(row[3]),
    fixTime: Number(row[0]),
    deviceTime: Number(row[1]),
    contentKey: Number(row[2]),
    serverTime: Number(row[4]),
    valid: row[5] === 1,
    latitude: Number(row[6]),
    longitude: Number(row[7]),
    speed: knots(Number(row[8])),
    accuracy: Number(row[9]),
    geofenceIds: fencesOf(row[10]),
    attributes: String(row[11]),
  }),
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
  columns: 'latitude, longitude, speed, attributes, altitude',
  ofRow: (row) => ({
    ...pointOf(row),
    attributes: String(row[6]),
    altitude: Number(row[7]),
  }),
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

const IGNITION = ['ignition'] as const;

/** The same, of which nothing but the way is wanted. */
export const PATH_ROWS: HistoryForm<PathRow> = {
  // In a text a quote is written \", so that this can only be a name; an object inside could hold the same.
  columns: `latitude, longitude, speed,
    CASE WHEN attributes LIKE '_%{%' THEN attributes ELSE instr(attributes, '"ignition":true') > 0 END`,
  ofRow: (row) => ({
    ...pointOf(row),
    ignition:
      typeof row[6] === 'string' ? pickAttributes(row[6], IGNITION)['ignition'] === true : row[6] === 1,
  }),
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

const pointOf = (row: ArrayRow) => ({
  fixTime: Number(row[0]),
  deviceTime: Number(row[1]),
  contentKey: Number(row[2]),
  latitude: Number(row[3]),
  longitude: Number(row[4]),
  speed: Number(row[5]),
});
type PointColumns = Readonly<Record<keyof ReturnType<typeof pointOf>, Float64Array>>;
const pointAt = (columns: PointColumns, i: number): ReturnType<typeof pointOf> => ({
  fixTime: columns.fixTime[i] ?? 0,
  deviceTime: columns.deviceTime[i] ?? 0,
  contentKey: columns.contentKey[i] ?? 0,
  latitude: columns.latitude[i] ?? 0,
  longitude: columns.longitude[i] ?? 0,
  speed: columns.speed[i] ?? 0,
});
