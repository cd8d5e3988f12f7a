import type { AlarmStorage, StoredAlarm } from '../alarm-port.ts';
import { toAlarm } from '../rows/alarm-row.ts';
import type { PostgresDatabase } from './postgres-database.ts';

const ALARM = `SELECT e.*, a.acknowledged_at, a.user_id, a.user_name, a.note
  FROM alarms a JOIN events e ON e.id = a.event_id`;
const NEWEST = 'a.event_time DESC, a.event_id DESC';
/** Later than any event. */
const NEVER = Number.MAX_SAFE_INTEGER;
const page = (state: 'IS NULL' | 'IS NOT NULL'): string =>
  `(${ALARM} WHERE a.acknowledged_at ${state} AND a.event_time BETWEEN $1 AND $4
   AND a.device_id = ANY($2::bigint[]) ORDER BY ${NEWEST} LIMIT $3)`;

/** Events that wait, or waited, for an acknowledgement. */
export const alarmMethods = (db: PostgresDatabase): AlarmStorage => ({
  async alarms({ deviceIds, from, to = NEVER, limit }) {
    const rows = await db.all(
      `SELECT * FROM (${page('IS NULL')} UNION ALL ${page('IS NOT NULL')}) AS a
       ORDER BY acknowledged_at IS NOT NULL, event_time DESC, id DESC`,
      [from, deviceIds, limit, to],
    );
    return rows.map(toAlarm);
  },
  async openAlarms(from) {
    const rows = await db.all(
      `${ALARM} WHERE a.acknowledged_at IS NULL AND a.event_time >= $1 ORDER BY a.event_time, a.event_id`,
      [from],
    );
    return rows.map(toAlarm);
  },
  alarmsById: (eventIds) => alarmsById(db, eventIds),
  async acknowledgeAlarms(eventIds, { at, userId, userName, note }) {
    await db.run(
      `UPDATE alarms SET acknowledged_at = $1, user_id = $2, user_name = $3, note = $4
       WHERE event_id = ANY($5::bigint[]) AND acknowledged_at IS NULL`,
      [at, userId, userName, note, eventIds],
    );
    return alarmsById(db, eventIds);
  },
});

async function alarmsById(
  db: PostgresDatabase,
  eventIds: readonly number[],
): Promise<readonly StoredAlarm[]> {
  const rows = await db.all(`${ALARM} WHERE a.event_id = ANY($1::bigint[]) ORDER BY a.event_id`, [eventIds]);
  return rows.map(toAlarm);
}
