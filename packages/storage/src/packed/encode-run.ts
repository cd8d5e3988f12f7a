import { crc32 } from 'node:zlib';
import type { StoredPosition } from '../records.ts';
import { writeAttributes } from './attribute-columns.ts';
import { ByteWriter } from './byte-writer.ts';
import { writeFrame } from './frame.ts';
import { writeNumbers } from './numbers.ts';
import {
  isBesideFixTime,
  KEY_BYTES,
  MAX_RECORDS,
  NUMBER_COLUMNS,
  VERSION,
  type NumberColumn,
  type PackedRun,
} from './run.ts';
import { writeRuns } from './runs.ts';
import { writeTextColumn } from './texts.ts';

/**
 * Packs positions of one device, in any order: all of each field together, as differences where these are shorter.
 * `decodeRun` gives back the same, bit by bit.
 * @param records At least one, at most `MAX_RECORDS`; in the order of history they are smallest.
 * @throws RangeError when they are of several devices, too many, or hold what JSON has no number for.
 */
export function encodeRun(records: readonly StoredPosition[]): PackedRun {
  const deviceId = records[0]?.deviceId;
  if (deviceId === undefined || records.length > MAX_RECORDS)
    throw new RangeError(`Cannot pack ${records.length} records of history`);
  if (records.some((record) => record.deviceId !== deviceId))
    throw new RangeError('Cannot pack history of several devices together');
  return { head: encodeHead(records, deviceId), body: encodeBody(records) };
}

function encodeHead(records: readonly StoredPosition[], deviceId: number): Uint8Array {
  const columns = new ByteWriter();
  columns.varint(records.length);
  columns.varint(deviceId);
  const numbers = numbersOf(records);
  for (const name of NUMBER_COLUMNS) {
    const values = numbers[name];
    if (!values.every(Number.isFinite)) throw new RangeError(`Cannot pack history: ${name} is not finite`);
    if (isBesideFixTime(name)) writeBeside(columns, values, numbers.fixTime);
    else writeNumbers(columns, values);
  }
  writeRuns(
    columns,
    records.map(({ valid }) => valid),
  );
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writeFrame(writer, columns.view(), levelFor(records.length));
  writeKeys(writer, records);
  return Uint8Array.from(writer.view());
}

const LEVEL = 1;
/** Below, a call of zstd costs more than it saves. */
const MIN_RECORDS = 32;
const levelFor = (records: number): number | null => (records < MIN_RECORDS ? null : LEVEL);

/** Field by field, with the names of the fields in the code: twice as fast as by name in a loop. */
function numbersOf(records: readonly StoredPosition[]): Readonly<Record<NumberColumn, Float64Array>> {
  const empty = (): Float64Array => new Float64Array(records.length);
  const numbers = {
    fixTime: empty(),
    deviceTime: empty(),
    serverTime: empty(),
    latitude: empty(),
    longitude: empty(),
    speed: empty(),
    course: empty(),
    altitude: empty(),
    accuracy: empty(),
    id: empty(),
  };
  for (const [i, record] of records.entries()) {
    numbers.fixTime[i] = record.fixTime;
    numbers.deviceTime[i] = record.deviceTime;
    numbers.serverTime[i] = record.serverTime;
    numbers.latitude[i] = record.latitude;
    numbers.longitude[i] = record.longitude;
    numbers.speed[i] = record.speed;
    numbers.course[i] = record.course;
    numbers.altitude[i] = record.altitude;
    numbers.accuracy[i] = record.accuracy;
    numbers.id[i] = record.id;
  }
  return numbers;
}

/** Instants as their difference to the fixTime, if that gives back every one; a byte says so. */
function writeBeside(writer: ByteWriter, values: Float64Array, fixTimes: Float64Array): void {
  const differences = values.map((value, i) => value - (fixTimes[i] ?? 0));
  const isExact = differences.every((difference, i) => Object.is((fixTimes[i] ?? 0) + difference, values[i]));
  writer.byte(Number(isExact));
  writeNumbers(writer, isExact ? differences : values);
}

/** Hashes cannot be compressed: they stand apart, so that what can be is. */
function writeKeys(writer: ByteWriter, records: readonly StoredPosition[]): void {
  const keys = Buffer.allocUnsafe(records.length * KEY_BYTES);
  let at = 0;
  for (const { contentKey } of records) {
    if (!Number.isSafeInteger(contentKey) || contentKey < 0)
      throw new RangeError(`Cannot pack history: ${contentKey} is no content key`);
    keys.writeUIntLE(contentKey % 2 ** 48, at, 6);
    keys[at + 6] = Math.floor(contentKey / 2 ** 48);
    at += KEY_BYTES;
  }
  writer.append(keys);
  writer.uint32(crc32(keys));
}

const NULL = 'null';

function encodeBody(records: readonly StoredPosition[]): Uint8Array {
  const columns = new ByteWriter();
  columns.varint(records.length);
  const write = (textOf: (record: StoredPosition) => string): void =>
    writeTextColumn(columns, records.map(textOf));
  write(({ protocol }) => JSON.stringify(protocol));
  write(({ address }) => (address === null ? NULL : JSON.stringify(address)));
  write(({ network }) => (network === null ? NULL : JSON.stringify(network)));
  write(({ geofenceIds }) => (geofenceIds === null ? NULL : JSON.stringify(geofenceIds)));
  writeAttributes(
    columns,
    records.map(({ attributes }) => attributes),
  );
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writeFrame(writer, columns.view(), levelFor(records.length));
  return Uint8Array.from(writer.view());
}
