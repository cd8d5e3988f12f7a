import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { optionalText, text } from './fields.ts';

/** New owner of an unassigned tracker, and the name of its vehicle. */
export const assignBody = z
  .object({
    userId: z.int().positive(),
    name: text(FIELD_LIMITS.vehicle.name),
    plate: optionalText(FIELD_LIMITS.vehicle.plate).default(null),
  })
  .meta({ title: 'Assignment' });
