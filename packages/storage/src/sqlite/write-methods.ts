import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  CommitOutcome,
  DocumentKind,
  IngestBatch,
  NewAction,
  PartitionCursor,
  StoredCredential,
  StoredDocument,
  StoredLink,
  StoredStatistics,
} from '../records.ts';
import { commandWrites } from './command-methods.ts';
import { deliveryWrites } from './delivery-methods.ts';
import { inTransaction } from './in-transaction.ts';
import { positionRemoval } from './position-removal.ts';
import type { ReservedKind } from '../ingest-port.ts';
import { StorageError } from '../storage-error.ts';

type Statements = { readonly [name: string]: StatementSync };

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Everything that changes the database. Runs in the writer thread, one call after the other. */
export function writeMethods(db: DatabaseSync) {
  const sql: Statements = prepareStatements(db);
  const run = (name: string, ...values: (string | number | null)[]) => statement(sql, name).run(...values);

  const { insertCommand, ...commands } = commandWrites(db);
  const append = (a: NewAction): void => {
    const attributes = JSON.stringify(a.attributes);
    run('action', a.actionTime, a.address, a.userId, a.actionType, a.objectType, a.objectId, attributes);
  };

  const advance = ({ partition, epoch, seq }: PartitionCursor): void => {
    const { changes } = run('cursor', partition, epoch, seq);
    if (changes === 0) throw new StorageError(`commit partition ${partition}`, 'FENCED');
  };

  return {
    ...commands,
    ...positionRemoval(db),
    ...deliveryWrites(db),
    reserveIds(kind: ReservedKind, count: number): number {
      const row = statement(sql, kind === 'position' ? 'reservePositions' : 'reserveEvents').get(kind, count);
      return Number(row?.['next']) - count;
    },
    commit(batch: IngestBatch): CommitOutcome {
      return inTransaction(db, () => {
        if (batch.cursor) advance(batch.cursor);
        const known = new Set<number>();
        for (const p of batch.positions) {
          const { changes } = run(
            'position',
            p.deviceId,
            p.fixTime,
            p.deviceTime,
            p.contentKey,
            p.id,
            p.serverTime,
            p.protocol,
            p.valid ? 1 : 0,
            p.latitude,
            p.longitude,
            p.altitude,
            p.speed,
            p.course,
            p.accuracy,
            p.address,
            json(p.network),
            json(p.geofenceIds),
            JSON.stringify(p.attributes),
          );
          if (changes === 0) known.add(p.id);
        }
        for (const e of batch.events) {
          if (known.has(e.positionId)) continue;
          const { id, deviceId, type, eventTime, positionId, geofenceId, maintenanceId } = e;
          const attributes = JSON.stringify(e.attributes);
          run('event', id, deviceId, type, eventTime, positionId, geofenceId, maintenanceId, attributes);
        }
        for (const s of batch.states) {
          run('state', s.deviceId, s.positionId, s.lastUpdate, s.status, s.memory);
        }
        const commandIds = (batch.commands ?? []).map(({ positionId, command, action }) => {
          if (known.has(positionId)) return null;
          append(action);
          return insertCommand(command);
        });
        return { known: [...known], commandIds };
      });
    },

    insertDocument(kind: DocumentKind, key: string | null, body: StoredDocument['body']): number {
      return insert(db, kind, key, body);
    },
    insertFirstDocument(kind: DocumentKind, key: string | null, body: StoredDocument['body']): number | null {
      return inTransaction(db, () => {
        const taken = db.prepare(`SELECT 1 FROM ${kind}_documents LIMIT 1`).get();
        return taken ? null : insert(db, kind, key, body);
      });
    },
    updateDocument(kind: DocumentKind, document: StoredDocument): void {
      db.prepare(`UPDATE ${kind}_documents SET key = ?, body = ? WHERE id = ?`).run(
        document.key,
        JSON.stringify(document.body),
        document.id,
      );
    },
    removeDocument(kind: DocumentKind, id: number): void {
      inTransaction(db, () => {
        db.prepare(`DELETE FROM ${kind}_documents WHERE id = ?`).run(id);
        run('unlinkOwner', kind, id);
        run('unlinkProperty', kind, id);
        if (kind === 'device') {
          run('unlinkProperty', 'linkedDevice', id);
          run('removeState', id);
          run('removeDeviceCommands', id);
        }
        if (kind === 'user') {
          run('unlinkProperty', 'managedUser', id);
          run('removeUserCredentials', id);
          run('removePrivateValues', id);
          run('removeUserDeliveries', id);
        }
      });
    },

    changeLinks(add: readonly StoredLink[], remove: readonly StoredLink[]): void {
      inTransaction(db, () => {
        for (const l of remove) run('unlink', l.ownerKind, l.ownerId, l.propertyKind, l.propertyId);
        for (const l of add) run('link', l.ownerKind, l.ownerId, l.propertyKind, l.propertyId);
      });
    },

    putCredential(c: StoredCredential): void {
      run(
        'credential',
        c.hash,
        c.purpose,
        c.userId,
        c.createdAt,
        c.expiresAt,
        c.origin,
        c.actorId,
        c.parentHash,
      );
    },
    appendActions(actions: readonly NewAction[]): void {
      inTransaction(db, () => {
        for (const action of actions) append(action);
      });
    },
    removeActionsBefore(instant: number): void {
      run('removeActions', instant);
    },
    setMark(name: string, instant: number): void {
      run('mark', name, instant);
    },
    putStatistics({ captureTime, body }: StoredStatistics): void {
      run('statistics', captureTime, JSON.stringify(body));
    },
    removeCredentials(hashes: readonly string[]): void {
      inTransaction(db, () => {
        for (const hash of hashes) run('removeCredential', hash);
      });
    },
  };
}

function prepareStatements(db: DatabaseSync): Statements {
  const texts: Record<string, string> = {
    position: `INSERT OR IGNORE INTO positions (device_id, fix_time, device_time, content_key, id, server_time,
      protocol, valid, latitude, longitude, altitude, speed, course, accuracy, address, network, geofence_ids,
      attributes) VALUES (${'?,'.repeat(17)}?)`,
    event: `INSERT INTO events (id, device_id, type, event_time, position_id, geofence_id, maintenance_id,
      attributes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    state: `INSERT INTO device_states (device_id, position_id, last_update, status, memory) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (device_id) DO UPDATE SET position_id = excluded.position_id,
      last_update = excluded.last_update, status = excluded.status, memory = excluded.memory`,
    reservePositions: reserveFrom('positions'),
    reserveEvents: reserveFrom('events'),
    cursor: `INSERT INTO cursors (partition, epoch, seq) VALUES (?, ?, ?)
      ON CONFLICT (partition) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq
      WHERE excluded.epoch >= epoch`,
    removeState: 'DELETE FROM device_states WHERE device_id = ?',
    removePrivateValues: 'DELETE FROM private_values WHERE owner_id = ?',
    removeUserDeliveries: 'DELETE FROM deliveries WHERE user_id = ?',
    removeDeviceCommands: 'DELETE FROM commands WHERE device_id = ?',
    link: 'INSERT OR IGNORE INTO links VALUES (?, ?, ?, ?)',
    unlink: `DELETE FROM links WHERE owner_kind = ? AND owner_id = ? AND property_kind = ? AND property_id = ?`,
    unlinkOwner: 'DELETE FROM links WHERE owner_kind = ? AND owner_id = ?',
    unlinkProperty: 'DELETE FROM links WHERE property_kind = ? AND property_id = ?',
    credential: 'INSERT OR REPLACE INTO credentials VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    action: `INSERT INTO actions (action_time, address, user_id, action_type, object_type, object_id, attributes)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    removeActions: 'DELETE FROM actions WHERE action_time < ?',
    mark: 'INSERT OR REPLACE INTO marks VALUES (?, ?)',
    statistics: 'INSERT OR REPLACE INTO statistics VALUES (?, ?)',
    removeCredential: 'DELETE FROM credentials WHERE hash = ?',
    removeUserCredentials: 'DELETE FROM credentials WHERE user_id = ?',
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)]));
}

/** Rows may have come another way, with ids that nobody reserved. */
const reserveFrom = (table: string): string =>
  `UPDATE id_blocks SET next = max(next, (SELECT coalesce(max(id), 0) + 1 FROM ${table})) + ?2
   WHERE kind = ?1 RETURNING next`;

function statement(statements: Statements, name: string): StatementSync {
  const found = statements[name];
  if (!found) throw new Error(`Cannot run statement ${name}: it is not prepared`);
  return found;
}

function insert(db: DatabaseSync, kind: DocumentKind, key: string | null, body: object): number {
  const result = db
    .prepare(`INSERT INTO ${kind}_documents (key, body) VALUES (?, ?)`)
    .run(key, JSON.stringify(body));
  return Number(result.lastInsertRowid);
}
