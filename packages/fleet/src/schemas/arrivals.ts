import { z } from 'zod';
import { flag } from './fields.ts';

/** Lets the customer of an order follow its arrival. */
export const arrivalShareBody = z
  .strictObject({
    /** Name of the driver is shown. */
    showsDriver: flag().default(false),
  })
  .meta({ title: 'ArrivalShareBody' });

/** Share of an arrival as it is stored, by order; instants are milliseconds since 1970. */
export const storedArrival = z.object({
  /** User whose rights it has. */
  giverId: z.int().positive(),
  showsDriver: z.boolean(),
  sharedAt: z.int(),
  /** Hashes of the links that open it, oldest first; none = it was ended, and no message shares it again. */
  hashes: z.array(z.string()),
});
export type StoredArrival = z.output<typeof storedArrival>;
/** By the hash of a link: which order it opens; one of a message also with whose rights. */
export const storedArrivalToken = z.object({
  orderId: z.int().positive(),
  giver: z.object({ giverId: z.int().positive(), showsDriver: z.boolean() }).optional(),
});
/** Last time a guest looked, apart from the share: it is written while they do. */
export const storedArrivalUse = z.object({ usedAt: z.int() });
