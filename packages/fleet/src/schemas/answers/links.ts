import { z } from 'zod';
import { OWNER_KINDS, propertiesOf } from '../../links/linked-kinds.ts';

const MEMBERS = [...new Set([...OWNER_KINDS, ...OWNER_KINDS.flatMap(propertiesOf)])].map(
  (kind) => `${kind}Id`,
);

/** Names of the members that a link can have. */
export const LINK_MEMBERS: readonly string[] = MEMBERS;

export const LINK_ANSWERS = {
  /** Exactly two members: the first owns the second. */
  Permission: z
    .record(z.string(), z.int())
    .refine(
      (link) => Object.keys(link).length === 2 && Object.keys(link).every((name) => MEMBERS.includes(name)),
    )
    .meta({
      description: 'Two members, e.g. deviceId and geofenceId: the first owns the second',
      propertyNames: { enum: MEMBERS },
      minProperties: 2,
      maxProperties: 2,
    }),
};
