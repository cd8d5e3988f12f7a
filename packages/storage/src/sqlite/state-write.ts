import type { DatabaseSync } from 'node:sqlite';
import type { StateValues } from '../packed/arrival-chunk.ts';

/** Writes the state of a device into its table. */
export function stateWrite(db: DatabaseSync): (state: StateValues) => void {
  const put =
    db.prepare(`INSERT INTO device_states (device_id, position_id, last_update, status, memory) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (device_id) DO UPDATE SET position_id = excluded.position_id,
      last_update = excluded.last_update, status = excluded.status, memory = excluded.memory`);
  return (state) => void put.run(...state);
}
