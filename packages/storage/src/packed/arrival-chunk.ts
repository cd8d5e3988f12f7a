import { crc32 } from 'node:zlib';
import { knots } from '@rastro/fleet/threads';
import type { RawPosition } from '../records.ts';
import { ByteSource } from './byte-source.ts';
import { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';

/** Records and states of a commit as they wait until they are moved into history. */
export interface ArrivalChunk {
  /** Where in `body` the records of each device are. */
  readonly devices: Uint8Array;
  readonly body: Uint8Array;
  readonly states: Uint8Array;
}

/** Bytes of the records of a device in a chunk. */
export interface Stretch {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/** A device state, as the columns of its row. */
export type StateValues = readonly [
  deviceId: number,
  positionId: number,
  lastUpdate: number | null,
  status: string,
  memory: string,
];

/** A position, as the columns of its row. */
export type PositionValues = readonly [
  deviceId: number,
  fixTime: number,
  deviceTime: number,
  contentKey: number,
  id: number,
  serverTime: number,
  protocol: string,
  valid: 0 | 1,
  latitude: number,
  longitude: number,
  altitude: number,
  speed: number,
  course: number,
  accuracy: number,
  address: string | null,
  network: string | null,
  geofenceIds: string | null,
  attributes: string,
];

/** Of another version this program reads nothing. */
const VERSION = 1;
/** Doubles of a record, and what comes before its texts. */
const DOUBLES = 11;
const FIXED_BYTES = DOUBLES * 8 + 1;
const LENGTH_BYTES = 4;
const NULL_LENGTH = 0xff_ff_ff_ff;
/** A character takes three bytes at most. */
const CHARACTER_BYTES = 3;

/** @param records In the order of their devices. @returns bytes that are valid until the next call. */
export function encodeArrivals(
  records: readonly PositionValues[],
  states: readonly StateValues[],
): ArrivalChunk {
  const body = BODY.emptied();
  const devices = DEVICES.emptied();
  devices.byte(VERSION);
  let [deviceId, from] = [-1, 0];
  const end = (): void => {
    if (body.length === from) return;
    devices.varint(deviceId);
    devices.varint(body.length - from);
    from = body.length;
  };
  for (const record of records) {
    if (record[0] !== deviceId) {
      end();
      [deviceId] = record;
    }
    body.record(record);
  }
  end();
  return { devices: devices.view(), body: body.view(), states: encodeStates(states) };
}

/** @throws StorageError DAMAGED */
export function stretchesOf(devices: Uint8Array): readonly Stretch[] {
  const source = new ByteSource(devices);
  const version = source.byte();
  if (version !== VERSION) throw damaged(`version ${version}`);
  const found: Stretch[] = [];
  let from = 0;
  while (source.left > 0) {
    const deviceId = source.varint();
    const to = from + source.varint();
    found.push({ deviceId, from, to });
    from = to;
  }
  return found;
}

/** The records of a device, as they came. @throws StorageError DAMAGED */
export function decodeArrivals(deviceId: number, bytes: Uint8Array): RawPosition[] {
  const reader = new RecordReader(bytes);
  const records: RawPosition[] = [];
  while (reader.isMore) records.push(reader.record(deviceId));
  return records;
}

/** Nothing but their ids and times. @throws StorageError DAMAGED */
export function decodeArrivalIds(
  bytes: Uint8Array,
): readonly { readonly id: number; readonly fixTime: number }[] {
  const reader = new RecordReader(bytes);
  const found: { id: number; fixTime: number }[] = [];
  while (reader.isMore) found.push(reader.idAndTime());
  return found;
}

/** @throws StorageError DAMAGED */
export function decodeStates(bytes: Uint8Array): readonly StateValues[] {
  const source = new ByteSource(bytes);
  const states: StateValues[] = [];
  const text = (): string => source.take(source.varint()).toString('utf8');
  while (source.left > 0) {
    const deviceId = source.varint();
    const positionId = source.double();
    const lastUpdate = source.double();
    states.push([deviceId, positionId, Number.isNaN(lastUpdate) ? null : lastUpdate, text(), text()]);
  }
  return states;
}

export const checksumOf = ({ devices, body, states }: ArrivalChunk): number =>
  crc32(states, crc32(body, crc32(devices)));

function encodeStates(states: readonly StateValues[]): Uint8Array {
  const writer = STATES.emptied();
  const text = (value: string): void => {
    const bytes = Buffer.from(value, 'utf8');
    writer.varint(bytes.length);
    writer.append(bytes);
  };
  for (const [deviceId, positionId, lastUpdate, status, memory] of states) {
    writer.varint(deviceId);
    writer.double(positionId);
    writer.double(lastUpdate ?? Number.NaN);
    text(status);
    text(memory);
  }
  return writer.view();
}

const FIRST_CAPACITY = 65_536;

/** Field by field: this runs for each record that is stored. */
class RecordWriter {
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY);
  length = 0;

  record(values: PositionValues): void {
    const texts = [values[6], values[14], values[15], values[16], values[17]];
    let most = FIXED_BYTES;
    for (const text of texts) most += LENGTH_BYTES + (text?.length ?? 0) * CHARACTER_BYTES;
    this.#reserve(most);
    for (const at of [1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13] as const)
      this.length = this.#bytes.writeDoubleLE(values[at], this.length);
    this.#bytes[this.length++] = values[7];
    for (const text of texts) this.#text(text);
  }

  emptied(): this {
    this.length = 0;
    return this;
  }

  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #text(text: string | null): void {
    const written = text === null ? 0 : this.#bytes.write(text, this.length + LENGTH_BYTES, 'utf8');
    this.#bytes.writeUInt32LE(text === null ? NULL_LENGTH : written, this.length);
    this.length += LENGTH_BYTES + written;
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(needed * 2);
    this.#bytes.copy(grown, 0, 0, this.length);
    this.#bytes = grown;
  }
}

/** Used again for each: buffers that come and go so often would be memory that waits for its collection. */
const [BODY, DEVICES, STATES] = [new RecordWriter(), new ByteWriter(), new ByteWriter()] as const;

class RecordReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  record(deviceId: number): RawPosition {
    this.#require(FIXED_BYTES);
    return {
      fixTime: this.#double(),
      deviceTime: this.#double(),
      contentKey: this.#double(),
      id: this.#double(),
      deviceId,
      serverTime: this.#double(),
      latitude: this.#double(),
      longitude: this.#double(),
      altitude: this.#double(),
      speed: knots(this.#double()),
      course: this.#double(),
      accuracy: this.#double(),
      valid: this.#bytes[this.#at++] === 1,
      protocol: this.#text() ?? '',
      address: this.#text(),
      network: this.#text(),
      geofenceIds: this.#text(),
      attributes: this.#text() ?? '{}',
    };
  }

  idAndTime(): { id: number; fixTime: number } {
    this.#require(FIXED_BYTES);
    const fixTime = this.#bytes.readDoubleLE(this.#at);
    const id = this.#bytes.readDoubleLE(this.#at + 24);
    this.#at += FIXED_BYTES;
    for (let text = 0; text < TEXTS; text++) this.#skipText();
    return { id, fixTime };
  }

  #double(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  #text(): string | null {
    const length = this.#length();
    if (length < 0) return null;
    this.#require(length);
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  #skipText(): void {
    const length = Math.max(0, this.#length());
    this.#require(length);
    this.#at += length;
  }

  /** @returns -1 = there is no text. */
  #length(): number {
    this.#require(LENGTH_BYTES);
    const length = this.#bytes.readUInt32LE(this.#at);
    this.#at += LENGTH_BYTES;
    return length === NULL_LENGTH ? -1 : length;
  }

  #require(bytes: number): void {
    if (this.#at + bytes > this.#bytes.length) throw damaged('it ends too early');
  }
}

const TEXTS = 5;
