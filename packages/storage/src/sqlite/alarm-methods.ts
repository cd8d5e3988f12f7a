import type { DatabaseSync } from 'node:sqlite';
import type { AlarmQuery, StoredAcknowledgement, StoredAlarm } from '../alarm-port.ts';
import { inTransaction } from './in-transaction.ts';
import { toAlarm } from '../rows/alarm-row.ts';

const ALARM = `SELECT e.*, a.acknowledged_at, a.user_id, a.user_name, a.note
  FROM alarms a JOIN events e ON e.id = a.event_id`;
const BY_ID = `${ALARM} WHERE a.event_id IN (SELECT value FROM json_each(?)) ORDER BY a.event_id`;
/** Later than any event. */
const NEVER = Number.MAX_SAFE_INTEGER;

export function alarmWrites(db: DatabaseSync) {
  const acknowledge = db.prepare(
    `UPDATE alarms SET acknowledged_at = ?, user_id = ?, user_name = ?, note = ?
     WHERE event_id = ? AND acknowledged_at IS NULL`,
  );
  const byId = db.prepare(BY_ID);
  return {
    acknowledgeAlarms: (
      eventIds: readonly number[],
      { at, userId, userName, note }: StoredAcknowledgement,
    ): StoredAlarm[] =>
      inTransaction(db, () => {
        for (const id of eventIds) acknowledge.run(at, userId, userName, note, id);
        return byId.all(JSON.stringify(eventIds)).map(toAlarm);
      }),
  };
}

export function alarmReads(db: DatabaseSync) {
  const page = (state: 'IS NULL' | 'IS NOT NULL') =>
    db.prepare(
      `${ALARM} WHERE a.acknowledged_at ${state} AND a.event_time BETWEEN ? AND ?
       AND a.device_id IN (SELECT value FROM json_each(?)) ORDER BY a.event_time DESC, a.event_id DESC LIMIT ?`,
    );
  const [open, done] = [page('IS NULL'), page('IS NOT NULL')];
  const allOpen = db.prepare(
    `${ALARM} WHERE a.acknowledged_at IS NULL AND a.event_time >= ? ORDER BY a.event_time, a.event_id`,
  );
  const byId = db.prepare(BY_ID);
  return {
    alarms: ({ deviceIds, from, to = NEVER, limit }: AlarmQuery): StoredAlarm[] => {
      const ids = JSON.stringify(deviceIds);
      return [...open.all(from, to, ids, limit), ...done.all(from, to, ids, limit)].map(toAlarm);
    },
    openAlarms: (from: number): StoredAlarm[] => allOpen.all(from).map(toAlarm),
    alarmsById: (eventIds: readonly number[]): StoredAlarm[] =>
      byId.all(JSON.stringify(eventIds)).map(toAlarm),
  };
}
