import type { DatabaseSync } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import { ArrivalLog } from './arrival-log.ts';
import { arrivalMoves, type ArrivalMoves } from './arrival-moves.ts';
import { HistoryKeys } from './history-keys.ts';
import { HistoryPacking } from './history-packing.ts';
import { inTransaction } from './in-transaction.ts';
import { PackedIdWriter } from './packed-ids.ts';

/** History as a connection writes it, with what it remembers of its own changes. */
export interface WrittenHistory {
  readonly log: ArrivalLog;
  readonly moves: ArrivalMoves;
  readonly packing: HistoryPacking;
  readonly ids: PackedIdWriter;
  readonly keys: HistoryKeys;
  /** Id under which a record, or another with its id, is stored; null = neither is. */
  readonly idOf: (deviceId: number, id: number, key: RecordKey) => number | null;
  /** All changes of history are made in one of these. */
  readonly inTransaction: <T>(work: () => T) => T;
  /**
   * The same, without waiting for the disk: where power is lost everything is as before it. What is stored later, and
   * acknowledged, comes after it on the disk.
   */
  readonly inBackground: <T>(work: () => T) => T;
}

/** Of `PRAGMA synchronous`. */
const NORMAL = 1;

/** One for a connection. */
export function openWrittenHistory(db: DatabaseSync): WrittenHistory {
  const ids = new PackedIdWriter(db);
  const keys = new HistoryKeys(db, ids);
  const packing = new HistoryPacking(db, ids, keys);
  const log = new ArrivalLog(db);
  const moves = arrivalMoves(db, log, packing, ids);
  const inOne = <T>(work: () => T): T => {
    try {
      return inTransaction(db, () => {
        if (keys.refresh()) log.forget();
        return work();
      });
    } catch (error) {
      keys.forgetAll();
      log.forget();
      throw error;
    }
  };
  const synchronous = Number(db.prepare('PRAGMA synchronous').get()?.['synchronous']);
  return {
    log,
    moves,
    packing,
    ids,
    keys,
    idOf: (deviceId, id, key) =>
      log.idOfKey(deviceId, key) ??
      keys.idOfKey(deviceId, key) ??
      (log.hasId(id) || keys.hasId(id) ? id : null),
    inTransaction: inOne,
    inBackground(work) {
      db.exec(`PRAGMA synchronous = ${Math.min(synchronous, NORMAL)}`);
      try {
        return inOne(work);
      } finally {
        db.exec(`PRAGMA synchronous = ${synchronous}`);
      }
    },
  };
}
