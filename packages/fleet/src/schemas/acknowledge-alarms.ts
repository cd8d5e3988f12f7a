import { z } from 'zod';

/** Alarms that are acknowledged together: all of a vehicle, or of a burst. */
export const MAX_ALARMS_AT_ONCE = 500;
export const LONGEST_NOTE = 500;

/** Events that a user acknowledges, with a note. */
export const acknowledgeAlarmsBody = z
  .strictObject({
    eventIds: z.array(z.int().positive()).min(1).max(MAX_ALARMS_AT_ONCE),
    note: z.string().trim().max(LONGEST_NOTE).nullable().default(null),
  })
  .meta({ title: 'AcknowledgeAlarms' });
export type AcknowledgeAlarms = z.output<typeof acknowledgeAlarmsBody>;
