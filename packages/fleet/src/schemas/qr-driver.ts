import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { QR_CODE_LENGTH, QR_ENDS, QR_UNLOCKS, readQrCode } from '../entities/qr-check-in.ts';
import { instant, keyText } from './fields.ts';

const id = () => z.int().min(0);
const ms = () => z.int().min(0);

/** A device by its id or its code; 0 = checks out. @source docs/reference/requirements.md SPEC §7 "POST /qr-driver" */
const deviceOrCode = z.union([
  id(),
  z
    .string()
    .max(400)
    .transform((text, context) => {
      const code = readQrCode(text);
      if (code !== null) return code;
      context.addIssue({ code: 'custom', message: `is no code of ${QR_CODE_LENGTH} letters and digits` });
      return z.NEVER;
    }),
]);

export const qrCheckInBody = z
  .strictObject({
    id: deviceOrCode,
    /** When it was done, where it waited for a network; absent = now. */
    at: instant().default(null),
    /** The same for each attempt to send the same action, another one for each action. */
    clientId: z.string().min(8).max(64).optional(),
  })
  .meta({ title: 'QrDriverAct' });
export type QrCheckInBody = z.output<typeof qrCheckInBody>;

export const qrAccessBody = z
  .strictObject({
    username: keyText(FIELD_LIMITS.qrAccess.username.max, FIELD_LIMITS.qrAccess.username.min),
    /** Null = unchanged. */
    password: z
      .string()
      .min(FIELD_LIMITS.qrAccess.password.min)
      .max(FIELD_LIMITS.qrAccess.password.max)
      .nullable()
      .default(null),
  })
  .meta({ title: 'QrAccessWrite' });
export type QrAccessBody = z.output<typeof qrAccessBody>;

export const qrCodesBody = z
  .strictObject({
    deviceIds: z.array(z.int().positive()).min(1).max(FIELD_LIMITS.qrCodes.devices),
    renew: z.boolean().default(false),
  })
  .meta({ title: 'QrCodesWish' });
export type QrCodesBody = z.output<typeof qrCodesBody>;

/** A check-in as the extension stores it. Instants are ms since 1970. */
export const storedCheckIn = z.object({
  driverId: id(),
  driverName: z.string(),
  driverUniqueId: z.string(),
  deviceId: id(),
  deviceName: z.string(),
  plate: z.string(),
  /** User who gave the driver access: actions of rules happen in their name. */
  ownerId: id(),
  since: ms(),
  until: ms().nullable(),
  end: z.enum(QR_ENDS).nullable(),
  unlock: z.enum(QR_UNLOCKS),
  /** Rules at the time of the check-in; seconds, 0 = never. */
  rules: z.object({ logoutOnIgnitionOff: z.boolean(), lockAfterS: id(), logoutAfterS: id() }),
  /** Whether the ignition has been on since, and up to which position that was checked. */
  ignition: z.object({ wasOn: z.boolean(), lookedUntil: ms() }),
  /** The account of the tracking server was linked to this driver for the time being. */
  isLinked: z.boolean(),
});
export type StoredCheckIn = z.output<typeof storedCheckIn>;

export const storedQrDriver = z.object({
  current: storedCheckIn.nullable(),
  lastAt: ms(),
  /** Completed actions, newest first. */
  seen: z.array(z.string()),
});
export type StoredQrDriver = z.output<typeof storedQrDriver>;

export const storedQrDevice = z.object({
  /** Current driver; 0 = none. */
  driverId: id(),
  lastAt: ms(),
  /** It has no driver, and is to be locked. */
  idle: z
    .object({ since: ms(), lockAt: ms(), ownerId: id(), driverId: id(), isBegun: z.boolean() })
    .nullable(),
});
export type StoredQrDevice = z.output<typeof storedQrDevice>;

export const storedQrAccess = z.object({
  driverId: id(),
  userId: id(),
  ownerId: id(),
  username: z.string(),
});
export type StoredQrAccess = z.output<typeof storedQrAccess>;

export const storedQrCode = z.object({ deviceId: id(), code: z.string() });
