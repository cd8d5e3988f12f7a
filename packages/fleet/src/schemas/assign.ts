import { z } from 'zod';
import { optionalText, text } from './fields.ts';

/** New owner of an unassigned tracker, and the name of its vehicle. */
export const assignBody = z
  .object({ userId: z.int().positive(), name: text(128), plate: optionalText(32).default(null) })
  .meta({ title: 'Assignment' });
