import { z } from 'zod';
import { ignoring, instant, reference } from './fields.ts';

/** What is shared: a device or a group, and until when. */
export const newShareBody = z
  .strictObject({
    deviceId: reference().default(0),
    groupId: reference().default(0),
    expiration: instant().pipe(z.string('is missing')),
  })
  .refine(({ deviceId, groupId }) => deviceId > 0 !== groupId > 0, 'deviceId: a device or a group is needed');

/** What may be changed of a share; what a client echoes is dropped. */
export const shareEndBody = ignoring(
  ['id', 'name', 'userId', 'deviceId', 'groupId', 'createdTime'],
  z.strictObject({ expiration: instant().pipe(z.string('is missing')) }),
);
