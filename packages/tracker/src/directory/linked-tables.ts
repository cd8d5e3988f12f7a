import type {
  CalendarBody,
  ComputedAttributeBody,
  DriverBody,
  GeofenceBody,
  MaintenanceBody,
  NotificationBody,
  OrderBody,
  SavedCommandBody,
  ScheduledReportBody,
} from '@rastro/fleet/schemas';
import type { Storage } from '@rastro/storage';
import { EntityTable } from './entity-table.ts';

/** Entities that people link to users, groups and devices, by the kind that links and storage name. */
export interface LinkedEntities {
  readonly geofence: GeofenceBody;
  readonly command: SavedCommandBody;
  readonly notification: NotificationBody;
  readonly driver: DriverBody;
  readonly calendar: CalendarBody;
  readonly maintenance: MaintenanceBody;
  readonly attribute: ComputedAttributeBody;
  readonly order: OrderBody;
  readonly report: ScheduledReportBody;
}
export type LinkedKind = keyof LinkedEntities;
export type LinkedTables = { readonly [K in LinkedKind]: EntityTable<LinkedEntities[K]> };

export function linkedTables(storage: Storage): LinkedTables {
  return {
    geofence: new EntityTable(storage, 'geofence', () => null),
    command: new EntityTable(storage, 'command', () => null),
    notification: new EntityTable(storage, 'notification', () => null),
    driver: new EntityTable(storage, 'driver', (driver) => driver.uniqueId),
    calendar: new EntityTable(storage, 'calendar', () => null),
    maintenance: new EntityTable(storage, 'maintenance', () => null),
    attribute: new EntityTable(storage, 'attribute', () => null),
    order: new EntityTable(storage, 'order', () => null),
    report: new EntityTable(storage, 'report', () => null),
  };
}
