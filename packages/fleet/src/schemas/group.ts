import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { integer, reference, text, zonedAttributes } from './fields.ts';

export const groupBody = z.strictObject({
  id: integer(),
  attributes: zonedAttributes(),
  name: text(FIELD_LIMITS.group.name),
  groupId: reference(),
});
export type GroupBody = z.output<typeof groupBody>;
