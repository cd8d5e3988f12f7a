import type { Attributes } from '@rastro/fleet';
import { knots } from '@rastro/fleet/threads';
import type { RawPosition, StoredPosition } from '../records.ts';
import { readAttributes } from './attribute-columns.ts';
import { attributesOf, attributeTextsOf } from './attribute-rows.ts';
import { ByteSource } from './byte-source.ts';
import { damaged } from './damaged.ts';
import { readFrame } from './frame.ts';
import {
  checkVersion,
  decodeColumns,
  HEAD_COLUMNS,
  type DecodedHead,
  type HeadColumn,
} from './head-columns.ts';
import { MAX_RECORDS, type PackedRun } from './run.ts';
import { readTextColumn, skipTextColumn } from './texts.ts';
import { AS_TEXTS, AS_VALUES } from './value-column.ts';

/** The positions of a run. Equal lists and networks are the same object. @throws StorageError DAMAGED */
export function decodeRun({ head, body }: PackedRun): StoredPosition[] {
  const columns = decodeColumns(head, HEAD_COLUMNS);
  const { count } = columns;
  const source = bodyOf(body, columns);
  const protocol = readTextColumn(source, count, protocolOf);
  const address = readTextColumn(source, count, addressOf);
  const network = readTextColumn(source, count, (json): StoredPosition['network'] => JSON.parse(json));
  const fences = readTextColumn(source, count, (json): StoredPosition['geofenceIds'] => JSON.parse(json));
  const attributes = attributesOf(readAttributes(source, count, AS_VALUES, null));
  source.end();
  return Array.from({ length: count }, (_, i) => ({
    ...numbersAt(columns, i),
    protocol: protocol[i] ?? '',
    address: address[i] ?? null,
    network: network[i] ?? null,
    geofenceIds: fences[i] ?? null,
    attributes: attributes[i] ?? {},
  }));
}

/** The same, with JSON as the text that the positions had. @throws StorageError DAMAGED */
export function decodeTexts({ head, body }: PackedRun): RawPosition[] {
  const columns = decodeColumns(head, HEAD_COLUMNS);
  const { count } = columns;
  const source = bodyOf(body, columns);
  const protocol = readTextColumn(source, count, protocolOf);
  const address = readTextColumn(source, count, addressOf);
  const network = readTextColumn(source, count, jsonOrNull);
  const geofenceIds = readTextColumn(source, count, jsonOrNull);
  const attributes = attributeTextsOf(readAttributes(source, count, AS_TEXTS, null));
  source.end();
  return Array.from({ length: count }, (_, i) => ({
    ...numbersAt(columns, i),
    protocol: protocol[i] ?? '',
    address: address[i] ?? null,
    network: network[i] ?? null,
    geofenceIds: geofenceIds[i] ?? null,
    attributes: attributes[i] ?? '{}',
  }));
}

/**
 * Some attributes of the positions of a run, without its head.
 * @returns for each position an object with those that it has.
 * @throws StorageError DAMAGED
 */
export function decodeAttributes(body: Uint8Array, names: readonly string[]): Attributes[] {
  const { source, count } = openBody(body);
  for (let left = TEXT_FIELDS; left > 0; left--) skipTextColumn(source, count);
  const found = attributesOf(readAttributes(source, count, AS_VALUES, names));
  source.end();
  return found;
}

/** Protocol, address, network and geofences, before the attributes. */
const TEXT_FIELDS = 4;

function openBody(body: Uint8Array): { readonly source: ByteSource; readonly count: number } {
  const outer = new ByteSource(body);
  checkVersion(outer);
  const source = readFrame(outer);
  outer.end();
  return { source, count: source.count(MAX_RECORDS) };
}

/** The body that belongs to a head. */
function bodyOf(body: Uint8Array, head: Head): ByteSource {
  const { source, count } = openBody(body);
  if (count !== head.count) throw damaged(`a body of ${count} records for a head of ${head.count}`);
  return source;
}

const protocolOf = (json: string): string => JSON.parse(json);
const addressOf = (json: string): string | null => JSON.parse(json);
const jsonOrNull = (json: string): string | null => (json === 'null' ? null : json);

type Head = DecodedHead<HeadColumn>;

function numbersAt({ deviceId, columns }: Head, i: number) {
  return {
    id: columns.id[i] ?? 0,
    deviceId,
    serverTime: columns.serverTime[i] ?? 0,
    deviceTime: columns.deviceTime[i] ?? 0,
    fixTime: columns.fixTime[i] ?? 0,
    valid: columns.valid[i] === 1,
    latitude: columns.latitude[i] ?? 0,
    longitude: columns.longitude[i] ?? 0,
    altitude: columns.altitude[i] ?? 0,
    speed: knots(columns.speed[i] ?? 0),
    course: columns.course[i] ?? 0,
    accuracy: columns.accuracy[i] ?? 0,
    contentKey: columns.contentKey[i] ?? 0,
  };
}
