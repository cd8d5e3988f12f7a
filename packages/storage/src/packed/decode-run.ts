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
export function decodeRun(run: PackedRun): StoredPosition[] {
  return readAll(openRun(run));
}

/** The same, with JSON as the text that the positions had. @throws StorageError DAMAGED */
export function decodeTexts(run: PackedRun): RawPosition[] {
  return readAll(openTexts(run));
}

type KeyColumn = 'fixTime' | 'deviceTime' | 'contentKey' | 'serverTime';

/** Records of a run, each made when it is asked for, by its place. */
export interface OpenRun<T, Column extends HeadColumn = KeyColumn> {
  readonly head: DecodedHead<Column>;
  readonly at: (i: number) => T;
}

const readAll = <T>({ head, at }: OpenRun<T, HeadColumn>): T[] =>
  Array.from({ length: head.count }, (_, i) => at(i));

/** @throws StorageError DAMAGED */
export function openRun({ head, body }: PackedRun): OpenRun<StoredPosition, HeadColumn> {
  const columns = decodeColumns(head, HEAD_COLUMNS);
  const { count } = columns;
  const source = bodyOf(body, count);
  const protocol = readTextColumn(source, count, protocolOf);
  const address = readTextColumn(source, count, addressOf);
  const network = readTextColumn(source, count, (json): StoredPosition['network'] => JSON.parse(json));
  const fences = readTextColumn(source, count, (json): StoredPosition['geofenceIds'] => JSON.parse(json));
  const attributes = attributesOf(readAttributes(source, count, AS_VALUES, null));
  source.end();
  return {
    head: columns,
    at: (i) => ({
      ...numbersAt(columns, i),
      protocol: protocol[i] ?? '',
      address: address[i] ?? null,
      network: network[i] ?? null,
      geofenceIds: fences[i] ?? null,
      attributes: attributes[i] ?? {},
    }),
  };
}

/** @throws StorageError DAMAGED */
export function openTexts({ head, body }: PackedRun): OpenRun<RawPosition, HeadColumn> {
  const columns = decodeColumns(head, HEAD_COLUMNS);
  const source = bodyOf(body, columns.count);
  const { protocol, address, network, geofenceIds, attributes } = readBodyTexts(source, columns.count);
  return {
    head: columns,
    at: (i) => ({
      ...numbersAt(columns, i),
      protocol: protocol[i] ?? '',
      address: address[i] ?? null,
      network: network[i] ?? null,
      geofenceIds: geofenceIds[i] ?? null,
      attributes: attributes[i] ?? '{}',
    }),
  };
}

/** Columns of a body, with JSON as text. */
export interface BodyTexts {
  readonly protocol: readonly string[];
  readonly address: readonly (string | null)[];
  readonly network: readonly (string | null)[];
  readonly geofenceIds: readonly (string | null)[];
  readonly attributes: readonly string[];
}

/** A body without its head. @param count Records that the head has. @throws StorageError DAMAGED */
export const decodeBodyTexts = (body: Uint8Array, count: number): BodyTexts =>
  readBodyTexts(bodyOf(body, count), count);

function readBodyTexts(source: ByteSource, count: number): BodyTexts {
  const protocol = readTextColumn(source, count, protocolOf);
  const address = readTextColumn(source, count, addressOf);
  const network = readTextColumn(source, count, jsonOrNull);
  const geofenceIds = readTextColumn(source, count, jsonOrNull);
  const attributes = attributeTextsOf(readAttributes(source, count, AS_TEXTS, null));
  source.end();
  return { protocol, address, network, geofenceIds, attributes };
}

/**
 * Addresses and some attributes of the positions of a run, without its head.
 * @param names With none, no attributes are read.
 * @throws StorageError DAMAGED
 */
export function decodeTrackBody(
  body: Uint8Array,
  count: number,
  names: readonly string[],
): { readonly address: readonly (string | null)[]; readonly attributes: readonly Attributes[] } {
  const source = bodyOf(body, count);
  skipTextColumn(source, count);
  const address = readTextColumn(source, count, addressOf);
  skipTextColumn(source, count);
  skipTextColumn(source, count);
  if (names.length === 0) return { address, attributes: [] };
  const attributes = attributesOf(readAttributes(source, count, AS_VALUES, names));
  source.end();
  return { address, attributes };
}

/**
 * Some attributes of the positions of a run, without its head.
 * @returns for each position an object with those that it has, in the order of `names`.
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

/** The body that belongs to a head of so many records. */
function bodyOf(body: Uint8Array, expected: number): ByteSource {
  const { source, count } = openBody(body);
  if (count !== expected) throw damaged(`a body of ${count} records for a head of ${expected}`);
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
