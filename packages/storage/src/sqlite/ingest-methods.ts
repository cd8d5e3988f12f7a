import type { DatabaseSync } from 'node:sqlite';
import type { DeviceStatus } from '@rastro/fleet';
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
import { cursorWrite } from './cursor-write.ts';
import { lateFlagger } from './trip-methods.ts';
import { inTransaction } from './in-transaction.ts';
import { BatchOrder } from './batch-order.ts';
import { StoredNames } from '../stored-names.ts';
import type { PackedKeys } from './packed-keys.ts';
import { PACKED_UP_TO } from './packed-runs.ts';
import { recentTrackReads } from './recent-tracks.ts';
import { positionInsert, type PackedBatch, type PositionColumns } from './packed-batch.ts';

export function ingestReads(db: DatabaseSync) {
  return {
    cursor(partition: number): PartitionCursor | null {
      const row = db.prepare('SELECT epoch, seq FROM cursors WHERE partition = ?').get(partition);
      return row ? { partition, epoch: Number(row['epoch']), seq: Number(row['seq']) } : null;
    },
    deviceStates(): LoadedDeviceState[] {
      return db
        .prepare(
          `SELECT *, (SELECT max(fix_time) FROM positions p WHERE p.device_id = s.device_id) AS newest,
             ${PACKED_UP_TO} AS packed
           FROM device_states s LEFT JOIN owed_totals o USING (device_id)`,
        )
        .all()
        .map((row) => ({
          deviceId: Number(row['device_id']),
          positionId: Number(row['position_id']),
          lastUpdate: row['last_update'] === null ? null : Number(row['last_update']),
          status: row['status'] as DeviceStatus,
          memory: String(row['memory']),
          newestTime: newestOf(row['newest'], row['packed']),
          pendingCorrection: { distanceM: Number(row['owed_m'] ?? 0), engineMs: Number(row['owed_ms'] ?? 0) },
        }));
    },
    recentTracks: recentTrackReads(db),
  };
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
    packedKeys,
    insertCommand,
    appendAction,
  }: {
    readonly packedKeys: PackedKeys;
    readonly insertCommand: (command: IngestCommand['command']) => number;
    readonly appendAction: (action: NewAction) => void;
  },
) {
  const takenBy = positionWrite(db, packedKeys);
  const event = eventInsert(db);
  const passOver = db.prepare('INSERT INTO late_records (device_id, fix_time, position_id) VALUES (?, ?, ?)');
  const state =
    db.prepare(`INSERT INTO device_states (device_id, position_id, last_update, status, memory) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (device_id) DO UPDATE SET position_id = excluded.position_id,
      last_update = excluded.last_update, status = excluded.status, memory = excluded.memory`);
  const reservePositions = db.prepare(reserveFrom('positions'));
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
        if (batch.cursor) advance(batch.cursor);
        const known = new Map<number, number>();
        const [late, passedOver] = [new Set(batch.late), new Set(batch.passedOver)];
        packedKeys.refresh();
        for (const columns of batch.positions) {
          const [deviceId, time, , , id] = columns;
          const storedAs = takenBy(columns);
          if (storedAs !== null) known.set(id, storedAs);
          else if (late.has(id)) markLate(deviceId, time, time);
          if (storedAs === null && passedOver.has(id)) passOver.run(deviceId, time, id);
        }
        names.noteAll(known);
        for (const e of batch.events) if (!known.has(e.positionId)) event(e);
        for (const [deviceId, id, ...rest] of batch.states) state.run(deviceId, names.of(id), ...rest);
        for (const cursor of batch.cursors ?? []) moveCursor(cursor);
        const commandIds = (batch.commands ?? []).map(({ positionId, command, action }) => {
          if (known.has(positionId)) return null;
          appendAction(action);
          return insertCommand(command);
        });
        return { known: Array.from(known, ([id, storedAs]) => ({ id, storedAs })), commandIds };
      };
      return batchOrder.take(batch.sequence, () => inTransaction(db, store));
    },
  };
}

/** @returns the id of the row when the record, or another with its id, is there already; null = it is stored now. */
function positionWrite(
  db: DatabaseSync,
  packedKeys: PackedKeys,
): (columns: PositionColumns) => number | null {
  const insert = positionInsert(db);
  const read = db.prepare(
    'SELECT id FROM positions WHERE device_id = ? AND fix_time = ? AND device_time = ? AND content_key = ?',
  );
  return (columns) => {
    const [deviceId, time, deviceTime, key, id] = columns;
    const packedAs = packedKeys.idOf(deviceId, id, { time, deviceTime, key });
    if (packedAs !== null) return packedAs;
    if (insert.run(...columns).changes > 0) return null;
    return Number(read.get(deviceId, time, deviceTime, key)?.['id'] ?? id);
  };
}

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

/** Rows may have been inserted another way, with ids that were not reserved. */
export const reserveFrom = (table: string): string =>
  `UPDATE id_blocks SET next = max(next, (SELECT coalesce(max(id), 0) + 1 FROM ${table})) + ?2
   WHERE kind = ?1 RETURNING next`;
