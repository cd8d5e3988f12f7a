import { z } from 'zod';
import { attributes, flag, integer, text } from './fields.ts';

/** A saved command; unknown fields are dropped (reference/tracking-api.md §2.9). */
export const savedCommandBody = z.object({
  id: integer(),
  attributes: attributes(),
  description: text(4000),
  type: text(128),
  textChannel: flag(),
});
export type SavedCommandBody = z.output<typeof savedCommandBody>;
