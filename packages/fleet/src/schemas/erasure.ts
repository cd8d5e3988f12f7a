import { z } from 'zod';

/** The name of who is erased, typed as it is: nothing of it can be undone. */
export const erasureBody = z.object({ name: z.string() }).meta({ title: 'Erasure' });

/** One that has begun, until all of it is done. */
export const storedErasure = z.object({
  subject: z.enum(['user', 'driver']),
  id: z.int(),
  by: z.int(),
  address: z.string(),
});
export type StoredErasure = z.output<typeof storedErasure>;
