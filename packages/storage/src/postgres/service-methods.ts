import { toLastService, toService } from '../rows/service-row.ts';
import type { ServiceStorage } from '../service-port.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** Services of vehicles, and how much they were used. */
export const serviceMethods = (db: PostgresDatabase): ServiceStorage => ({
  async addService(service) {
    const { deviceId, maintenanceId, maintenanceName, time, odometer, hours, cost, notes } = service;
    const [row] = await db.all(
      `INSERT INTO services (device_id, maintenance_id, maintenance_name, time, odometer_m, hours_ms, cost, notes,
         user_id, user_name, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
      [
        deviceId,
        maintenanceId,
        maintenanceName,
        time,
        odometer,
        hours,
        cost,
        notes,
        service.userId,
        service.userName,
        service.createdAt,
      ],
    );
    return { ...service, id: Number(row?.['id']) };
  },
  removeService: async (id) => (await db.run('DELETE FROM services WHERE id = $1', [id])) > 0,
  async serviceById(id) {
    const [row] = await db.all('SELECT * FROM services WHERE id = $1', [id]);
    return row ? toService(row) : null;
  },
  async services({ deviceIds, maintenanceId, limit }) {
    const rows = await db.all(
      `SELECT * FROM services WHERE device_id = ANY($1::bigint[])
       AND ($2::bigint IS NULL OR maintenance_id = $2) ORDER BY time DESC, id DESC LIMIT $3`,
      [deviceIds, maintenanceId, limit],
    );
    return rows.map(toService);
  },
  async lastServices(deviceIds) {
    const rows = await db.all(
      `SELECT DISTINCT ON (device_id, maintenance_id) device_id, maintenance_id, time, odometer_m, hours_ms
       FROM services WHERE maintenance_id > 0 AND ($1::bigint[] IS NULL OR device_id = ANY($1))
       ORDER BY device_id, maintenance_id, time DESC, id DESC`,
      [deviceIds],
    );
    return rows.map(toLastService);
  },
  async useOfDevices(deviceIds, from, to) {
    const rows = await db.lists(
      `SELECT device_id, sum(distance_m)::float8, sum(engine_s)::float8, min(day) FROM trip_days
       WHERE device_id = ANY($1::bigint[]) AND day BETWEEN $2 AND $3 GROUP BY device_id ORDER BY device_id`,
      [deviceIds, from, to],
    );
    return rows.map(([deviceId, distanceM, engineS, firstDay]) => ({
      deviceId: Number(deviceId),
      distanceM: Number(distanceM),
      engineS: Number(engineS),
      firstDay: Number(firstDay),
    }));
  },
});
