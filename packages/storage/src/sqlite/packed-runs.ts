import type { DatabaseSync } from 'node:sqlite';
import type { PackedRun } from '../packed/run.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { dayOf, DEVICE_PLACES, PARTS, runPlaceOf } from './packed-places.ts';
import { bytesOf } from './piece-reads.ts';

/** Where a run of packed positions is, how many, and the times of its first and last record. */
export interface RunPlace {
  readonly place: number;
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

/** In a query with states `s`: the time of the last packed record of the device. */
export const PACKED_UP_TO = `(SELECT to_time FROM history WHERE place
  BETWEEN s.device_id * ${DEVICE_PLACES} AND s.device_id * ${DEVICE_PLACES} + ${DEVICE_PLACES - 1}
  ORDER BY place DESC LIMIT 1)`;

/**
 * Finds runs of packed positions. Those of a device have no time in common: the last that begins before one is the only
 * one that can have it.
 */
export function packedRuns(db: DatabaseSync) {
  const columns = 'place, n, from_time, to_time';
  const first = arrayRows(
    db,
    `SELECT ${columns} FROM history
     WHERE place >= coalesce((SELECT max(place) FROM history WHERE place BETWEEN ?1 AND ?2), ?2)
     AND place <= ?3 AND from_time <= ?5 AND to_time >= ?4 ORDER BY place LIMIT 1`,
  );
  const last = arrayRows(
    db,
    `SELECT ${columns} FROM history WHERE place BETWEEN ? AND ? AND from_time <= ? ORDER BY place DESC LIMIT 1`,
  );
  const bytes = arrayRows(db, 'SELECT head, body FROM history WHERE place = ?');
  const head = arrayRows(db, 'SELECT head FROM history WHERE place = ?');
  const lastUpTo = (deviceId: number, time: number): RunPlace | null =>
    placeIn(last(runPlaceOf(deviceId, 0, 0), runPlaceOf(deviceId, dayOf(time), PARTS - 1), time));
  return {
    /** The first run with records between two times, both included; null = none has. */
    first: (deviceId: number, from: number, to: number): RunPlace | null => {
      const start = runPlaceOf(deviceId, 0, 0);
      const [begin, end] = [runPlaceOf(deviceId, dayOf(from), 0), runPlaceOf(deviceId, dayOf(to), PARTS - 1)];
      return placeIn(first(start, begin, end, from, to));
    },
    /** The last one. */
    last: (deviceId: number, from: number, to: number): RunPlace | null => {
      const found = lastUpTo(deviceId, to);
      return found && found.to >= from ? found : null;
    },
    /** The last run that begins up to a time. */
    lastUpTo,
    /** @throws StorageError DAMAGED when there is none. */
    bytes: (place: number): PackedRun => {
      const [row] = bytes(place);
      return { head: bytesOf(row?.[0]), body: bytesOf(row?.[1]) };
    },
    head: (place: number): Uint8Array => bytesOf(head(place)[0]?.[0]),
  };
}

function placeIn([row]: readonly ArrayRow[]): RunPlace | null {
  return row
    ? { place: Number(row[0]), count: Number(row[1]), from: Number(row[2]), to: Number(row[3]) }
    : null;
}
