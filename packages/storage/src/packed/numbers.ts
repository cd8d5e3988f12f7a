import type { ByteSource } from './byte-source.ts';
import type { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';
import { applyUnit, UNIT_COUNT, wholesOf } from './units.ts';

/**
 * Column of numbers: a byte with mode and unit, then what the mode needs. Whole numbers lose their sign to the lowest
 * bit and stand as planes, all lowest bytes first: bytes of one kind beside each other are what zstd finds patterns in.
 */
const SAME = 0;
const SAME_DOUBLE = 1;
/** Whole numbers; the differences between them; the differences between those. The mode is `WHOLE` + the depth. */
const WHOLE = 2;
const MAX_DEPTH = 2;
const DOUBLES = WHOLE + MAX_DEPTH + 1;
const UNIT_FACTOR = 8;
const DOUBLE_BYTES = 8;
/** Bytes of a number that bit operations keep positive. */
const SHORT = 3;
const TWO_32 = 2 ** 32;

export function writeNumbers(writer: ByteWriter, values: Float64Array): void {
  const found = wholesOf(values);
  if (!found) writeDoubles(writer, values);
  else if (isSame(found.wholes)) {
    writer.byte(SAME + UNIT_FACTOR * found.unit);
    writer.varint(zigzag(found.wholes[0] ?? 0));
  } else writeWholes(writer, found.wholes, found.unit);
}

export function readNumbers(source: ByteSource, count: number): Float64Array {
  const { mode, unit } = readHead(source);
  const values = new Float64Array(count);
  if (mode === SAME) values.fill(unzigzag(source.varint()));
  else if (mode === SAME_DOUBLE) values.fill(source.double());
  else if (mode === DOUBLES) joinDoubles(source.take(count * DOUBLE_BYTES), values);
  else readWholes(source, values, mode - WHOLE);
  applyUnit(values, unit);
  return values;
}

/** Passes over a column. */
export function skipNumbers(source: ByteSource, count: number): void {
  const { mode } = readHead(source);
  if (mode === SAME) source.varint();
  else if (mode === SAME_DOUBLE) source.double();
  else if (mode === DOUBLES) source.take(count * DOUBLE_BYTES);
  else {
    for (let i = 0; i < mode - WHOLE; i++) source.varint();
    source.take(source.byte() * Math.max(0, count - (mode - WHOLE)));
  }
}

function readHead(source: ByteSource): { readonly mode: number; readonly unit: number } {
  const head = source.byte();
  const mode = head % UNIT_FACTOR;
  const unit = (head - mode) / UNIT_FACTOR;
  if (mode > DOUBLES || unit >= UNIT_COUNT) throw damaged(`a column of kind ${head}`);
  return { mode, unit };
}

function isSame(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (!Object.is(values[i], values[0])) return false;
  return true;
}

function writeDoubles(writer: ByteWriter, values: Float64Array): void {
  if (isSame(values)) {
    writer.byte(SAME_DOUBLE);
    writer.double(values[0] ?? 0);
    return;
  }
  writer.byte(DOUBLES);
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const planes = writer.space(values.length * DOUBLE_BYTES);
  for (let i = 0, from = 0; i < values.length; i++)
    for (let plane = 0; plane < DOUBLE_BYTES; plane++) planes[plane * values.length + i] = bytes[from++] ?? 0;
}

function joinDoubles(planes: Uint8Array, values: Float64Array): void {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  for (let i = 0, to = 0; i < values.length; i++)
    for (let plane = 0; plane < DOUBLE_BYTES; plane++) bytes[to++] = planes[plane * values.length + i] ?? 0;
}

function writeWholes(writer: ByteWriter, wholes: Float64Array, unit: number): void {
  const { depth, firsts, rest } = smallest(wholes);
  writer.byte(WHOLE + depth + UNIT_FACTOR * unit);
  for (const first of firsts) writer.varint(zigzag(first));
  let largest = 0;
  for (let i = 0; i < rest.length; i++) largest = Math.max(largest, zigzag(rest[i] ?? 0));
  const width = Math.ceil(bitsOf(largest) / 8);
  writer.byte(width);
  const planes = writer.space(width * rest.length);
  for (let i = 0; i < rest.length; i++) {
    const value = zigzag(rest[i] ?? 0);
    const high = Math.floor(value / TWO_32);
    for (let plane = 0; plane < width; plane++)
      planes[plane * rest.length + i] = plane < 4 ? value >>> (8 * plane) : high >>> (8 * (plane - 4));
  }
}

function readWholes(source: ByteSource, values: Float64Array, depth: number): void {
  if (values.length < depth) throw damaged('a column is too short');
  for (let i = 0; i < depth; i++) values[i] = unzigzag(source.varint());
  const width = source.byte();
  if (width > DOUBLE_BYTES) throw damaged(`numbers of ${width} bytes`);
  const length = values.length - depth;
  joinPlanes(source.take(width * length), width, values.subarray(depth));
  for (let from = depth; from > 0; from--)
    for (let i = from; i < values.length; i++) values[i] = (values[i] ?? 0) + (values[i - 1] ?? 0);
}

/** Most columns have numbers of few bytes: the shorter way for these is three times as fast. */
function joinPlanes(planes: Uint8Array, width: number, values: Float64Array): void {
  const { length } = values;
  if (width > SHORT) {
    for (let i = 0; i < length; i++) {
      let value = 0;
      for (let plane = width - 1; plane >= 0; plane--)
        value = value * 256 + (planes[plane * length + i] ?? 0);
      values[i] = unzigzag(value);
    }
    return;
  }
  for (let i = 0; i < length; i++) {
    let value = 0;
    for (let at = i, shift = 0; at < planes.length; at += length, shift += 8)
      value |= (planes[at] ?? 0) << shift;
    values[i] = (value >>> 1) ^ -(value & 1);
  }
}

interface Differences {
  readonly depth: number;
  /** The first value of each depth that was left. */
  readonly firsts: readonly number[];
  readonly rest: Float64Array;
}

/** The values, or their differences, whichever have fewer bits. */
function smallest(wholes: Float64Array): Differences {
  let best: Differences = { depth: 0, firsts: [], rest: wholes };
  let bestBits = totalBits(wholes);
  let { firsts, rest } = best;
  for (let depth = 1; depth <= MAX_DEPTH && wholes.length > depth; depth++) {
    firsts = [...firsts, rest[0] ?? 0];
    rest = differencesOf(rest);
    const bits = totalBits(rest);
    if (bits >= bestBits) continue;
    best = { depth, firsts, rest };
    bestBits = bits;
  }
  return best;
}

function differencesOf(values: Float64Array): Float64Array {
  const found = new Float64Array(values.length - 1);
  for (let i = 0; i < found.length; i++) found[i] = (values[i + 1] ?? 0) - (values[i] ?? 0);
  return found;
}

function totalBits(values: Float64Array): number {
  let bits = 0;
  for (let i = 0; i < values.length; i++) bits += bitsOf(zigzag(values[i] ?? 0));
  return bits;
}

const bitsOf = (value: number): number =>
  value < TWO_32 ? 32 - Math.clz32(value) : 64 - Math.clz32(value / TWO_32);
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
