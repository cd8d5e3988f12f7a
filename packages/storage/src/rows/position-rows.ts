import type { Attributes, Knots } from '@rastro/fleet';
import { knots } from '@rastro/fleet/threads';
import type { PositionText, RawPosition, StoredPosition, TrackPosition } from '../records.ts';
import { textJson } from '../position-json.ts';
import { StorageError } from '../storage-error.ts';
import type { PathRow, TrackRow } from '../track-port.ts';
import type { TripRow } from '../trip-port.ts';
import { pickAttributes } from './pick-attributes.ts';
import { isTrue, parsed } from './values.ts';

/**
 * The values of a position as a list: naming the columns of each of millions of rows costs more than reading them. All
 * forms begin with fix_time, device_time and content_key.
 */
export type PositionRow = readonly unknown[];

/** Columns of `toRawPosition`, behind the key. */
export const RAW_COLUMNS = `id, device_id, server_time, protocol, valid, latitude, longitude, altitude, speed, course, accuracy,
  address, network, geofence_ids, attributes`;

/** A position whose JSON is still text. */
export const toRawPosition = (row: PositionRow): RawPosition => ({
  fixTime: row[0] as number,
  deviceTime: row[1] as number,
  contentKey: row[2] as number,
  id: row[3] as number,
  deviceId: row[4] as number,
  serverTime: row[5] as number,
  protocol: row[6] as string,
  valid: isTrue(row[7]),
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
});

export const positionOf = (raw: RawPosition): StoredPosition => ({
  ...raw,
  network: parsed(raw.network),
  geofenceIds: parsed(raw.geofenceIds),
  attributes: parsed(raw.attributes) ?? {},
});

export const toStoredPosition = (row: PositionRow): StoredPosition => positionOf(toRawPosition(row));

/** Parts of a position whose texts are put together. */
const TEXT_PARTS = 14;

/** The JSON of a position whose texts the database has put together. */
export function toPositionJson(row: PositionRow): string {
  if (!isText(row)) throw new StorageError('read the history', 'UNAVAILABLE');
  return textJson(row);
}

/** Checks the column types of the table; others may follow. */
const isText = (row: PositionRow): row is PositionText =>
  row.length >= TEXT_PARTS && typeof row[12] === 'string';

export const NO_ATTRIBUTES: Attributes = {};

/** A place with some attributes; without their text, none. */
export const toTrackPosition = (row: PositionRow, names: readonly string[]): TrackPosition => ({
  id: row[3] as number,
  fixTime: row[0] as number,
  latitude: row[4] as number,
  longitude: row[5] as number,
  speed: row[6] as Knots,
  address: row[7] as string | null,
  attributes: typeof row[8] === 'string' ? pickAttributes(row[8], names) : NO_ATTRIBUTES,
});

const NO_FENCES: readonly number[] = [];
export const fencesOf = (json: unknown): readonly number[] =>
  typeof json === 'string' ? parsed(json) : NO_FENCES;

/** Columns of `toTripRow`, behind the key. */
export const TRIP_COLUMNS =
  'id, server_time, valid, latitude, longitude, speed, accuracy, geofence_ids, attributes, course';

/** A record as trips are derived from. */
export const toTripRow = (row: PositionRow): TripRow => ({
  id: Number(row[3]),
  fixTime: Number(row[0]),
  deviceTime: Number(row[1]),
  contentKey: Number(row[2]),
  serverTime: Number(row[4]),
  valid: isTrue(row[5]),
  latitude: Number(row[6]),
  longitude: Number(row[7]),
  speed: knots(Number(row[8])),
  course: Number(row[12]),
  accuracy: Number(row[9]),
  geofenceIds: fencesOf(row[10]),
  attributes: String(row[11]),
});

/** Columns of `toTrackRow`, behind the key. */
export const TRACK_COLUMNS = 'latitude, longitude, speed, attributes, altitude';

/** A record as tracks show it. */
export const toTrackRow = (row: PositionRow): TrackRow => ({
  ...pointOf(row),
  attributes: String(row[6]),
  altitude: Number(row[7]),
});

export const IGNITION = ['ignition'] as const;

/** The same, of which nothing but the way is wanted; behind the point, a text that has the ignition, or whether it is on. */
export const toPathRow = (row: PositionRow): PathRow => ({
  ...pointOf(row),
  ignition:
    typeof row[6] === 'string' ? pickAttributes(row[6], IGNITION)['ignition'] === true : isTrue(row[6]),
});

const pointOf = (row: PositionRow) => ({
  fixTime: Number(row[0]),
  deviceTime: Number(row[1]),
  contentKey: Number(row[2]),
  latitude: Number(row[3]),
  longitude: Number(row[4]),
  speed: Number(row[5]),
});
