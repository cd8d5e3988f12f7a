import {
  attributeName,
  FIELD_LIMITS,
  fitsAttribute,
  isWeakPassword,
  USER_ATTRIBUTES,
  ZONE_ATTRIBUTE,
  type Attributes,
  type NamedAttribute,
  type User,
  type Language,
} from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { mapDefaults, writtenMapDefaults, type MapDefaults } from '../../kernel/map-defaults/map-defaults.ts';
import { ADDRESS_FIELDS, CONTACT_FIELDS, type ProfileField } from '../../kernel/accounts/profile-fields.ts';

/** Fields that users may change about themselves here. */
export interface AccountValues {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Address and contacts, as they are typed. */
  readonly profile: Readonly<Record<ProfileField, string>>;
  /** Empty = unchanged. */
  readonly password: string;
  readonly confirmation: string;
  /** Needed for another e-mail or password. */
  readonly currentPassword: string;
  readonly coordinateFormat: string;
  readonly map: MapDefaults;
  /** Attributes by their name, e.g. the language. */
  readonly attributes: Attributes;
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

/** Does it change how one signs in? Then the server wants the current password. */
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

const PROFILE_FIELDS: readonly ProfileField[] = [...ADDRESS_FIELDS, ...CONTACT_FIELDS];
const named = (field: ProfileField): NamedAttribute => USER_ATTRIBUTES[field];

/** Fields of the user that cannot be so. */
export const invalidProfileFields = ({ profile }: AccountValues): readonly ProfileField[] =>
  PROFILE_FIELDS.filter((field) => {
    const text = profile[field].trim();
    return text !== '' && !fitsAttribute(named(field), text);
  });

/** Strength of a password; null = none was typed. The server rejects the weakest. */
export function passwordStrength({ password, name, email }: AccountValues): 'weak' | 'fair' | 'good' | null {
  if (password === '') return null;
  if (password.length < 8 || isWeakPassword(password, { name, email, login: null })) return 'weak';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  return password.length >= 16 || (password.length >= 12 && kinds >= 2) || kinds >= 4 ? 'good' : 'fair';
}

/** The whole user as it is written: a missing field would become its default (docs/reference/tracking-api.md §3.1). */
export function changedUser(user: User, values: AccountValues, brand: string): UserWrite {
  const written = PROFILE_FIELDS.map((field) => [
    attributeName(brand, named(field)),
    values.profile[field].trim(),
  ]);
  const given = written.filter(([name = '', text]) => text !== '' || user.attributes[name] !== undefined);
  const profile: Attributes = Object.fromEntries(given);
  return {
    ...user,
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim() || null,
    password: values.password === '' ? null : values.password,
    ...(changesSignIn(user, values) && { currentPassword: values.currentPassword }),
    coordinateFormat: values.coordinateFormat,
    ...writtenMapDefaults(values.map, chosenOnly({ ...user.attributes, ...values.attributes, ...profile })),
  };
}

/** A zone that was taken away is none: the account reads as the installation does. */
function chosenOnly({ [ZONE_ATTRIBUTE]: zone, ...others }: Attributes): Attributes {
  return zone === '' || zone === undefined ? others : { ...others, [ZONE_ATTRIBUTE]: zone };
}

/** The values of the form for a user; `language` is what the page shows now. */
export function accountValues(
  user: User,
  display: {
    readonly brand: string;
    readonly language: Language;
    readonly languageKey: string;
    readonly coordinateFormat: string;
    readonly attributes: Attributes;
  },
): AccountValues {
  return {
    name: user.name,
    email: user.email,
    phone: user.phone ?? '',
    profile: profileOf(user, display.brand),
    password: '',
    confirmation: '',
    currentPassword: '',
    coordinateFormat: display.coordinateFormat,
    map: mapDefaults(user),
    attributes: { ...display.attributes, [display.languageKey]: display.language },
  };
}

function profileOf({ attributes }: User, brand: string): AccountValues['profile'] {
  const text = (field: ProfileField): string => {
    const value = attributes[attributeName(brand, named(field))];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return {
    postcode: text('postcode'),
    street: text('street'),
    number: text('number'),
    complement: text('complement'),
    district: text('district'),
    city: text('city'),
    state: text('state'),
    personalPhone: text('personalPhone'),
    commercialPhone: text('commercialPhone'),
    whatsapp: text('whatsapp'),
    contactEmail: text('contactEmail'),
  };
}
