import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';

const MAX = 1e15;
const amount = () => z.number().min(0).max(MAX).nullable().default(null);

/** A new entry in a service history. */
export const newServiceBody = z
  .strictObject({
    deviceId: z.int().positive(),
    /** 0 = work without a maintenance. */
    maintenanceId: z.int().min(0).default(0),
    /** When it was done. */
    time: z.iso.datetime({ offset: true }),
    odometer: amount(),
    hours: amount(),
    cost: z.int().min(0).max(MAX).nullable().default(null),
    notes: z.string().trim().max(FIELD_LIMITS.service.notes).nullable().default(null),
  })
  .meta({ title: 'NewService' });
export type NewService = z.output<typeof newServiceBody>;
