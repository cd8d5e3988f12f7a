import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import { DEVICE_STATES } from '../entities/device-attributes.ts';
import { QR_CODE_LENGTH, readQrCode } from '../entities/qr-check-in.ts';
import { AUTOLINK_DAYS, AUTOLINK_MAX_DAYS, STOCK_MAX_CODES, STOCK_MAX_MOVED } from '../entities/stock.ts';
import { optionalText, reference, text } from './fields.ts';

const id = () => z.int().positive();
const ms = () => z.int().min(0);

export const stockCodesBody = z
  .strictObject({
    deviceIds: z.array(id()).min(1).max(STOCK_MAX_CODES),
    /** For how many days they count. */
    days: z.int().min(1).max(AUTOLINK_MAX_DAYS).default(AUTOLINK_DAYS),
    /** Labels that were printed before open nothing from now on. */
    renew: z.boolean().default(false),
  })
  .meta({ title: 'AutolinkCodesWish' });

export const stockMoveBody = z
  .strictObject({
    deviceIds: z.array(id()).min(1).max(STOCK_MAX_MOVED),
    to: z.enum(DEVICE_STATES),
    note: z.string().trim().max(FIELD_LIMITS.stock.note).default(''),
  })
  .meta({ title: 'StockMove' });

export const autolinkBody = z
  .strictObject({
    /** As it was scanned or typed. */
    code: z
      .string()
      .max(400)
      .transform((text, context) => {
        const code = readQrCode(text);
        if (code !== null) return code;
        context.addIssue({ code: 'custom', message: `is no code of ${QR_CODE_LENGTH} letters and digits` });
        return z.NEVER;
      }),
    name: text(FIELD_LIMITS.vehicle.name),
    plate: optionalText(FIELD_LIMITS.vehicle.plate).default(null),
    category: optionalText(64).default(null),
    groupId: reference().default(0),
  })
  .meta({ title: 'Autolink' });
export type AutolinkBody = z.output<typeof autolinkBody>;

/** A code as the extension stores it. Instants are ms since 1970. */
export const storedAutolinkCode = z.object({
  code: z.string(),
  deviceId: id(),
  /** User who printed it: the tracker is handed over in their name, to accounts below them. */
  ownerId: id(),
  until: ms(),
  /** User of the code; done = it is used. */
  taken: z.object({ userId: id(), at: ms(), isDone: z.boolean() }).nullable(),
});
export type StoredAutolinkCode = z.output<typeof storedAutolinkCode>;

/** Trackers that a user is taking over right now: they count against their limit. */
export const storedClaimer = z.object({ open: z.array(id()) });

export const storedMovement = z.object({
  deviceId: id(),
  deviceName: z.string(),
  at: ms(),
  userId: id(),
  userName: z.string(),
  from: z.string(),
  to: z.string(),
  note: z.string(),
});
export type StoredMovement = z.output<typeof storedMovement>;
