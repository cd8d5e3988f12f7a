import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import {
  flag,
  identifier,
  ignoring,
  instant,
  integer,
  optionalText,
  reference,
  text,
  zonedAttributes,
} from './fields.ts';

/** Device fields that a client may write. @source docs/reference/tracking-api.md §2.1 */
export const deviceBody = ignoring(
  [
    'status',
    'lastUpdate',
    'positionId',
    'motionStreak',
    'motionState',
    'motionPositionId',
    'motionTime',
    'motionDistance',
    'motionLatitude',
    'motionLongitude',
    'overspeedState',
    'overspeedTime',
    'overspeedGeofenceId',
  ],
  z.strictObject({
    id: integer(),
    attributes: zonedAttributes(),
    groupId: reference(),
    calendarId: reference(),
    name: text(FIELD_LIMITS.device.name),
    uniqueId: identifier(FIELD_LIMITS.device.uniqueId),
    phone: optionalText(FIELD_LIMITS.device.phone),
    model: optionalText(128),
    contact: optionalText(512),
    category: optionalText(128),
    disabled: flag(),
    expirationTime: instant(),
  }),
);
export type DeviceBody = z.output<typeof deviceBody>;
