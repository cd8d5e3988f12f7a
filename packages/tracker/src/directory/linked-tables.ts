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
import type { DirectoryStorage, DocumentKind } from '@rastro/storage';
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

type OnWrite = (kind: DocumentKind, id: number, after: object | null) => void;

export function linkedTables(storage: DirectoryStorage, onWrite: OnWrite): LinkedTables {
  const written = (kind: LinkedKind) => (id: number, after: object | null) => onWrite(kind, id, after);
  return {
    geofence: new EntityTable<LinkedEntities['geofence']>(
      storage,
      'geofence',
      () => null,
      written('geofence'),
    ),
    command: new EntityTable<LinkedEntities['command']>(storage, 'command', () => null, written('command')),
    notification: new EntityTable<LinkedEntities['notification']>(
      storage,
      'notification',
      () => null,
      written('notification'),
    ),
    driver: new EntityTable<LinkedEntities['driver']>(
      storage,
      'driver',
      (driver) => driver.uniqueId,
      written('driver'),
    ),
    calendar: new EntityTable<LinkedEntities['calendar']>(
      storage,
      'calendar',
      () => null,
      written('calendar'),
    ),
    maintenance: new EntityTable<LinkedEntities['maintenance']>(
      storage,
      'maintenance',
      () => null,
      written('maintenance'),
    ),
    attribute: new EntityTable<LinkedEntities['attribute']>(
      storage,
      'attribute',
      () => null,
      written('attribute'),
    ),
    order: new EntityTable<LinkedEntities['order']>(storage, 'order', () => null, written('order')),
    report: new EntityTable<LinkedEntities['report']>(storage, 'report', () => null, written('report')),
  };
}
