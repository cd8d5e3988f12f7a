import { z } from 'zod';

/** The exact name of the erased subject: the erasure cannot be undone. */
export const erasureBody = z.object({ name: z.string() }).meta({ title: 'Erasure' });

/** One that has begun, until all of it is done. */
export const storedErasure = z.object({
  subject: z.enum(['user', 'driver']),
  id: z.int(),
  by: z.int(),
  address: z.string(),
  /** Code of a driver, by which cases know them; empty = a user, or none. */
  uniqueId: z.string().default(''),
});
export type StoredErasure = z.output<typeof storedErasure>;
