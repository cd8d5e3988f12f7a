import type { DatabaseSync } from 'node:sqlite';
import { positionInsert, rawValuesOf } from '../sqlite/packed-batch.ts';
import { stateWrite } from '../sqlite/state-write.ts';
import type { WrittenHistory } from '../sqlite/written-history.ts';

/** Makes rows of everything that arrived, as an older version stored it. */
export function storeAsRows(db: DatabaseSync, { log, keys, inTransaction }: WrittenHistory): void {
  const insert = positionInsert(db);
  const putState = stateWrite(db);
  inTransaction(() => {
    for (const deviceId of log.devices()) {
      for (const record of log.recordsOf(deviceId, Infinity)) insert.run(...rawValuesOf(record));
      const state = log.stateOf(deviceId, Infinity);
      if (state) putState(state);
      log.markMoved(deviceId, log.last);
      keys.forget(deviceId);
    }
    while (log.removeRows(log.last, 100));
  });
}
