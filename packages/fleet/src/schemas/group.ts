import { z } from 'zod';
import { attributes, integer, reference, text } from './fields.ts';

export const groupBody = z.strictObject({
  id: integer(),
  attributes: attributes(),
  name: text(128),
  groupId: reference(),
});
export type GroupBody = z.output<typeof groupBody>;
