import { z } from 'zod';
import { integer, reference, text, zonedAttributes } from './fields.ts';

export const groupBody = z.strictObject({
  id: integer(),
  attributes: zonedAttributes(),
  name: text(128),
  groupId: reference(),
});
export type GroupBody = z.output<typeof groupBody>;
