import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { waitsForSomebody } from '@rastro/fleet/threads';
import type { ReservedKind } from '../ingest-port.ts';
import type {
  BatchSequence,
  CommitOutcome,
  IngestCommand,
  NewAction,
  PartitionCursor,
  LoadedDeviceState,
  StoredEvent,
} from '../records.ts';
import { StorageError } from '../storage-error.ts';
import { toDeviceStatus } from '../rows/values.ts';
import { cursorWrite } from './cursor-write.ts';
import { lateFlagger } from './trip-methods.ts';
import { inOneState } from './in-transaction.ts';
import { BatchOrder } from './batch-order.ts';
import { StoredNames } from '../stored-names.ts';
import { PACKED_UP_TO } from './packed-runs.ts';
import { arrivalReads } from './arrival-reads.ts';
import { recentTrackReads } from './recent-tracks.ts';
import type { PackedBatch } from './packed-batch.ts';
import type { WrittenHistory } from './written-history.ts';

export function ingestReads(db: DatabaseSync) {
  return {
    cursor(partition: number): PartitionCursor | null {
      const row = db.prepare('SELECT epoch, seq FROM cursors WHERE partition = ?').get(partition);
      return row ? { partition, epoch: Number(row['epoch']), seq: Number(row['seq']) } : null;
    },
    deviceStates: stateReads(db),
    recentTracks: recentTrackReads(db),
  };
}

/** Reads states, as their table and what arrived after it have them. */
function stateReads(db: DatabaseSync): () => LoadedDeviceState[] {
  const rows = db.prepare(
    `SELECT s.*, (SELECT max(fix_time) FROM positions p WHERE p.device_id = s.device_id) AS newest,
       ${PACKED_UP_TO} AS packed, owed_m, owed_ms
     FROM (SELECT device_id, position_id, last_update, status, memory FROM device_states
       UNION ALL SELECT value, 0, NULL, '', '' FROM json_each(?)) s
     LEFT JOIN owed_totals o USING (device_id) ORDER BY device_id`,
  );
  const inTable = db.prepare('SELECT device_id FROM device_states');
  const arrivals = arrivalReads(db);
  return () =>
    inOneState(db, () => {
      const arrived = arrivals.states();
      const newestArrived = arrivals.newestTimes();
      const known = new Set(inTable.all().map((row) => Number(row['device_id'])));
      const unknown = [...arrived.keys()].filter((deviceId) => !known.has(deviceId));
      return rows.all(JSON.stringify(unknown)).map((row) => {
        const deviceId = Number(row['device_id']);
        const newer = arrived.get(deviceId);
        const [, positionId, lastUpdate, status, memory] = newer ?? [
          deviceId,
          Number(row['position_id']),
          row['last_update'] === null ? null : Number(row['last_update']),
          String(row['status']),
          String(row['memory']),
        ];
        return {
          deviceId,
          positionId,
          lastUpdate,
          status: toDeviceStatus(status),
          memory,
          newestTime: newestOf(row['newest'], row['packed'], newestArrived.get(deviceId)),
          pendingCorrection: { distanceM: Number(row['owed_m'] ?? 0), engineMs: Number(row['owed_ms'] ?? 0) },
        };
      });
    });
}

/** The latest of some times; 0 = there is none. */
function newestOf(...times: readonly unknown[]): number {
  const found = times.filter((time) => typeof time === 'number');
  return found.length === 0 ? 0 : Math.max(...found);
}

/** Ingest writes. Writes of other areas in the same transaction are passed in. */
export function ingestWrites(
  db: DatabaseSync,
  {
    history,
    insertCommand,
    appendAction,
  }: {
    readonly history: WrittenHistory;
    readonly insertCommand: (command: IngestCommand['command']) => number;
    readonly appendAction: (action: NewAction) => void;
  },
) {
  const { log } = history;
  const storeEvents = batchEvents(db);
  const passOver = db.prepare('INSERT INTO late_records (device_id, fix_time, position_id) VALUES (?, ?, ?)');
  const reservePositions = db.prepare(reserveFrom('positions', '(SELECT max(last_id) FROM arrivals)'));
  const reserveEvents = db.prepare(reserveFrom('events'));
  const advance = cursorAdvance(db);
  const moveCursor = cursorWrite(db);
  const markLate = lateFlagger(db);
  const batchOrder = new BatchOrder();
  const names = new StoredNames();
  return {
    reserveIds(kind: ReservedKind, count: number): number {
      const row = (kind === 'position' ? reservePositions : reserveEvents).get(kind, count);
      return Number(row?.['next']) - count;
    },
    outcomeOf: (sequence: BatchSequence): CommitOutcome | null => batchOrder.outcomeOf(sequence),
    commit(batch: PackedBatch): CommitOutcome {
      const store = (): CommitOutcome => {
        for (const each of batch.partitions ?? []) advance(each);
        const known = new Map<number, number>();
        const late = new Set(batch.late);
        const passedOver = new Set(batch.passedOver);
        for (const record of batch.positions) {
          const [deviceId, time, deviceTime, key, id] = record;
          const storedAs = history.idOf(deviceId, id, { time, deviceTime, key });
          if (storedAs !== null) {
            known.set(id, storedAs);
            continue;
          }
          log.add(record);
          if (late.has(id)) markLate(deviceId, time, time);
          if (passedOver.has(id)) passOver.run(deviceId, time, id);
        }
        names.noteAll(known);
        storeEvents(batch, known);
        log.store(batch.states.map(([deviceId, id, ...rest]) => [deviceId, names.of(id), ...rest]));
        for (const cursor of batch.cursors ?? []) moveCursor(cursor);
        const commandIds = (batch.commands ?? []).map(({ positionId, command, action }) => {
          if (known.has(positionId)) return null;
          appendAction(action);
          return insertCommand(command);
        });
        return { known: Array.from(known, ([id, storedAs]) => ({ id, storedAs })), commandIds };
      };
      return batchOrder.take(batch.sequence, () => history.inTransaction(store));
    },
  };
}

/** Stores the events of a batch but those of known records. */
function batchEvents(db: DatabaseSync) {
  const event = eventInsert(db);
  const toOutbox = outboxInsert(db);
  return ({ events, outbox = [] }: PackedBatch, known: ReadonlyMap<number, number>): void => {
    for (const each of events) if (!known.has(each.positionId)) event(each);
    for (const id of outbox) toOutbox.run(id);
  };
}

/** Puts an event into the outbox of notifications, unless it was skipped. */
export const outboxInsert = (db: DatabaseSync): StatementSync =>
  db.prepare('INSERT INTO outbox SELECT id FROM events WHERE id = ?');

export function eventInsert(db: DatabaseSync): (event: StoredEvent) => void {
  const insert =
    db.prepare(`INSERT INTO events (id, device_id, type, event_time, position_id, geofence_id, maintenance_id,
      attributes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const waits = db.prepare('INSERT INTO alarms (event_id, device_id, event_time) VALUES (?, ?, ?)');
  return (event) => {
    const { id, deviceId, type, eventTime, positionId, geofenceId, maintenanceId, attributes } = event;
    const text = JSON.stringify(attributes);
    insert.run(id, deviceId, type, eventTime, positionId, geofenceId, maintenanceId, text);
    if (waitsForSomebody(event)) waits.run(id, deviceId, eventTime);
  };
}

/** Moves the cursor of a partition. @throws StorageError FENCED when a newer owner has taken it over. */
function cursorAdvance(db: DatabaseSync): (cursor: PartitionCursor) => void {
  const move = db.prepare(`INSERT INTO cursors (partition, epoch, seq) VALUES (?, ?, ?)
    ON CONFLICT (partition) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq
    WHERE excluded.epoch >= epoch`);
  return ({ partition, epoch, seq }) => {
    const { changes } = move.run(partition, epoch, seq);
    if (changes === 0) throw new StorageError(`commit partition ${partition}`, 'FENCED');
  };
}

/** Rows may have been inserted another way, with ids that were not reserved. @param other Another id, or NULL. */
export const reserveFrom = (table: string, other = 'NULL'): string =>
  `UPDATE id_blocks SET next = max(next, (SELECT coalesce(max(id), 0) + 1 FROM ${table}), coalesce(${other}, 0) + 1) + ?2
   WHERE kind = ?1 RETURNING next`;
