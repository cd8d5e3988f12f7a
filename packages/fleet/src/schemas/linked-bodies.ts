import type { z } from 'zod';
import type { LinkedKind } from '../links/linked-kinds.ts';
import { savedCommandBody } from './command.ts';
import { geofenceBody } from './geofence.ts';
import {
  calendarBody,
  computedAttributeBody,
  driverBody,
  maintenanceBody,
  orderBody,
  scheduledReportBody,
} from './linked-objects.ts';
import { notificationBody } from './notification.ts';

/** The fields of every linked kind; a kind without them does not compile. */
export const LINKED_BODIES = {
  geofence: geofenceBody,
  command: savedCommandBody,
  notification: notificationBody,
  driver: driverBody,
  calendar: calendarBody,
  maintenance: maintenanceBody,
  attribute: computedAttributeBody,
  order: orderBody,
  report: scheduledReportBody,
} as const satisfies Record<LinkedKind, z.ZodType<{ readonly id: number }>>;

export type LinkedBody<K extends LinkedKind> = z.output<(typeof LINKED_BODIES)[K]>;
/** The fields of a kind that is not known to the compiler. */
export const linkedBody = (kind: LinkedKind): z.ZodType<{ readonly id: number }> => LINKED_BODIES[kind];
