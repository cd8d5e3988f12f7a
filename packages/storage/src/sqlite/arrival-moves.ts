import type { DatabaseSync } from 'node:sqlite';
import type { ArrivalLog } from './arrival-log.ts';
import type { HistoryPacking } from './history-packing.ts';
import type { PackedIdWriter } from './packed-ids.ts';
import { stateWrite } from './state-write.ts';

/** Records moved, chunks of ids noted and rows deleted in a transaction: a commit of devices waits for one of them. */
const RECORDS_AT_ONCE = 512;
const CHUNKS_AT_ONCE = 8;
const ROWS_AT_ONCE = 100;

/** Moves records that arrived into the history of their devices. */
export interface ArrivalMoves {
  /** Everything that is there now; goes on within a transaction, whose end is wherever it yields. */
  readonly round: () => Generator<void, void, void>;
  /** Everything of one device, now: it is about to be changed. Call it within a transaction. */
  readonly settle: (deviceId: number) => void;
}

export function arrivalMoves(
  db: DatabaseSync,
  log: ArrivalLog,
  packing: HistoryPacking,
  ids: PackedIdWriter,
): ArrivalMoves {
  const putState = stateWrite(db);
  /** @returns how many records. */
  const move = (deviceId: number, upTo: number): number => {
    const records = log.recordsOf(deviceId, upTo);
    packing.addRecords(deviceId, records);
    const state = log.stateOf(deviceId, upTo);
    if (state) putState(state);
    log.markMoved(deviceId, upTo);
    return records.length;
  };
  return {
    *round() {
      const upTo = log.last;
      const devices = log.devices();
      let noted = 0;
      for (const [chunk, devicesOfIds] of log.idChunks()) {
        ids.noteChunk(chunk, devicesOfIds);
        if (++noted % CHUNKS_AT_ONCE === 0) yield;
      }
      let moved = 0;
      for (const deviceId of devices) {
        moved += 1 + move(deviceId, upTo);
        if (moved < RECORDS_AT_ONCE) continue;
        moved = 0;
        yield;
      }
      while (log.removeRows(upTo, ROWS_AT_ONCE)) yield;
    },
    settle(deviceId) {
      const upTo = log.last;
      ids.noteOf(log.idsOf(deviceId, upTo).map((id) => [id, deviceId]));
      move(deviceId, upTo);
    },
  };
}
