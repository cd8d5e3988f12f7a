import type { DatabaseSync } from 'node:sqlite';
import type { LateFindings, LateOutcome, LateReads } from '../late-port.ts';
import type { PendingCorrection } from '../pending-correction.ts';
import type { NewEvent, StoredEvent } from '../records.ts';
import { arrayRows } from './array-rows.ts';
import { inTransaction } from './in-transaction.ts';
import { eventInsert, outboxInsert, reserveFrom } from './ingest-methods.ts';

/**
 * Events that only a recheck finds; alarms of late records are stored with them, except those calculated from speeds.
 */
const FOUND = `event_time BETWEEN ? AND ? AND position_id IN (SELECT value FROM json_each(?))
  AND geofence_id NOT IN (SELECT value FROM json_each(?))
  AND attributes ->> 'late' = 1 AND (type <> 'alarm' OR attributes ->> 'acceleration' IS NOT NULL)`;

export function lateWrites(db: DatabaseSync) {
  const correctionBefore = db.prepare(
    'SELECT owed_m, owed_ms FROM late_records WHERE device_id = ? AND fix_time = ? AND position_id = ?',
  );
  const setCorrection = db.prepare(
    'UPDATE late_records SET owed_m = ?, owed_ms = ? WHERE device_id = ? AND fix_time = ? AND position_id = ?',
  );
  const addCorrection = db.prepare(
    `INSERT INTO owed_totals VALUES (?, ?, ?) ON CONFLICT (device_id) DO UPDATE SET
     owed_m = owed_m + excluded.owed_m, owed_ms = owed_ms + excluded.owed_ms RETURNING owed_m, owed_ms`,
  );
  const found = db.prepare(
    `SELECT id, type, event_time, geofence_id FROM events WHERE device_id = ? AND ${FOUND}`,
  );
  const stayed = db.prepare(
    `SELECT id, type, event_time, geofence_id FROM events WHERE device_id = ? AND event_time BETWEEN ? AND ?
     AND geofence_id = ? AND type IN ('geofenceEnter', 'geofenceExit') AND attributes ->> 'late' = 1`,
  );
  const remove = db.prepare('DELETE FROM events WHERE id = ?');
  const addEvent = newEvents(db);
  const toOutbox = outboxInsert(db);
  const announced = (fresh: StoredEvent[], types: readonly string[]): StoredEvent[] => {
    for (const { id, type } of fresh) if (types.includes(type)) toOutbox.run(id);
    return fresh;
  };

  /** @returns how much the correction grew. */
  const more = ({ deviceId, records }: LateFindings): PendingCorrection => {
    let [distanceM, engineMs] = [0, 0];
    for (const { fixTime, id, correction } of records) {
      const before = correctionBefore.get(deviceId, fixTime, id);
      // It was removed meanwhile.
      if (!before) continue;
      distanceM += correction.distanceM - Number(before['owed_m'] ?? 0);
      engineMs += correction.engineMs - Number(before['owed_ms'] ?? 0);
      setCorrection.run(correction.distanceM, correction.engineMs, deviceId, fixTime, id);
    }
    return { distanceM, engineMs };
  };
  const toldBefore = ({ deviceId, from, to, positionIds, dwellGeofences, visits }: LateFindings) => [
    ...found.all(deviceId, from, to, JSON.stringify(positionIds), JSON.stringify(dwellGeofences)),
    ...visits.flatMap((stay) => stayed.all(deviceId, stay.from, stay.to, stay.geofenceId)),
  ];
  const settle = (findings: LateFindings): LateOutcome => {
    const { deviceId, events } = findings;
    for (const row of toldBefore(findings)) {
      const isStill = events.some(
        ({ type, eventTime, geofenceId }) =>
          type === row['type'] && eventTime === row['event_time'] && geofenceId === row['geofence_id'],
      );
      if (!isStill) remove.run(Number(row['id']));
    }
    const { distanceM, engineMs } = more(findings);
    const sum = addCorrection.get(deviceId, distanceM, engineMs);
    return {
      pendingCorrection: { distanceM: Number(sum?.['owed_m']), engineMs: Number(sum?.['owed_ms']) },
      events: announced(addEvent(events), findings.outboxTypes ?? []),
    };
  };
  return {
    settleLate: (all: readonly LateFindings[]): LateOutcome[] => inTransaction(db, () => all.map(settle)),
  };
}

/** Stores those events that are not there, with ids of their own. */
function newEvents(db: DatabaseSync): (events: readonly NewEvent[]) => StoredEvent[] {
  const isThere = db.prepare(
    `SELECT 1 FROM events WHERE device_id = ? AND event_time = ? AND type = ? AND geofence_id = ?`,
  );
  const reserve = db.prepare(reserveFrom('events'));
  const insert = eventInsert(db);
  return (events) => {
    const fresh = events.filter(
      ({ deviceId, eventTime, type, geofenceId }) => !isThere.get(deviceId, eventTime, type, geofenceId),
    );
    if (fresh.length === 0) return [];
    const next = Number(reserve.get('event', fresh.length)?.['next']) - fresh.length;
    const stored = fresh.map((event, at) => ({ ...event, id: next + at }));
    for (const event of stored) insert(event);
    return stored;
  };
}

export function lateReads(db: DatabaseSync): LateReads {
  const between = arrayRows(
    db,
    `SELECT position_id, fix_time, owed_m, owed_ms FROM late_records
     WHERE device_id = ? AND fix_time BETWEEN ? AND ? ORDER BY fix_time, position_id`,
  );
  const firstOpen = arrayRows(
    db,
    'SELECT min(fix_time) FROM late_records WHERE device_id = ? AND owed_m IS NULL',
  );
  return {
    lateRecords: async (deviceId, from, to) =>
      between(deviceId, from, to).map(([id, fixTime, m, ms]) => ({
        id: Number(id),
        fixTime: Number(fixTime),
        correction: m === null ? null : { distanceM: Number(m), engineMs: Number(ms) },
      })),
    async firstOpenLate(deviceId) {
      const time = firstOpen(deviceId)[0]?.[0];
      return typeof time === 'number' ? time : null;
    },
  };
}
