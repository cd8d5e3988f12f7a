import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import { damaged } from '../packed/damaged.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { unpackBoundaries, unpackPieces, type BoundaryRow, type PieceRow } from './piece-codec.ts';
import { dayOf, placeOf } from './packed-places.ts';
import { compareKeys } from '../row-pages.ts';

const PIECE =
  'start_time, end_time, kind, start_key, end_key, decided_time, decided_device_time, decided_key, body, quarters';
const BOUNDARY = 'end_time, decided_time, decided_device_time, decided_key, state';
const SPAN = 'SELECT start_time, end_time FROM';

/**
 * Reads pieces of derived history, packed ones and rows alike. Pieces follow one another, and are decided in that
 * order: of those that began before a time, only the last can reach into it, and so with the days that they are packed
 * by. Call it within a transaction: a piece is packed in one.
 */
export function pieceReads(db: DatabaseSync) {
  return { ...touchingPieces(db), ...boundaries(db), ...spans(db) };
}

function touchingPieces(db: DatabaseSync) {
  const rows = arrayRows(
    db,
    `SELECT ${PIECE} FROM book_pieces WHERE device_id = ?1 AND start_time <= ?3 AND end_time >= ?2
     AND start_time >= coalesce((SELECT max(start_time) FROM book_pieces
       WHERE device_id = ?1 AND start_time < ?2), ?2) ORDER BY start_time, end_time`,
  );
  const packed = arrayRows(
    db,
    `SELECT pieces FROM packed_pieces WHERE place <= ?4 AND start_time <= ?2 AND end_time >= ?1
     AND place >= coalesce((SELECT max(place) FROM packed_pieces WHERE place >= ?3 AND place < ?5), ?5)
     ORDER BY place`,
  );
  return {
    /** Those that touch a period, both ends included, in order. */
    touching: (deviceId: number, from: number, to: number): readonly PieceRow[] => {
      const first = placeOf(deviceId, 0);
      const [begin, end] = [placeOf(deviceId, dayOf(from)), placeOf(deviceId, dayOf(to))];
      const days = packed(from, to, first, end, begin).flatMap(([bytes]) => unpackPieces(bytesOf(bytes)));
      return [
        ...days.filter(({ startTime, endTime }) => startTime <= to && endTime >= from),
        ...rows(deviceId, from, to).map(toPieceRow),
      ].sort((a, b) => a.startTime - b.startTime || a.endTime - b.endTime);
    },
  };
}

function boundaries(db: DatabaseSync) {
  const rowBefore = arrayRows(
    db,
    `SELECT ${BOUNDARY} FROM book_pieces WHERE device_id = ? AND decided_time < ?
     ORDER BY decided_time DESC, decided_device_time DESC, decided_key DESC, end_time DESC LIMIT 1`,
  );
  const rowsAfter = arrayRows(
    db,
    `SELECT ${BOUNDARY} FROM book_pieces WHERE device_id = ?
     AND (decided_time, decided_device_time, decided_key) > (?, ?, ?)
     ORDER BY decided_time, decided_device_time, decided_key, end_time LIMIT ?`,
  );
  const packedBefore = arrayRows(
    db,
    `SELECT states FROM packed_pieces JOIN packed_states USING (place)
     WHERE device_id = ? AND decided_from < ? AND decided_to >= ?
     ORDER BY decided_to DESC, decided_from DESC, place DESC LIMIT 1`,
  );
  const packedAfter = arrayRows(
    db,
    `SELECT states, decided_to, decided_from, place FROM packed_pieces JOIN packed_states USING (place) WHERE device_id = ?
     AND (decided_to, decided_from, place) > (?, ?, ?) ORDER BY decided_to, decided_from, place LIMIT 1`,
  );
  return {
    /** The last that was decided before a time; null = none. */
    boundaryBefore: (deviceId: number, time: number): BoundaryRow | null => {
      const row = rowBefore(deviceId, time).map(toBoundaryRow);
      // A day that was decided before that row need not be unpacked.
      const from = row[0]?.decidedAt.time ?? Number.MIN_SAFE_INTEGER;
      const days = packedBefore(deviceId, time, from).flatMap(([bytes]) => unpackBoundaries(bytesOf(bytes)));
      const found = [...days.filter(({ decidedAt }) => decidedAt.time < time), ...row];
      return found.sort(inOrder).at(-1) ?? null;
    },
    /** Those decided after a key, in order, at most so many. */
    boundariesAfter: (deviceId: number, after: RecordKey, limit: number): readonly BoundaryRow[] => {
      const { time, deviceTime, key } = after;
      const found: BoundaryRow[] = [];
      let last: readonly [number, number, number] = [time, Number.MIN_SAFE_INTEGER, 0];
      while (found.length < limit) {
        const [row] = packedAfter(deviceId, ...last);
        if (!row) break;
        last = [Number(row[1]), Number(row[2]), Number(row[3])];
        const day = unpackBoundaries(bytesOf(row[0]));
        found.push(...day.filter(({ decidedAt }) => compareKeys(decidedAt, after) > 0));
      }
      found.push(...rowsAfter(deviceId, time, deviceTime, key, limit).map(toBoundaryRow));
      return found.sort(inOrder).slice(0, limit);
    },
  };
}

function spans(db: DatabaseSync) {
  const first = arrayRows(db, `${SPAN} book_pieces WHERE device_id = ? ORDER BY start_time LIMIT 1`);
  const last = arrayRows(
    db,
    `${SPAN} book_pieces WHERE device_id = ? ORDER BY start_time DESC, end_time DESC LIMIT 1`,
  );
  const between = 'packed_pieces WHERE place BETWEEN ? AND ? ORDER BY place';
  const firstPacked = arrayRows(db, `${SPAN} ${between} LIMIT 1`);
  const lastPacked = arrayRows(db, `${SPAN} ${between} DESC LIMIT 1`);
  return {
    /** From the first piece to the end of the last; null = there is none. */
    span: (deviceId: number): { readonly from: number; readonly to: number } | null => {
      const places = [placeOf(deviceId, 0), placeOf(deviceId, Infinity)] as const;
      const begins = [...first(deviceId), ...firstPacked(...places)].map(([start]) => Number(start));
      const ends = [...last(deviceId), ...lastPacked(...places)].map(([, end]) => Number(end));
      return begins.length === 0 ? null : { from: Math.min(...begins), to: Math.max(...ends) };
    },
  };
}

const inOrder = (a: BoundaryRow, b: BoundaryRow): number =>
  compareKeys(a.decidedAt, b.decidedAt) || a.endTime - b.endTime;

/** @throws StorageError DAMAGED */
export function bytesOf(value: SQLOutputValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw damaged('no bytes');
}

const toPieceRow = (row: ArrayRow): PieceRow => ({
  startTime: Number(row[0]),
  endTime: Number(row[1]),
  kind: String(row[2]),
  startKey: Number(row[3]),
  endKey: Number(row[4]),
  decidedAt: { time: Number(row[5]), deviceTime: Number(row[6]), key: Number(row[7]) },
  body: String(row[8]),
  quarters: String(row[9]),
});
const toBoundaryRow = (row: ArrayRow): BoundaryRow => ({
  endTime: Number(row[0]),
  decidedAt: { time: Number(row[1]), deviceTime: Number(row[2]), key: Number(row[3]) },
  state: String(row[4]),
});
