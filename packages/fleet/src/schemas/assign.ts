import { z } from 'zod';
import { optionalText, text } from './fields.ts';

/** Whose an unassigned tracker is from now on, and what its vehicle is called. */
export const assignBody = z
  .object({ userId: z.int().positive(), name: text(128), plate: optionalText(32).default(null) })
  .meta({ title: 'Assignment' });
