import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { flag, ignoring, instant, optionalText, reference } from './fields.ts';

const destination = z
  .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .nullable();
const label = optionalText(FIELD_LIMITS.share.label);

/** Contents of a share: devices or a group, and its end. */
export const newShareBody = z
  .strictObject({
    deviceId: reference().default(0),
    deviceIds: z.array(z.int().positive()).max(FIELD_LIMITS.share.devices).default([]),
    groupId: reference().default(0),
    expiration: instant().pipe(z.string('is missing')),
    label: label.default(null),
    history: flag().default(false),
    destination: destination.default(null),
  })
  .refine(
    ({ deviceId, deviceIds, groupId }) =>
      [deviceId > 0, deviceIds.length > 0, groupId > 0].filter(Boolean).length === 1,
    'deviceId: a device, devices or a group is needed',
  );

/** Fields of a share that may be changed; fields that a client echoes are dropped. */
export const shareEndBody = ignoring(
  [
    'id',
    'name',
    'userId',
    'deviceId',
    'deviceIds',
    'groupId',
    'createdTime',
    'lastUsedTime',
    'history',
    'madeById',
    'madeByName',
  ],
  z
    .strictObject({
      expiration: instant().pipe(z.string('is missing')).optional(),
      label: label.optional(),
      destination: destination.optional(),
    })
    .refine((wanted) => Object.keys(wanted).length > 0, 'expiration: is missing'),
);

/** A share as the extension stores it in front of a third-party server. Instants are ms since 1970. */
export const storedShare = z.object({
  id: z.int().positive(),
  name: z.string(),
  giverId: z.int().positive(),
  /** The devices that were chosen; none, when a group is shared. */
  deviceIds: z.array(z.int().positive()),
  groupId: z.int().min(0),
  createdAt: z.int(),
  endsAt: z.int(),
  label: z.string().nullable(),
  history: z.boolean(),
  destination,
  /** Hashes of the tokens that open it. */
  secrets: z.array(z.string()),
});
export type StoredShare = z.output<typeof storedShare>;

/** Last visit of a guest, apart from the share: it is written during visits. */
export const storedShareUse = z.object({ usedAt: z.int() });
