import type { DatabaseSync } from 'node:sqlite';
import type {
  LastServiceRow,
  NewServiceRow,
  ServiceQuery,
  StoredService,
  UseOfDevice,
} from '../service-port.ts';
import { toLastService, toService } from '../rows/service-row.ts';

export function serviceWrites(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO services (device_id, maintenance_id, maintenance_name, time, odometer_m, hours_ms, cost, notes,
     user_id, user_name, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare('DELETE FROM services WHERE id = ?');
  return {
    addService: (service: NewServiceRow): StoredService => {
      const { deviceId, maintenanceId, maintenanceName, time, odometer, hours, cost, notes } = service;
      const what = [deviceId, maintenanceId, maintenanceName, time, odometer, hours, cost, notes] as const;
      const result = insert.run(...what, service.userId, service.userName, service.createdAt);
      return { ...service, id: Number(result.lastInsertRowid) };
    },
    removeService: (id: number): boolean => remove.run(id).changes > 0,
  };
}

export function serviceReads(db: DatabaseSync) {
  const byId = db.prepare('SELECT * FROM services WHERE id = ?');
  const some = db.prepare(
    `SELECT * FROM services WHERE device_id IN (SELECT value FROM json_each(?1))
     AND maintenance_id = coalesce(?2, maintenance_id) ORDER BY time DESC, id DESC LIMIT ?3`,
  );
  // With max() alone, the other bare columns are of the row that has it.
  const last = 'SELECT device_id, maintenance_id, max(time) AS time, odometer_m, hours_ms FROM services';
  const each = 'GROUP BY device_id, maintenance_id';
  const allLast = db.prepare(`${last} WHERE maintenance_id > 0 ${each}`);
  const someLast = db.prepare(
    `${last} WHERE maintenance_id > 0 AND device_id IN (SELECT value FROM json_each(?)) ${each}`,
  );
  const use = db.prepare(
    `SELECT device_id, sum(distance_m) AS distance_m, sum(engine_s) AS engine_s, min(day) AS day FROM book_days
     WHERE device_id IN (SELECT value FROM json_each(?)) AND day BETWEEN ? AND ? GROUP BY device_id`,
  );
  return {
    serviceById: (id: number): StoredService | null => {
      const row = byId.get(id);
      return row ? toService(row) : null;
    },
    services: ({ deviceIds, maintenanceId, limit }: ServiceQuery): StoredService[] =>
      some.all(JSON.stringify(deviceIds), maintenanceId, limit).map(toService),
    lastServices: (deviceIds: readonly number[] | null): LastServiceRow[] =>
      (deviceIds === null ? allLast.all() : someLast.all(JSON.stringify(deviceIds))).map(toLastService),
    useOfDevices: (deviceIds: readonly number[], from: number, to: number): UseOfDevice[] =>
      use.all(JSON.stringify(deviceIds), from, to).map((row) => ({
        deviceId: Number(row['device_id']),
        distanceM: Number(row['distance_m']),
        engineS: Number(row['engine_s']),
        firstDay: Number(row['day']),
      })),
  };
}
