import {
  attributeName,
  DISTANCE_ATTRIBUTE,
  FIELD_LIMITS,
  fitsAttribute,
  HOUR12_ATTRIBUTE,
  isWeakPassword,
  languageAttribute,
  SPEED_ATTRIBUTE,
  TEMPERATURE_ATTRIBUTE,
  USER_ATTRIBUTES,
  ZONE_ATTRIBUTE,
  type Attributes,
  type NamedAttribute,
  type User,
} from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { ADDRESS_FIELDS, CONTACT_FIELDS, type ProfileField } from '../../kernel/accounts/profile-fields.ts';
import type { DisplayChoices } from '../../i18n/format.ts';
import { mapDefaults, writtenMapDefaults, type MapDefaults } from '../../kernel/map-defaults/map-defaults.ts';
import { LANDINGS, type Landing } from '../../kernel/session/landing.ts';
import { recordOf } from '../../ui/fields/record-of.ts';

/** Fields that users may change about themselves here; address and contacts as they are typed. */
export interface AccountValues extends Readonly<Record<ProfileField, string>> {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Empty = unchanged. */
  readonly password: string;
  readonly confirmation: string;
  /** Needed for another e-mail or password. */
  readonly currentPassword: string;
  readonly language: string;
  /** Empty = that of the installation. */
  readonly timezone: string;
  readonly speedUnit: string;
  readonly distanceUnit: string;
  readonly temperatureUnit: string;
  readonly coordinateFormat: string;
  readonly hour12: boolean;
  readonly landing: Landing;
  readonly map: MapDefaults;
}
export type AccountField = 'name' | 'email' | 'phone' | 'password' | 'confirmation' | 'currentPassword';
/** Keys of the namespace `account`. */
export type AccountProblem =
  | 'nameShort'
  | 'emailShort'
  | 'passwordShort'
  | 'confirmationDiffers'
  | 'currentMissing';

const { name: NAME, email: EMAIL, password: PASSWORD } = FIELD_LIMITS.user;

/** Whether a change concerns signing in: then the server requires the current password. */
export const changesSignIn = (user: User, { email, password }: AccountValues): boolean =>
  password !== '' || email.trim().toLowerCase() !== user.email.toLowerCase();

/** @source docs/reference/requirements.md SPEC §5 "User form" */
export function checkAccount(
  user: User,
  values: AccountValues,
): Partial<Record<AccountField, AccountProblem>> {
  const { name, email, password, confirmation } = values;
  return {
    ...(name.trim().length < NAME.min && { name: 'nameShort' }),
    ...(email.trim().length < EMAIL.min && { email: 'emailShort' }),
    ...(password !== '' && password.length < PASSWORD.min && { password: 'passwordShort' }),
    ...(password !== confirmation && { confirmation: 'confirmationDiffers' }),
    ...(changesSignIn(user, values) &&
      values.currentPassword === '' && { currentPassword: 'currentMissing' }),
  };
}

export const PROFILE_FIELDS: readonly ProfileField[] = [...ADDRESS_FIELDS, ...CONTACT_FIELDS];
const named = (field: ProfileField): NamedAttribute => USER_ATTRIBUTES[field];

/** Can a field of the user not be so? */
export const isWrongProfile = (field: ProfileField, text: string): boolean =>
  text.trim() !== '' && !fitsAttribute(named(field), text.trim());

/** Strength of a password; null = none was typed. The server rejects the weakest. */
export function passwordStrength({ password, name, email }: AccountValues): 'weak' | 'fair' | 'good' | null {
  if (password === '') return null;
  if (password.length < 8 || isWeakPassword(password, { name, email, login: null })) return 'weak';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  return password.length >= 16 || (password.length >= 12 && kinds >= 2) || kinds >= 4 ? 'good' : 'fair';
}

/** The whole user as it is written: a missing field would become its default (docs/reference/tracking-api.md §3.1). */
export function changedUser(user: User, values: AccountValues, brand: string): UserWrite {
  const written = PROFILE_FIELDS.map((field) => [attributeName(brand, named(field)), values[field].trim()]);
  const given = written.filter(([name = '', text]) => text !== '' || user.attributes[name] !== undefined);
  const profile: Attributes = Object.fromEntries(given);
  const attributes = {
    ...user.attributes,
    [languageAttribute(brand)]: values.language,
    [SPEED_ATTRIBUTE]: values.speedUnit,
    [DISTANCE_ATTRIBUTE]: values.distanceUnit,
    [TEMPERATURE_ATTRIBUTE]: values.temperatureUnit,
    [HOUR12_ATTRIBUTE]: values.hour12,
    [ZONE_ATTRIBUTE]: values.timezone,
    ...landingAttribute(user, values.landing, brand),
    ...profile,
  };
  return {
    ...user,
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim() || null,
    password: values.password === '' ? null : values.password,
    ...(changesSignIn(user, values) && { currentPassword: values.currentPassword }),
    coordinateFormat: values.coordinateFormat,
    ...writtenMapDefaults(values.map, chosenOnly(attributes)),
  };
}

/** The usual one is written only where another one was chosen before. */
function landingAttribute(user: User, landing: Landing, brand: string): Attributes {
  const name = attributeName(brand, USER_ATTRIBUTES.landing);
  return landing === LANDINGS[0] && user.attributes[name] === undefined ? {} : { [name]: landing };
}

/** A zone that was taken away is none: the account reads as the installation does. */
function chosenOnly({ [ZONE_ATTRIBUTE]: zone, ...others }: Attributes): Attributes {
  return zone === '' || zone === undefined ? others : { ...others, [ZONE_ATTRIBUTE]: zone };
}

/** The values of the form for a user. @param display What the page shows now. */
export function accountValues(user: User, display: DisplayChoices, brand: string): AccountValues {
  const { attributes } = user;
  // Only their own choice: the value of the installation is shown next to the empty field.
  const zone = attributes[ZONE_ATTRIBUTE];
  return {
    name: user.name,
    email: user.email,
    phone: user.phone ?? '',
    ...recordOf(PROFILE_FIELDS, (field) => {
      const value = attributes[attributeName(brand, named(field))];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    }),
    password: '',
    confirmation: '',
    currentPassword: '',
    language: display.language,
    timezone: typeof zone === 'string' ? zone : '',
    speedUnit: display.speedUnit,
    distanceUnit: display.distanceUnit,
    temperatureUnit: display.temperatureUnit,
    coordinateFormat: display.coordinateFormat,
    hour12: display.hour12,
    landing:
      LANDINGS.find((name) => name === attributes[attributeName(brand, USER_ATTRIBUTES.landing)]) ??
      LANDINGS[0],
    map: mapDefaults(user),
  };
}
