import { crc32 } from 'node:zlib';
import { ByteSource } from './byte-source.ts';
import { damaged } from './damaged.ts';
import { readFrame } from './frame.ts';
import { readNumbers, skipNumbers } from './numbers.ts';
import {
  isBesideFixTime,
  KEY_BYTES,
  MAX_RECORDS,
  NUMBER_COLUMNS,
  VERSION,
  type NumberColumn,
} from './run.ts';
import { readRuns } from './runs.ts';

/** Fields of a position in the head of a run; `valid` is 1 or 0. */
export type HeadColumn = NumberColumn | 'valid' | 'contentKey';
export const HEAD_COLUMNS: readonly HeadColumn[] = [...NUMBER_COLUMNS, 'valid', 'contentKey'];

export interface DecodedHead<Name extends HeadColumn> {
  /** Records of the run. */
  readonly count: number;
  readonly deviceId: number;
  readonly columns: Readonly<Record<Name, Float64Array>>;
}

/** Some columns of a run, without its body. @throws StorageError DAMAGED */
export function decodeColumns<Name extends HeadColumn>(
  head: Uint8Array,
  names: readonly Name[],
): DecodedHead<Name> {
  const wanted = new Set<HeadColumn>(names);
  const outer = new ByteSource(head);
  checkVersion(outer);
  const source = readFrame(outer);
  const count = source.count(MAX_RECORDS);
  const deviceId = source.varint();
  const found = noColumns();
  // The instants of other columns stand beside it.
  let fixTimes: Float64Array = new Float64Array();
  for (const name of NUMBER_COLUMNS) {
    const isBeside = isBesideFixTime(name) && source.byte() === 1;
    if (!wanted.has(name) && name !== 'fixTime') {
      skipNumbers(source, count);
      continue;
    }
    const values = readNumbers(source, count);
    if (name === 'fixTime') fixTimes = values;
    found[name] = isBeside ? added(values, fixTimes) : values;
  }
  const isValid = readRuns(source, count);
  if (wanted.has('valid')) found.valid = new Float64Array(isValid.map(Number));
  source.end();
  if (wanted.has('contentKey')) found.contentKey = readKeys(outer, count);
  return { count, deviceId, columns: found };
}

function noColumns(): Record<HeadColumn, Float64Array> {
  const none = new Float64Array();
  return {
    fixTime: none,
    deviceTime: none,
    serverTime: none,
    latitude: none,
    longitude: none,
    speed: none,
    course: none,
    altitude: none,
    accuracy: none,
    id: none,
    valid: none,
    contentKey: none,
  };
}

/** @throws StorageError DAMAGED */
export function checkVersion(source: ByteSource): void {
  const version = source.byte();
  if (version !== VERSION) throw damaged(`version ${version}`);
}

function added(differences: Float64Array, to: Float64Array): Float64Array {
  for (let i = 0; i < to.length; i++) differences[i] = (to[i] ?? 0) + (differences[i] ?? 0);
  return differences;
}

function readKeys(source: ByteSource, count: number): Float64Array {
  const bytes = source.take(count * KEY_BYTES);
  if (crc32(bytes) !== source.uint32()) throw damaged('the checksum of its keys is wrong');
  source.end();
  const keys = new Float64Array(count);
  for (let i = 0, at = 0; i < count; i++, at += KEY_BYTES)
    keys[i] = bytes.readUIntLE(at, 6) + (bytes[at + 6] ?? 0) * 2 ** 48;
  return keys;
}
