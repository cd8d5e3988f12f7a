import type { RecordKey } from '@rastro/fleet/trips';
import { ByteSource } from '../packed/byte-source.ts';
import { ByteWriter } from '../packed/byte-writer.ts';
import { damaged } from '../packed/damaged.ts';
import { readFrame, writeFrame } from '../packed/frame.ts';
import { readTexts, writeTexts } from '../packed/texts.ts';

/** A piece of derived history without the state of the reducer, as a row of `book_pieces` has it. */
export interface PieceRow {
  readonly startTime: number;
  readonly endTime: number;
  readonly kind: string;
  readonly startKey: number;
  readonly endKey: number;
  readonly decidedAt: RecordKey;
  readonly body: string;
  readonly quarters: string;
}
/** Where a piece ended, and the state of the reducer when that was decided. */
export interface BoundaryRow {
  readonly endTime: number;
  readonly decidedAt: RecordKey;
  readonly state: string;
}
export interface PackedPieces {
  readonly pieces: Uint8Array;
  /** Apart, because they are most of it, and reports need none. */
  readonly states: Uint8Array;
}

/** Of another version this program reads nothing. */
const VERSION = 1;
/** A day is packed once and read often: a tenth less than level 3, for seven tenths more time. */
const LEVEL = 6;
type PieceKeys = readonly [
  startTime: number,
  endTime: number,
  kind: string,
  startKey: number,
  endKey: number,
  decidedTime: number,
  decidedDeviceTime: number,
  decidedKey: number,
];
type BoundaryKeys = readonly [
  endTime: number,
  decidedTime: number,
  decidedDeviceTime: number,
  decidedKey: number,
];

/** Packs pieces of a day. Their texts hold the same numbers again and again, as text, and so do their keys. */
export function packPieces(rows: readonly (PieceRow & BoundaryRow)[]): PackedPieces {
  return { pieces: packTexts(rows.flatMap(pieceTexts)), states: packTexts(rows.flatMap(boundaryTexts)) };
}

/** @throws StorageError DAMAGED */
export function unpackPieces(bytes: Uint8Array): PieceRow[] {
  return inGroups(unpackTexts(bytes), 3).map(([keys = '', body = '', quarters = '']) => {
    const [startTime, endTime, kind, startKey, endKey, time, deviceTime, key] = pieceKeys(keys);
    const decidedAt = { time, deviceTime, key };
    return { startTime, endTime, kind, startKey, endKey, decidedAt, body, quarters };
  });
}

/** @throws StorageError DAMAGED */
export function unpackBoundaries(bytes: Uint8Array): BoundaryRow[] {
  return inGroups(unpackTexts(bytes), 2).map(([keys = '', state = '']) => {
    const [endTime, time, deviceTime, key] = boundaryKeys(keys);
    return { endTime, decidedAt: { time, deviceTime, key }, state };
  });
}

const pieceKeys = (json: string): PieceKeys => JSON.parse(json);
const boundaryKeys = (json: string): BoundaryKeys => JSON.parse(json);

function pieceTexts({ startTime, endTime, kind, startKey, endKey, decidedAt, body, quarters }: PieceRow) {
  const { time, deviceTime, key } = decidedAt;
  const keys: PieceKeys = [startTime, endTime, kind, startKey, endKey, time, deviceTime, key];
  return [JSON.stringify(keys), body, quarters];
}

function boundaryTexts({ endTime, decidedAt: { time, deviceTime, key }, state }: BoundaryRow) {
  const keys: BoundaryKeys = [endTime, time, deviceTime, key];
  return [JSON.stringify(keys), state];
}

function packTexts(texts: readonly string[]): Uint8Array {
  const content = new ByteWriter();
  writeTexts(content, texts);
  const writer = new ByteWriter();
  writer.byte(VERSION);
  writeFrame(writer, content.view(), LEVEL);
  return Uint8Array.from(writer.view());
}

function unpackTexts(bytes: Uint8Array): readonly string[] {
  const outer = new ByteSource(bytes);
  const version = outer.byte();
  if (version !== VERSION) throw damaged(`version ${version}`);
  const source = readFrame(outer);
  outer.end();
  const texts = readTexts(source);
  source.end();
  return texts;
}

function inGroups(texts: readonly string[], size: number): readonly (readonly string[])[] {
  if (texts.length % size !== 0) throw damaged('a piece is incomplete');
  return Array.from({ length: texts.length / size }, (_, i) => texts.slice(i * size, (i + 1) * size));
}
