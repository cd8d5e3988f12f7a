import { z } from 'zod';
import { FIELD_LIMITS } from '../entities/field-limits.ts';
import {
  decimal,
  flag,
  ignoring,
  instant,
  integer,
  keyText,
  optionalKeyText,
  optionalText,
  text,
  zonedAttributes,
} from './fields.ts';

/** Placeholder for a one-time-code key that is set: the key itself never leaves the server. */
export const HIDDEN_KEY = '********';

/**
 * An e-mail address or a user name: nothing that ends a header, separates addresses, is not seen, or could be taken
 * for a part of something composed.
 */
const accountName = () =>
  keyText(FIELD_LIMITS.user.email.max, FIELD_LIMITS.user.email.min).pipe(
    z
      .string()
      .regex(
        /^[^\s\p{C}@:,;<>"()[\]\\]+(@[^\s\p{C}@:,;<>"()[\]\\]+)?$/u,
        'is no e-mail address or user name',
      ),
  );

/**
 * docs/reference/requirements.md SPEC §5: name at least 3 characters, e-mail or user name at least 4, password at least
 * 4.
 */
export const userBody = ignoring(
  ['hashedPassword', 'salt', 'manager'],
  z.strictObject({
    id: integer(),
    attributes: zonedAttributes(),
    name: text(FIELD_LIMITS.user.name.max, FIELD_LIMITS.user.name.min),
    login: optionalKeyText(128),
    email: accountName(),
    phone: optionalText(FIELD_LIMITS.user.phone),
    readonly: flag(),
    administrator: flag(),
    map: optionalText(128),
    latitude: decimal(-90, 90),
    longitude: decimal(-180, 180),
    zoom: integer(),
    coordinateFormat: optionalText(128),
    disabled: flag(),
    expirationTime: instant(),
    deviceLimit: integer(),
    userLimit: integer(),
    deviceReadonly: flag(),
    limitCommands: flag(),
    disableReports: flag(),
    fixedEmail: flag(),
    poiLayer: optionalText(512),
    temporary: flag(),
    /** Absent or `HIDDEN_KEY` = unchanged (undefined here), null or "" = none. */
    totpKey: z.preprocess(
      (value) => (value === HIDDEN_KEY ? undefined : value === '' ? null : value),
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z2-7]{16,64}$/, 'is no base32 key')
        .nullish(),
    ),
    /** Absent, null or empty = unchanged. */
    password: z.preprocess(
      (value) => (value === undefined || value === '' ? null : value),
      z.string().min(FIELD_LIMITS.user.password.min).max(FIELD_LIMITS.user.password.max).nullable(),
    ),
    /** Required from users who change their own e-mail, password or one-time-code key; read at the gateway. */
    currentPassword: optionalText(1024),
    /** One-time code of the console, for the first administrator only. */
    setupCode: optionalText(64),
  }),
);
export type UserBody = z.output<typeof userBody>;
