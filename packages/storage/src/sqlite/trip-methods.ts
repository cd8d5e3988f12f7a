import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import type { RecordKey, Episode } from '@rastro/fleet/trips';
import type { TripChange, TripCursor } from '../trip-port.ts';
import { packEpisode, packPiece, packQuarters, SUM_COLUMNS, SUM_FIELDS } from '../rows/trip-codec.ts';
import { driverDayWrites } from './driver-day-writes.ts';
import { inTransaction } from './in-transaction.ts';
import { piecePacking } from './piece-packing.ts';
import { pieceReads } from './piece-reads.ts';
import { recordRemoval } from './record-removal.ts';
import { toTripCursor } from '../rows/trip-head-row.ts';
import type { WrittenHistory } from './written-history.ts';

export function tripReads(db: DatabaseSync) {
  const columns = 'device_id, settings, revision, last_time, last_device_time, last_key, late_from, late_to';
  const all = db.prepare(`SELECT ${columns} FROM book_heads`);
  const some = db.prepare(
    `SELECT ${columns} FROM book_heads WHERE device_id IN (SELECT value FROM json_each(?))`,
  );
  return {
    tripCursors: (deviceIds: readonly number[] | null): TripCursor[] =>
      (deviceIds ? some.all(JSON.stringify(deviceIds)) : all.all()).map(toTripCursor),
  };
}

/**
 * Flags in the history of a device that records of these times came, or went, after it was derived. A reduction under
 * way may have read beyond the stored history: a new revision, the first one included, makes its write fail.
 */
export function lateFlagger(db: DatabaseSync): (deviceId: number, from: number, to: number) => void {
  const mark = db.prepare(
    `INSERT INTO book_heads (device_id, settings, revision, last_time, last_device_time, last_key, state,
     longest_episode) VALUES (?1, '', 1, 0, 0, 0, '', 0)
     ON CONFLICT (device_id) DO UPDATE SET revision = revision + 1,
     late_from = iif(last_time >= ?2, min(coalesce(late_from, ?2), ?2), late_from),
     late_to = iif(last_time >= ?2, max(coalesce(late_to, ?3), ?3), late_to)`,
  );
  return (deviceId, from, to) => void mark.run(deviceId, from, to);
}

const KEY_AFTER = '(decided_time, decided_device_time, decided_key) > (?, ?, ?)';
const KEY_UP_TO = '(decided_time, decided_device_time, decided_key) <= (?, ?, ?)';
const FIRST: RecordKey = { time: Number.MIN_SAFE_INTEGER, deviceTime: 0, key: 0 };
const LAST: RecordKey = { time: Number.MAX_SAFE_INTEGER, deviceTime: 0, key: 0 };

/** Days packed with a change of derived history; more were left by an older version. */
const DAYS_AT_ONCE = 32;

export function tripWrites(db: DatabaseSync) {
  const revisionOf = db.prepare('SELECT revision FROM book_heads WHERE device_id = ?');
  const putHead = db.prepare(
    `INSERT INTO book_heads (device_id, settings, revision, last_time, last_device_time, last_key, state,
     longest_episode) VALUES (?, ?, 1, ?, ?, ?, ?, ?)
     ON CONFLICT (device_id) DO UPDATE SET settings = excluded.settings, revision = revision + 1,
     last_time = excluded.last_time, last_device_time = excluded.last_device_time, last_key = excluded.last_key,
     state = excluded.state, late_from = NULL, late_to = NULL,
     longest_episode = max(longest_episode, excluded.longest_episode)`,
  );
  const nothingLate = db.prepare(
    `UPDATE book_heads SET revision = revision + 1, late_from = NULL, late_to = NULL,
     longest_episode = max(longest_episode, ?) WHERE device_id = ?`,
  );
  const removals = ['book_pieces', 'book_episodes'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE device_id = ? AND ${KEY_AFTER} AND ${KEY_UP_TO}`),
  );
  const removeDays = db.prepare('DELETE FROM book_days WHERE device_id = ? AND day BETWEEN ? AND ?');
  const beginAnew = db.prepare('UPDATE book_heads SET kept_state = NULL WHERE device_id = ?');
  const insert = changeRows(db);
  const putDrivers = driverDayWrites(db);
  const packing = piecePacking(db);

  const apply = (change: TripChange): boolean => {
    const { deviceId, head, replaces } = change;
    const stored = revisionOf.get(deviceId)?.['revision'];
    if (Number(stored ?? 0) !== change.revision) return false;
    if (replaces) {
      const [after, upTo] = [replaces.after ?? FIRST, replaces.upTo ?? LAST];
      packing.loosenDecided(deviceId, after, upTo);
      for (const removal of removals) removal.run(deviceId, ...keyOf(after), ...keyOf(upTo));
    }
    const { replacesDays } = change;
    if (replacesDays) removeDays.run(deviceId, replacesDays.from, replacesDays.to ?? LAST.time);
    insert(change);
    putDrivers(change);
    const longest = change.pieces.flatMap(({ episodes }) => episodes.map(lengthOf)).reduce(larger, 0);
    if (head) putHead.run(deviceId, head.settings, ...keyOf(head.last), head.state, longest);
    else nothingLate.run(longest, deviceId);
    if (change.beginsAnew) beginAnew.run(deviceId);
    // Late records seldom come alone: the days around one stay rows until newer records come again.
    if (!replaces && head) packing.packClosedDays(deviceId, head.last.time, DAYS_AT_ONCE);
    return true;
  };
  return {
    applyTrips: (changes: readonly TripChange[]): boolean[] => inTransaction(db, () => changes.map(apply)),
  };
}

/** Deletes positions and keeps the history derived from them. */
export function positionDrop(db: DatabaseSync, history: WrittenHistory) {
  const { boundaryBefore } = pieceReads(db);
  const kept = db.prepare('SELECT late_from, kept_time FROM book_heads WHERE device_id = ?');
  const setKept = db.prepare(
    `UPDATE book_heads SET revision = revision + 1, kept_time = ?, kept_decided_time = ?,
     kept_decided_device_time = ?, kept_decided_key = ?, kept_state = ? WHERE device_id = ?`,
  );
  const latest = db.prepare('SELECT position_id FROM device_states WHERE device_id = ?');
  const remove = recordRemoval(db, history.packing);
  const dropTracks = db.prepare('DELETE FROM track_days WHERE device_id = ? AND day < ?');
  const dropEvents = db.prepare(
    `DELETE FROM events WHERE id IN (SELECT id FROM events WHERE device_id = ? AND event_time < ?
     ORDER BY event_time LIMIT ?)`,
  );
  return {
    dropTraces: (deviceId: number, olderThan: number, limit: number): number =>
      inTransaction(db, () => {
        dropTracks.run(deviceId, Math.floor(olderThan / DAY_MS));
        return Number(dropEvents.run(deviceId, olderThan, limit).changes);
      }),
    dropPositions: (deviceId: number, olderThan: number, limit: number): number =>
      history.inTransaction(() => {
        if (history.log.hasBefore(deviceId, olderThan)) history.moves.settle(deviceId);
        const head = kept.get(deviceId);
        const boundary = head?.['late_from'] === null ? boundaryBefore(deviceId, olderThan) : null;
        if (boundary && boundary.endTime > Number(head?.['kept_time'] ?? boundary.endTime - 1))
          setKept.run(boundary.endTime, ...keyOf(boundary.decidedAt), boundary.state, deviceId);
        const retainedFrom = kept.get(deviceId)?.['kept_time'];
        if (typeof retainedFrom !== 'number') return 0;
        const exceptId = Number(latest.get(deviceId)?.['position_id'] ?? 0);
        const old = { from: Number.MIN_SAFE_INTEGER, to: retainedFrom - 1, id: null };
        return remove({ deviceId, ...old, exceptId }, limit);
      }),
  };
}

const keyOf = ({ time, deviceTime, key }: RecordKey) => [time, deviceTime, key] as const;
const lengthOf = ({ start, end }: Episode): number => end.time - start.time;
const larger = (a: number, b: number): number => Math.max(a, b);

/** Pieces, what happened within them, and days. */
function changeRows(db: DatabaseSync): (change: TripChange) => void {
  const putPiece = db.prepare(
    `INSERT OR REPLACE INTO book_pieces (device_id, start_time, end_time, kind, start_key, end_key,
     decided_time, decided_device_time, decided_key, body, quarters, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const putEpisode = db.prepare(
    `INSERT OR REPLACE INTO book_episodes (device_id, kind, start_time, end_time, geofence_id, start_key,
     end_key, decided_time, decided_device_time, decided_key, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const putDay = db.prepare(
    `INSERT OR REPLACE INTO book_days (device_id, day, ${SUM_COLUMNS.join()}, quarters)
     VALUES (?, ?, ${SUM_COLUMNS.map(() => '?').join()}, ?)`,
  );
  return ({ deviceId, pieces, days }) => {
    for (const segment of pieces) {
      const { kind, start, end, decidedAt, state } = segment;
      const decided = keyOf(decidedAt);
      const place = [deviceId, start.time, end.time, kind, start.key, end.key, ...decided] as const;
      putPiece.run(...place, packPiece(segment), packQuarters(segment.quarters), state);
      for (const episode of segment.episodes) {
        const { start: began, end: over, geofenceId } = episode;
        const when = [began.time, over.time, geofenceId, began.key, over.key] as const;
        putEpisode.run(deviceId, episode.kind, ...when, ...decided, packEpisode(episode));
      }
    }
    for (const { day, sums, quarters } of days)
      putDay.run(deviceId, day, ...SUM_FIELDS.map((field) => sums[field]), packQuarters(quarters));
  };
}
