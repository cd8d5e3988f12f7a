import { z } from 'zod';

/** New owner of a user or an object; 0 = the installation, for users. */
export const moveBody = z.object({ userId: z.int().min(0) }).meta({ title: 'Move' });
