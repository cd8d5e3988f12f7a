import { fail, ok, type Result } from '@rastro/base';
import {
  COLUMNS,
  FIRST_ATTRIBUTE,
  MAGIC,
  MAX_LAT_E5,
  MAX_LON_E5,
  MAX_ATTRIBUTES,
  MAX_BYTES,
  MAX_VALUE,
  VALUE_SCALE,
  type TrackBox,
  type TrackChunk,
  type TrackHead,
  type TrackValues,
} from './chunk.ts';
import { ANNOTATION_KINDS, type TrackAnnotation } from './track-annotations.ts';
import { COARSEST, DAY_S, LEVEL_BITS, TRACK_LEVELS } from './track-points.ts';

const MAX_COLUMNS = 32;
const MAX_FLAGS = 127;

/** Reads the head of a chunk; the bytes may end after it. */
export const decodeTrackHead = (bytes: Uint8Array): Result<TrackHead, string> =>
  reading(bytes, (reader) => readHead(reader).head);

/**
 * Reads a chunk. Untrusted bytes do no harm: nothing is read beyond them, no memory is allocated for counts they only
 * claim.
 */
export const decodeTrack = (bytes: Uint8Array): Result<TrackChunk, string> => reading(bytes, readChunk);

function reading<T>(bytes: Uint8Array, read: (reader: VarintReader) => T): Result<T, string> {
  try {
    if (bytes.length > MAX_BYTES) throw new Unreadable('is too long');
    return ok(read(new VarintReader(bytes)));
  } catch (error) {
    if (error instanceof Unreadable) return fail(`Cannot read a track: it ${error.message}`);
    throw error;
  }
}

/** Never leaves this file. */
class Unreadable extends Error {}

function readHead(reader: VarintReader): { head: TrackHead; length: number } {
  for (const byte of MAGIC) if (reader.byte() !== byte) throw new Unreadable('does not begin as one');
  const [deviceId, day, revision] = [reader.unsigned(), reader.unsigned(), reader.unsigned()];
  const level = reader.atMost(COARSEST);
  if (reader.unsigned() !== TRACK_LEVELS.length) throw new Unreadable('has other levels');
  const counts = TRACK_LEVELS.map(() => reader.atMost(DAY_S));
  const length = reader.atMost(DAY_S);
  const box = (counts[0] ?? 0) > 0 ? readBox(reader) : null;
  if (length !== counts[level]) throw new Unreadable('has another number of points than its level');
  return { head: { deviceId, day, revision, level, counts, box }, length };
}

function readBox(reader: VarintReader): TrackBox {
  const [southE5, westE5] = [reader.within(MAX_LAT_E5), reader.within(MAX_LON_E5)];
  const northE5 = southE5 + reader.atMost(MAX_LAT_E5 - southE5);
  return { southE5, westE5, northE5, eastE5: westE5 + reader.atMost(MAX_LON_E5 - westE5) };
}

function readChunk(reader: VarintReader): TrackChunk {
  const { head, length } = readHead(reader);
  const count = reader.atMost(MAX_COLUMNS);
  const lengths: (readonly [id: number, bytes: number])[] = [];
  for (let i = 0; i < count; i++) lengths.push([reader.unsigned(), reader.unsigned()]);
  const columns = new Map<number, VarintReader>();
  for (const [id, bytes] of lengths) {
    if (columns.has(id)) throw new Unreadable('has a column twice');
    columns.set(id, reader.part(bytes));
  }
  reader.end();
  const column = (id: number): VarintReader => {
    const found = columns.get(id);
    if (!found) throw new Unreadable('lacks a column');
    return found;
  };
  const points = {
    second: readDifferences(column(COLUMNS.second), length, [0, DAY_S - 1]),
    latE5: readDifferences(column(COLUMNS.latE5), length, [-MAX_LAT_E5, MAX_LAT_E5]),
    lonE5: readDifferences(column(COLUMNS.lonE5), length, [-MAX_LON_E5, MAX_LON_E5]),
    speed: readDifferences(column(COLUMNS.speed), length, [0, 65_535]),
    flags: readRuns(column(COLUMNS.flags), length),
  };
  if (points.second.some((second, i) => second < (points.second[i - 1] ?? 0)))
    throw new Unreadable('goes back in time');
  const annotations = columns.get(COLUMNS.annotations);
  return {
    ...head,
    points,
    values: readMeasured(columns, length),
    annotations: annotations ? readAnnotations(annotations) : [],
  };
}

function readMeasured(columns: ReadonlyMap<number, VarintReader>, length: number): readonly TrackValues[] {
  const measured: TrackValues[] = [];
  for (let i = 0; i < MAX_ATTRIBUTES; i++) {
    const column = columns.get(FIRST_ATTRIBUTE + i);
    if (column === undefined) break;
    measured.push(readValues(column, length));
  }
  return measured;
}

function readValues(reader: VarintReader, length: number): TrackValues {
  const values: (number | null)[] = [];
  let parts = 0;
  for (let i = 0; i < length; i++) {
    const coded = reader.unsigned();
    if (coded > 0) parts += coded % 2 === 1 ? (coded - 1) / 2 : -coded / 2;
    if (Math.abs(parts) > MAX_VALUE * VALUE_SCALE) throw new Unreadable('has a value that cannot be');
    values.push(coded === 0 ? null : parts / VALUE_SCALE);
  }
  reader.end();
  return values;
}

function readAnnotations(reader: VarintReader): TrackAnnotation[] {
  const annotations: TrackAnnotation[] = [];
  for (let second = 0; !reader.isAtEnd;) {
    second += reader.atMost(DAY_S - 1 - second);
    const kind = ANNOTATION_KINDS[reader.byte()];
    if (kind === undefined) throw new Unreadable('has a mark that cannot be');
    annotations.push({ second, kind });
  }
  return annotations;
}

function readDifferences(
  reader: VarintReader,
  length: number,
  [least, most]: readonly [number, number],
): number[] {
  const values: number[] = [];
  let value = 0;
  for (let i = 0; i < length; i++) {
    value += reader.signed();
    if (value < least || value > most) throw new Unreadable('has a value that cannot be');
    values.push(value);
  }
  reader.end();
  return values;
}

function readRuns(reader: VarintReader, length: number): number[] {
  const values: number[] = [];
  while (values.length < length) {
    const flags = reader.byte();
    const run = reader.atMost(length - values.length);
    if (run === 0 || flags > MAX_FLAGS || (flags & LEVEL_BITS) > COARSEST)
      throw new Unreadable('has flags that cannot be');
    for (let i = 0; i < run; i++) values.push(flags);
  }
  reader.end();
  return values;
}

class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Unreadable('ends too early');
    return byte;
  }
  unsigned(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (value > Number.MAX_SAFE_INTEGER) break;
      if (byte < 128) return value;
    }
    throw new Unreadable('has a number that is too large');
  }
  signed(): number {
    const value = this.unsigned();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
  atMost(limit: number): number {
    const value = this.unsigned();
    if (value > limit) throw new Unreadable('has a number that is too large');
    return value;
  }
  within(limit: number): number {
    const value = this.signed();
    if (Math.abs(value) > limit) throw new Unreadable('has a place that cannot be');
    return value;
  }
  part(length: number): VarintReader {
    if (length > this.#bytes.length - this.#at) throw new Unreadable('ends too early');
    this.#at += length;
    return new VarintReader(this.#bytes.subarray(this.#at - length, this.#at));
  }
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
  end(): void {
    if (!this.isAtEnd) throw new Unreadable('goes on after its end');
  }
}
