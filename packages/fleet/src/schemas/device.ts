import { z } from 'zod';
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
    name: text(128),
    uniqueId: identifier(128),
    phone: optionalText(128),
    model: optionalText(128),
    contact: optionalText(512),
    category: optionalText(128),
    disabled: flag(),
    expirationTime: instant(),
  }),
);
export type DeviceBody = z.output<typeof deviceBody>;
