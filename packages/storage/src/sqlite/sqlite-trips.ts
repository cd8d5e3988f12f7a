import { DatabaseSync } from 'node:sqlite';
import { knots } from '@rastro/fleet/threads';
import type { RecordKey } from '@rastro/fleet/trips';
import type { TripBoundary, TripHead, TripReader, TripRow } from '../trip-port.ts';
import { pathOf, type StorageLocation } from '../location.ts';
import { StorageError } from '../storage-error.ts';
import { addDays } from './add-days.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { SUM_FIELDS, unpackEpisode, unpackPiece, unpackQuarters, unpackSums } from './trip-codec.ts';
import { toTripCursor } from './trip-methods.ts';
import { lateReads } from './late-methods.ts';
import type { BoundaryRow } from './piece-codec.ts';
import { compareKeys, pieceReads } from './piece-reads.ts';
import { parsed } from './rows.ts';
import { trackReads } from './track-methods.ts';

type Row = ArrayRow;
const CACHE_KIB = 16_384;
const SLOTS_A_DAY = 96;
const DAY_SUMS = `distance_m, gap_m, shuffle_m, moving_s, stopped_s, quiet_s, silent_s, engine_s, idle_s, overspeed_s,
  fuel_ml, filled_ml, drained_ml, records, max_kmh, max_at`;

/** @throws StorageError UNAVAILABLE when the store cannot be opened, or does not answer. */
export function openTripReader(location: StorageLocation): TripReader {
  const path = pathOf(location);
  if (path === null) throw new StorageError(`read books at ${location}`, 'UNAVAILABLE');
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  } catch (cause) {
    throw new StorageError('open the books', 'UNAVAILABLE', { cause });
  }
  return {
    ...snapshots(db),
    ...heads(db),
    ...records(db),
    ...pieces(db),
    ...episodes(db),
    ...days(db),
    ...trackReads(db),
    ...lateReads(db),
    close: () => db.close(),
  };
}

/** Pieces come from two tables, and move between them. */
function wholePieceReads(db: DatabaseSync): ReturnType<typeof pieceReads> {
  const reads = pieceReads(db);
  const { inSnapshot } = snapshots(db);
  const atOnce = <T>(read: () => T): T => (db.isTransaction ? read() : inSnapshot(read));
  return {
    touching: (...query) => atOnce(() => reads.touching(...query)),
    boundaryBefore: (...query) => atOnce(() => reads.boundaryBefore(...query)),
    boundariesAfter: (...query) => atOnce(() => reads.boundariesAfter(...query)),
    span: (deviceId) => atOnce(() => reads.span(deviceId)),
  };
}

function snapshots(db: DatabaseSync): Pick<TripReader, 'inSnapshot'> {
  return {
    inSnapshot(read) {
      try {
        db.exec('BEGIN');
        return read();
      } catch (cause) {
        if (cause instanceof Error && 'errcode' in cause)
          throw new StorageError('read the books', 'UNAVAILABLE', { cause });
        throw cause;
      } finally {
        if (db.isTransaction) db.exec('COMMIT');
      }
    },
  };
}

function heads(db: DatabaseSync): Pick<TripReader, 'head' | 'boundaryBefore' | 'boundariesAfter'> {
  const head = db.prepare('SELECT * FROM book_heads WHERE device_id = ?');
  const { boundaryBefore, boundariesAfter } = wholePieceReads(db);
  return {
    head(deviceId): TripHead | null {
      const row = head.get(deviceId);
      if (!row) return null;
      return {
        ...toTripCursor(row),
        state: String(row['state']),
        retentionStart: retentionStartOf(row),
      };
    },
    boundaryBefore(deviceId, time) {
      const found = boundaryBefore(deviceId, time);
      return found && toBoundary(found);
    },
    boundariesAfter: (deviceId, after, limit) => boundariesAfter(deviceId, after, limit).map(toBoundary),
  };
}

function retentionStartOf(row: Record<string, unknown>): TripHead['retentionStart'] {
  if (row['kept_time'] === null) return null;
  return {
    time: Number(row['kept_time']),
    decidedAt: {
      time: Number(row['kept_decided_time']),
      deviceTime: Number(row['kept_decided_device_time']),
      key: Number(row['kept_decided_key']),
    },
    state: typeof row['kept_state'] === 'string' ? row['kept_state'] : null,
  };
}

const toBoundary = ({ endTime, decidedAt, state }: BoundaryRow): TripBoundary => ({
  end: { time: endTime, deviceTime: 0, key: 0 },
  decidedAt,
  state,
});

const BEFORE_ALL: RecordKey = { time: Number.MIN_SAFE_INTEGER, deviceTime: 0, key: 0 };
const AFTER_ALL: RecordKey = { time: Number.MAX_SAFE_INTEGER, deviceTime: 0, key: 0 };

const ROW = `id, fix_time, device_time, content_key, server_time, valid, latitude, longitude, speed, accuracy,
  geofence_ids, attributes`;

function records(db: DatabaseSync): Pick<TripReader, 'rowsAfter' | 'rowsBefore'> {
  const after = arrayRows(
    db,
    `SELECT ${ROW} FROM positions
     WHERE device_id = ? AND (fix_time, device_time, content_key) > (?, ?, ?) AND fix_time <= server_time + ?
     ORDER BY fix_time, device_time, content_key LIMIT ?`,
  );
  const before = arrayRows(
    db,
    `SELECT ${ROW} FROM positions
     WHERE device_id = ? AND (fix_time, device_time, content_key) < (?, ?, ?) AND fix_time <= server_time + ?
     ORDER BY fix_time DESC, device_time DESC, content_key DESC LIMIT ?`,
  );
  return {
    rowsAfter(deviceId, key, { rows, clockAheadS }) {
      const { time, deviceTime, key: content } = key ?? BEFORE_ALL;
      return after(deviceId, time, deviceTime, content, clockAheadS * 1000, rows).map(toTripRow);
    },
    rowsBefore: (deviceId, { time, deviceTime, key }, { rows, clockAheadS }) =>
      before(deviceId, time, deviceTime, key, clockAheadS * 1000, rows).map(toTripRow),
  };
}

const NO_FENCES: readonly number[] = [];
const toTripRow = (row: Row): TripRow => ({
  id: Number(row[0]),
  fixTime: Number(row[1]),
  deviceTime: Number(row[2]),
  contentKey: Number(row[3]),
  serverTime: Number(row[4]),
  valid: row[5] === 1,
  latitude: Number(row[6]),
  longitude: Number(row[7]),
  speed: knots(Number(row[8])),
  accuracy: Number(row[9]),
  geofenceIds: typeof row[10] === 'string' ? parsed(row[10]) : NO_FENCES,
  attributes: String(row[11]),
});

function pieces(db: DatabaseSync): Pick<TripReader, 'pieces' | 'quartersBeside' | 'span'> {
  const { touching, span } = wholePieceReads(db);
  return {
    pieces: (deviceId, from, to, kinds = []) =>
      touching(deviceId, from, to)
        .filter(({ kind }) => kinds.length === 0 || kinds.some((wanted) => wanted === kind))
        .map(({ body }) => unpackPiece(body)),
    quartersBeside(deviceId, { from, to }, without) {
      const [after, upTo] = [without.after ?? BEFORE_ALL, without.upTo ?? AFTER_ALL];
      return touching(deviceId, from, to ?? AFTER_ALL.time)
        .filter(({ decidedAt }) => compareKeys(decidedAt, after) <= 0 || compareKeys(decidedAt, upTo) > 0)
        .flatMap(({ quarters }) => unpackQuarters(quarters));
    },
    span,
  };
}

function episodes(db: DatabaseSync): Pick<TripReader, 'episodes'> {
  const longest = arrayRows(db, 'SELECT longest_episode FROM book_heads WHERE device_id = ?');
  const ofKind = arrayRows(
    db,
    `SELECT geofence_id, body FROM book_episodes WHERE device_id = ? AND kind = ?
     AND start_time BETWEEN ? AND ? AND end_time >= ? ORDER BY start_time, end_time`,
  );
  return {
    episodes(deviceId, from, to, kinds) {
      const reach = Number(longest(deviceId)[0]?.[0] ?? 0);
      return kinds
        .flatMap((kind) =>
          ofKind(deviceId, kind, from - reach, to, from).map(([geofenceId, body]) =>
            unpackEpisode(kind, Number(geofenceId), String(body)),
          ),
        )
        .sort((a, b) => a.start.time - b.start.time || a.end.time - b.end.time);
    },
  };
}

function days(db: DatabaseSync): Pick<TripReader, 'days' | 'sumOfDays' | 'sumsOfSlots'> {
  const each = arrayRows(
    db,
    `SELECT day, quarters, ${DAY_SUMS} FROM book_days WHERE device_id = ? AND day BETWEEN ? AND ? ORDER BY day`,
  );
  // With max() alone, the other bare columns are of the row that has it.
  const sum = arrayRows(
    db,
    `SELECT ${SUM_FIELDS.map((field, at) => {
      const column = DAY_SUMS.split(',')[at]?.trim();
      if (field === 'maxKmh') return `max(${column})`;
      return field === 'maxAt' ? column : `total(${column})`;
    }).join()} FROM book_days WHERE device_id = ? AND day BETWEEN ? AND ?`,
  );
  return {
    days: (deviceId, from, to) =>
      each(deviceId, from, to).map(([day, text, ...sums]) => ({
        day: Number(day),
        quarters: unpackQuarters(String(text)),
        sums: unpackSums(sums.map(Number)),
      })),
    sumsOfSlots(deviceId, bounds) {
      const [first = 0, last = 0] = [bounds[0], bounds.at(-1)];
      const rows = each(deviceId, Math.floor(first / SLOTS_A_DAY), Math.floor((last - 1) / SLOTS_A_DAY));
      return addDays(
        rows.map(([day, text, ...sums]) => ({
          day: Number(day),
          quarters: String(text),
          sums: sums.map(Number),
        })),
        bounds,
      );
    },
    sumOfDays: (deviceId, from, to) =>
      unpackSums((sum(deviceId, from, to)[0] ?? []).map((value) => Number(value ?? 0))),
  };
}
