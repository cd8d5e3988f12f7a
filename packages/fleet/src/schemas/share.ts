import { z } from 'zod';
import { ignoring, instant } from './fields.ts';

/** What may be changed of a share; what a client echoes is dropped. */
export const shareEndBody = ignoring(
  ['id', 'name', 'userId', 'deviceId', 'groupId', 'createdTime'],
  z.strictObject({ expiration: instant().pipe(z.string('is missing')) }),
);
