import type { DatabaseSync } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import type { DecidedRange, TripBoundary, TripHead, TripReader, TripSnapshot } from '../trip-port.ts';
import { addDays } from '../rows/add-days.ts';
import { arrivalReads } from './arrival-reads.ts';
import { arrayRows } from './array-rows.ts';
import {
  SUM_COLUMNS,
  SUM_FIELDS,
  unpackEpisode,
  unpackPiece,
  unpackQuarters,
  unpackSums,
} from '../rows/trip-codec.ts';
import { toTripHead } from '../rows/trip-head-row.ts';
import { TRIP_ROWS } from './history-forms.ts';
import { historyPages } from './history-pages.ts';
import { lateReads } from './late-methods.ts';
import { openReadOnly } from './open-read-only.ts';
import type { BoundaryRow } from './piece-codec.ts';
import { pieceReads } from './piece-reads.ts';
import { compareKeys, AFTER_ALL, BEFORE_ALL, rowPages } from '../row-pages.ts';
import { Snapshots } from './snapshots.ts';
import { manyReads } from './many-reads.ts';
import { trackReads } from './track-methods.ts';

const CACHE_KIB = 16_384;
const SLOTS_A_DAY = 96;
/** Reads where it is called, so it belongs into a thread of its own. */
export function openSqliteTrips(path: string): TripReader {
  const database = openReadOnly(path, CACHE_KIB);
  const snapshot = database.answered(() => snapshotReads(database.db));
  const snapshots = new Snapshots(database);
  return {
    inSnapshot: (read) => snapshots.run(() => read(snapshot)),
    close: () => snapshots.close(),
  };
}

const snapshotReads = (db: DatabaseSync): TripSnapshot => ({
  ...heads(db),
  ...records(db),
  ...pieces(db),
  ...episodes(db),
  ...days(db),
  ...manyReads(db),
  ...trackReads(db),
  ...lateReads(db),
});

function heads(db: DatabaseSync): Pick<TripSnapshot, 'head' | 'boundaryBefore' | 'boundariesAfter'> {
  const head = db.prepare('SELECT * FROM book_heads WHERE device_id = ?');
  const { boundaryBefore, boundariesAfter } = pieceReads(db);
  return {
    async head(deviceId): Promise<TripHead | null> {
      const row = head.get(deviceId);
      return row ? toTripHead(row) : null;
    },
    async boundaryBefore(deviceId, time) {
      const found = boundaryBefore(deviceId, time);
      return found && toBoundary(found);
    },
    boundariesAfter: async (deviceId, after, limit) =>
      boundariesAfter(deviceId, after, limit).map(toBoundary),
  };
}

const toBoundary = ({ endTime, decidedAt, state }: BoundaryRow): TripBoundary => ({
  end: { time: endTime, deviceTime: 0, key: 0 },
  decidedAt,
  state,
});

function records(db: DatabaseSync): Pick<TripSnapshot, 'rowsAfter' | 'rowsBefore'> {
  const { after, before } = historyPages(db, TRIP_ROWS, arrivalReads(db));
  return {
    rowsAfter: (deviceId, first, query) => {
      const range = { deviceId, end: AFTER_ALL.time, clockAheadMs: query.clockAheadS * 1000 };
      return rowPages(first ?? BEFORE_ALL, query, (from, limit) => after({ ...range, from, limit }));
    },
    rowsBefore: (deviceId, first, query) => {
      const range = { deviceId, end: BEFORE_ALL.time, clockAheadMs: query.clockAheadS * 1000 };
      return rowPages(first, query, (from, limit) => before({ ...range, from, limit }));
    },
  };
}

/** A range that nothing is in. */
const NOTHING_DECIDED: DecidedRange = { after: AFTER_ALL, upTo: AFTER_ALL };

function pieces(db: DatabaseSync): Pick<TripSnapshot, 'pieces' | 'piecesBeside' | 'quartersBeside' | 'span'> {
  const { touching, span } = pieceReads(db);
  const piecesBeside: TripSnapshot['piecesBeside'] = async (deviceId, { from, to }, kinds, without) =>
    touching(deviceId, from, to)
      .filter(({ kind }) => kinds.length === 0 || kinds.some((wanted) => wanted === kind))
      .filter(isBeside(without))
      .map(({ body }) => unpackPiece(body));
  return {
    piecesBeside,
    pieces: (deviceId, from, to, kinds = []) => piecesBeside(deviceId, { from, to }, kinds, NOTHING_DECIDED),
    async quartersBeside(deviceId, { from, to }, without) {
      return touching(deviceId, from, to ?? AFTER_ALL.time)
        .filter(isBeside(without))
        .flatMap(({ quarters }) => unpackQuarters(quarters));
    },
    span: async (deviceId) => span(deviceId),
  };
}

function isBeside({ after, upTo }: DecidedRange): (part: { readonly decidedAt: RecordKey }) => boolean {
  const [first, last] = [after ?? BEFORE_ALL, upTo ?? AFTER_ALL];
  return ({ decidedAt }) => compareKeys(decidedAt, first) <= 0 || compareKeys(decidedAt, last) > 0;
}

function episodes(db: DatabaseSync): Pick<TripSnapshot, 'episodes' | 'episodesBeside'> {
  const longest = arrayRows(db, 'SELECT longest_episode FROM book_heads WHERE device_id = ?');
  const ofKind = arrayRows(
    db,
    `SELECT geofence_id, body FROM book_episodes WHERE device_id = ? AND kind = ?
     AND start_time BETWEEN ? AND ? AND end_time >= ?
     AND ((decided_time, decided_device_time, decided_key) <= (?, ?, ?)
       OR (decided_time, decided_device_time, decided_key) > (?, ?, ?)) ORDER BY start_time, end_time`,
  );
  const beside: TripSnapshot['episodesBeside'] = async (deviceId, { from, to }, kinds, { after, upTo }) => {
    const reach = Number(longest(deviceId)[0]?.[0] ?? 0);
    const [first, last] = [after ?? BEFORE_ALL, upTo ?? AFTER_ALL].map(
      ({ time, deviceTime, key }) => [time, deviceTime, key] as const,
    );
    return kinds
      .flatMap((kind) =>
        ofKind(deviceId, kind, from - reach, to, from, ...(first ?? []), ...(last ?? [])).map(
          ([geofenceId, body]) => unpackEpisode(kind, Number(geofenceId), String(body)),
        ),
      )
      .sort((a, b) => a.start.time - b.start.time || a.end.time - b.end.time);
  };
  return {
    episodesBeside: beside,
    episodes: (deviceId, from, to, kinds) => beside(deviceId, { from, to }, kinds, NOTHING_DECIDED),
  };
}

function days(db: DatabaseSync): Pick<TripSnapshot, 'days' | 'sumOfDays' | 'sumsOfSlots'> {
  const each = arrayRows(
    db,
    `SELECT day, quarters, ${SUM_COLUMNS.join()} FROM book_days WHERE device_id = ? AND day BETWEEN ? AND ? ORDER BY day`,
  );
  // With max() alone, the other bare columns are of the row that has it.
  const sum = arrayRows(
    db,
    `SELECT ${SUM_FIELDS.map((field, at) => {
      const column = SUM_COLUMNS[at];
      if (field === 'maxKmh') return `max(${column})`;
      return field === 'maxAt' ? column : `total(${column})`;
    }).join()} FROM book_days WHERE device_id = ? AND day BETWEEN ? AND ?`,
  );
  return {
    days: async (deviceId, from, to) =>
      each(deviceId, from, to).map(([day, text, ...sums]) => ({
        day: Number(day),
        quarters: unpackQuarters(String(text)),
        sums: unpackSums(sums.map(Number)),
      })),
    async sumsOfSlots(deviceId, bounds) {
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
    sumOfDays: async (deviceId, from, to) =>
      unpackSums((sum(deviceId, from, to)[0] ?? []).map((value) => Number(value ?? 0))),
  };
}
