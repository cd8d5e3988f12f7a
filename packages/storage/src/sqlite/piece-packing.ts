import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import type { RecordKey } from '@rastro/fleet/trips';
import { arrayRows } from './array-rows.ts';
import {
  packPieces,
  unpackBoundaries,
  unpackPieces,
  type BoundaryRow,
  type PieceRow,
} from './piece-codec.ts';
import { closedBefore, dayOf, placeOf } from './packed-places.ts';
import { bytesOf } from './piece-reads.ts';

type WholePiece = PieceRow & BoundaryRow;

/**
 * Packs pieces of derived history by the day, and makes rows of them again where they are to change. Call it within a
 * transaction: then a piece is either a row or packed, at any moment.
 */
export function piecePacking(db: DatabaseSync) {
  const packDay = dayPacking(db);
  const firstRow = arrayRows(
    db,
    'SELECT min(start_time) FROM book_pieces WHERE device_id = ? AND start_time >= 0 AND start_time < ?',
  );
  const dropWhole = db.prepare(
    'DELETE FROM packed_pieces WHERE device_id = ? AND decided_from > ? AND decided_to < ?',
  );
  const touched = arrayRows(
    db,
    'SELECT place FROM packed_pieces WHERE device_id = ? AND decided_to >= ? AND decided_from <= ?',
  );
  const loosen = loosening(db);
  return {
    /**
     * Packs days of a device that are over, the oldest first, at most so many.
     * @param lastTime Of the newest record in its derived history.
     * @returns how many.
     */
    packClosedDays: (deviceId: number, lastTime: number, most: number): number => {
      const closed = closedBefore(lastTime);
      for (let packed = 0; packed < most; packed++) {
        const first = firstRow(deviceId, closed)[0]?.[0];
        if (typeof first !== 'number') return packed;
        packDay(deviceId, dayOf(first));
      }
      return most;
    },
    /** Before pieces decided after a key and up to another one are removed: none of them stays packed. */
    loosenDecided: (deviceId: number, after: RecordKey, upTo: RecordKey): void => {
      dropWhole.run(deviceId, after.time, upTo.time);
      for (const [place] of touched(deviceId, after.time, upTo.time)) loosen(deviceId, Number(place));
    },
  };
}

function dayPacking(db: DatabaseSync): (deviceId: number, day: number) => void {
  const rows = db.prepare(
    `SELECT start_time, end_time, kind, start_key, end_key, decided_time, decided_device_time, decided_key, body,
     quarters, state FROM book_pieces WHERE device_id = ? AND start_time >= ? AND start_time < ?
     ORDER BY start_time, end_time, kind, start_key, end_key`,
  );
  const removeRows = db.prepare(
    'DELETE FROM book_pieces WHERE device_id = ? AND start_time >= ? AND start_time < ?',
  );
  const put = db.prepare(
    `INSERT INTO packed_pieces (place, device_id, start_time, end_time, decided_from, decided_to, pieces)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const putStates = db.prepare('INSERT INTO packed_states (place, states) VALUES (?, ?)');
  const loosen = loosening(db);
  return (deviceId, day) => {
    const place = placeOf(deviceId, day);
    // A stop of weeks is decided long after its first day was packed.
    loosen(deviceId, place);
    const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
    const pieces = rows.all(deviceId, from, to).map(toWholePiece);
    const decided = pieces.map(({ decidedAt }) => decidedAt.time);
    const packed = packPieces(pieces);
    put.run(
      place,
      deviceId,
      Math.min(...pieces.map(({ startTime }) => startTime)),
      Math.max(...pieces.map(({ endTime }) => endTime)),
      Math.min(...decided),
      Math.max(...decided),
      packed.pieces,
    );
    putStates.run(place, packed.states);
    removeRows.run(deviceId, from, to);
  };
}

/** Makes rows of the pieces of a day. A row that is there already is newer. */
function loosening(db: DatabaseSync): (deviceId: number, place: number) => void {
  const packed = arrayRows(
    db,
    'SELECT pieces, states FROM packed_pieces JOIN packed_states USING (place) WHERE place = ?',
  );
  const remove = db.prepare('DELETE FROM packed_pieces WHERE place = ?');
  const insert = db.prepare(
    `INSERT OR IGNORE INTO book_pieces (device_id, start_time, end_time, kind, start_key, end_key,
     decided_time, decided_device_time, decided_key, body, quarters, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (deviceId, place) => {
    const [row] = packed(place);
    if (!row) return;
    const states = unpackBoundaries(bytesOf(row[1]));
    for (const [i, piece] of unpackPieces(bytesOf(row[0])).entries()) {
      const { startTime, endTime, kind, startKey, endKey, decidedAt, body, quarters } = piece;
      const keys = [deviceId, startTime, endTime, kind, startKey, endKey] as const;
      const decided = [decidedAt.time, decidedAt.deviceTime, decidedAt.key] as const;
      insert.run(...keys, ...decided, body, quarters, states[i]?.state ?? '');
    }
    remove.run(place);
  };
}

const toWholePiece = (row: Record<string, unknown>): WholePiece => ({
  startTime: Number(row['start_time']),
  endTime: Number(row['end_time']),
  kind: String(row['kind']),
  startKey: Number(row['start_key']),
  endKey: Number(row['end_key']),
  decidedAt: {
    time: Number(row['decided_time']),
    deviceTime: Number(row['decided_device_time']),
    key: Number(row['decided_key']),
  },
  body: String(row['body']),
  quarters: String(row['quarters']),
  state: String(row['state']),
});
