import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { attributes, flag, integer, optionalText, reference, text } from './fields.ts';

/** A saved command; unknown fields are dropped (docs/reference/tracking-api.md §2.9). */
export const savedCommandBody = z.object({
  id: integer(),
  attributes: attributes(),
  description: text(FIELD_LIMITS.command.description),
  type: text(128),
  textChannel: flag(),
});
export type SavedCommandBody = z.output<typeof savedCommandBody>;

/** A command to be sent. With an `id` the saved command of that number counts, and only `deviceId` is read. */
export const commandRequestBody = z.object({
  id: integer(),
  deviceId: reference(),
  attributes: attributes(),
  description: optionalText(4000),
  type: optionalText(128),
  textChannel: flag(),
});
