import { z } from 'zod';
import { EVENT_TYPES } from '../entities/event.ts';
import { attributes, flag, ignoring, integer, optionalText, reference } from './fields.ts';

export const notificationBody = ignoring(
  ['notificatorsTypes'],
  z.strictObject({
    id: integer(),
    attributes: attributes(),
    description: optionalText(4000),
    type: z.enum(EVENT_TYPES),
    always: flag(),
    notificators: optionalText(128),
    commandId: reference(),
    calendarId: reference(),
  }),
);
export type NotificationBody = z.output<typeof notificationBody>;
