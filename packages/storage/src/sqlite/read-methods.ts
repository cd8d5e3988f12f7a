import type { DatabaseSync } from 'node:sqlite';
import type { DeviceStatus, EventType, Knots } from '@rastro/fleet';
import type {
  CredentialPurpose,
  DocumentKind,
  PartitionCursor,
  StoredAction,
  StoredCredential,
  StoredDeviceState,
  StoredDocument,
  StoredEvent,
  StoredLink,
  StoredPosition,
  StoredStatistics,
  StoredTrackPoint,
} from '../records.ts';
import { commandReads } from './command-methods.ts';
import { deliveryReads } from './delivery-methods.ts';

/** Where a history page starts: strictly after this row. */
export interface HistoryCursor {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
}

/** Everything that only reads. Runs in the reader thread, beside the writer. */
export function readMethods(db: DatabaseSync) {
  const historyPage = db.prepare(
    `SELECT * FROM positions WHERE device_id = ? AND fix_time <= ?
     AND (fix_time, device_time, content_key) > (?, ?, ?)
     ORDER BY fix_time, device_time, content_key LIMIT ?`,
  );

  const eventPage = db.prepare(
    `SELECT * FROM events WHERE device_id = ? AND event_time <= ? AND (event_time, id) > (?, ?)
     ORDER BY event_time, id LIMIT ?`,
  );
  const actionPage = db.prepare(
    `SELECT * FROM actions WHERE action_time <= ? AND (action_time, id) > (?, ?)
     ORDER BY action_time, id LIMIT ?`,
  );
  const tracks = db.prepare(
    `SELECT p.device_id, p.id, p.fix_time, p.latitude, p.longitude, p.attributes ->> 'distance' AS distance
     FROM (SELECT device_id, position_id FROM device_states WHERE device_id > ? ORDER BY device_id LIMIT ?) s
     JOIN positions l ON l.id = s.position_id
     JOIN positions p ON p.device_id = s.device_id AND p.fix_time BETWEEN l.fix_time - ? AND l.fix_time
     ORDER BY p.device_id, p.fix_time, p.device_time`,
  );

  return {
    ...commandReads(db),
    ...deliveryReads(db),
    cursor(partition: number): PartitionCursor | null {
      const row = db.prepare('SELECT epoch, seq FROM cursors WHERE partition = ?').get(partition);
      return row ? { partition, epoch: Number(row['epoch']), seq: Number(row['seq']) } : null;
    },
    deviceStates(): StoredDeviceState[] {
      return db
        .prepare('SELECT * FROM device_states')
        .all()
        .map((row) => ({
          deviceId: Number(row['device_id']),
          positionId: Number(row['position_id']),
          lastUpdate: row['last_update'] === null ? null : Number(row['last_update']),
          status: row['status'] as DeviceStatus,
          memory: String(row['memory']),
        }));
    },
    recentTracks(windowMs: number, afterDevice: number, devices: number): StoredTrackPoint[] {
      return tracks.all(afterDevice, devices, windowMs).map((row) => ({
        deviceId: Number(row['device_id']),
        positionId: Number(row['id']),
        time: Number(row['fix_time']),
        latitude: Number(row['latitude']),
        longitude: Number(row['longitude']),
        distance: Number(row['distance'] ?? 0),
      }));
    },
    positionsById(ids: readonly number[]): StoredPosition[] {
      return db
        .prepare('SELECT * FROM positions WHERE id IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(ids))
        .map(toPosition);
    },
    historyPage(deviceId: number, to: number, after: HistoryCursor, limit: number): StoredPosition[] {
      return historyPage
        .all(deviceId, to, after.fixTime, after.deviceTime, after.contentKey, limit)
        .map(toPosition);
    },
    eventById(id: number): StoredEvent | null {
      const row = db.prepare('SELECT * FROM events WHERE id = ?').get(id);
      return row ? toEvent(row) : null;
    },
    eventPage(
      deviceId: number,
      to: number,
      after: { readonly eventTime: number; readonly id: number },
      limit: number,
    ): StoredEvent[] {
      return eventPage.all(deviceId, to, after.eventTime, after.id, limit).map(toEvent);
    },
    documents(kind: DocumentKind): StoredDocument[] {
      return db
        .prepare(`SELECT id, key, body FROM ${kind}_documents ORDER BY id`)
        .all()
        .map((row) => ({
          id: Number(row['id']),
          key: row['key'] === null ? null : String(row['key']),
          body: JSON.parse(String(row['body'])) as StoredDocument['body'],
        }));
    },
    links(): StoredLink[] {
      return db
        .prepare('SELECT * FROM links')
        .all()
        .map((row) => ({
          ownerKind: String(row['owner_kind']),
          ownerId: Number(row['owner_id']),
          propertyKind: String(row['property_kind']),
          propertyId: Number(row['property_id']),
        }));
    },
    credentials(): StoredCredential[] {
      return db
        .prepare('SELECT * FROM credentials')
        .all()
        .map((row) => ({
          hash: String(row['hash']),
          purpose: row['purpose'] as CredentialPurpose,
          userId: Number(row['user_id']),
          createdAt: Number(row['created_at']),
          expiresAt: row['expires_at'] === null ? null : Number(row['expires_at']),
          origin: row['origin'] === null ? null : String(row['origin']),
          actorId: row['actor_id'] === null ? null : Number(row['actor_id']),
          parentHash: row['parent_hash'] === null ? null : String(row['parent_hash']),
        }));
    },
    actionPage(
      to: number,
      after: { readonly actionTime: number; readonly id: number },
      limit: number,
    ): StoredAction[] {
      return actionPage.all(to, after.actionTime, after.id, limit).map((row) => ({
        id: Number(row['id']),
        actionTime: Number(row['action_time']),
        address: String(row['address']),
        userId: Number(row['user_id']),
        actionType: String(row['action_type']),
        objectType: String(row['object_type']),
        objectId: Number(row['object_id']),
        attributes: parsed(row['attributes']),
      }));
    },
    statistics(from: number, to: number): StoredStatistics[] {
      return db
        .prepare('SELECT * FROM statistics WHERE capture_time BETWEEN ? AND ? ORDER BY capture_time')
        .all(from, to)
        .map((row) => ({ captureTime: Number(row['capture_time']), body: parsed(row['body']) }));
    },
    mark(name: string): number | null {
      const row = db.prepare('SELECT instant FROM marks WHERE name = ?').get(name);
      return row ? Number(row['instant']) : null;
    },
    healthy(): boolean {
      return db.prepare('SELECT 1 AS one').get()?.['one'] === 1;
    },
  };
}

type Row = Record<string, unknown>;

const parsed = (text: unknown): never => (typeof text === 'string' ? JSON.parse(text) : null) as never;

export function toPosition(row: Row): StoredPosition {
  return {
    id: row['id'] as number,
    deviceId: row['device_id'] as number,
    protocol: row['protocol'] as string,
    serverTime: row['server_time'] as number,
    deviceTime: row['device_time'] as number,
    fixTime: row['fix_time'] as number,
    valid: row['valid'] === 1,
    latitude: row['latitude'] as number,
    longitude: row['longitude'] as number,
    altitude: row['altitude'] as number,
    speed: row['speed'] as Knots,
    course: row['course'] as number,
    accuracy: row['accuracy'] as number,
    address: row['address'] as string | null,
    network: parsed(row['network']),
    geofenceIds: parsed(row['geofence_ids']),
    attributes: parsed(row['attributes']) ?? {},
    contentKey: row['content_key'] as number,
  };
}

export function toEvent(row: Row): StoredEvent {
  return {
    id: row['id'] as number,
    deviceId: row['device_id'] as number,
    type: row['type'] as EventType,
    eventTime: row['event_time'] as number,
    positionId: row['position_id'] as number,
    geofenceId: row['geofence_id'] as number,
    maintenanceId: row['maintenance_id'] as number,
    attributes: parsed(row['attributes']) ?? {},
  };
}
