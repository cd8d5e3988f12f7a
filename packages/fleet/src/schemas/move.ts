import { z } from 'zod';

/** To whom somebody or something belongs from now on; 0 = to the installation, for people. */
export const moveBody = z.object({ userId: z.int().min(0) }).meta({ title: 'Move' });
