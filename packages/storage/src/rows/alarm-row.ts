import type { StoredAlarm } from '../alarm-port.ts';
import { textOrNull, toEvent, type Row } from './values.ts';

export function toAlarm(row: Row): StoredAlarm {
  const at = row['acknowledged_at'];
  return {
    event: toEvent(row),
    acknowledged:
      typeof at === 'number'
        ? {
            at,
            userId: Number(row['user_id']),
            userName: String(row['user_name']),
            note: textOrNull(row['note']),
          }
        : null,
  };
}
