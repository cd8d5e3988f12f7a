import type { LastServiceRow, StoredService } from '../service-port.ts';
import { numberOrNull, textOrNull, type Row } from './values.ts';

export const toService = (row: Row): StoredService => ({
  id: Number(row['id']),
  deviceId: Number(row['device_id']),
  maintenanceId: Number(row['maintenance_id']),
  maintenanceName: textOrNull(row['maintenance_name']),
  time: Number(row['time']),
  odometer: numberOrNull(row['odometer_m']),
  hours: numberOrNull(row['hours_ms']),
  cost: numberOrNull(row['cost']),
  notes: textOrNull(row['notes']),
  userId: Number(row['user_id']),
  userName: String(row['user_name']),
  createdAt: Number(row['created_at']),
});

export const toLastService = (row: Row): LastServiceRow => ({
  deviceId: Number(row['device_id']),
  maintenanceId: Number(row['maintenance_id']),
  time: Number(row['time']),
  odometer: numberOrNull(row['odometer_m']),
  hours: numberOrNull(row['hours_ms']),
});
