import type { Attributes, User, Language } from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { mapDefaults, writtenMapDefaults, type MapDefaults } from '../../kernel/map-defaults/map-defaults.ts';

/** What a person may change about themselves here. */
export interface AccountValues {
  readonly name: string;
  readonly email: string;
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
export type AccountField = 'name' | 'email' | 'password' | 'confirmation' | 'currentPassword';
/** Keys of the namespace `account`. */
export type AccountProblem =
  | 'nameShort'
  | 'emailShort'
  | 'passwordShort'
  | 'confirmationDiffers'
  | 'currentMissing';

const MIN_NAME = 3;
const MIN_EMAIL = 4;
const MIN_PASSWORD = 4;

/** Does it change how one signs in? Then the server wants the current password. */
export const changesSignIn = (user: User, { email, password }: AccountValues): boolean =>
  password !== '' || email.trim().toLowerCase() !== user.email.toLowerCase();

/** @source SPEC §5 "User form" */
export function checkAccount(
  user: User,
  values: AccountValues,
): Partial<Record<AccountField, AccountProblem>> {
  const { name, email, password, confirmation } = values;
  return {
    ...(name.trim().length < MIN_NAME && { name: 'nameShort' }),
    ...(email.trim().length < MIN_EMAIL && { email: 'emailShort' }),
    ...(password !== '' && password.length < MIN_PASSWORD && { password: 'passwordShort' }),
    ...(password !== confirmation && { confirmation: 'confirmationDiffers' }),
    ...(changesSignIn(user, values) &&
      values.currentPassword === '' && { currentPassword: 'currentMissing' }),
  };
}

/** The whole user as it is written: a missing field would become its default (tracking-api.md §3.1). */
export function changedUser(user: User, values: AccountValues): UserWrite {
  return {
    ...user,
    name: values.name.trim(),
    email: values.email.trim(),
    password: values.password === '' ? null : values.password,
    ...(changesSignIn(user, values) && { currentPassword: values.currentPassword }),
    coordinateFormat: values.coordinateFormat,
    ...writtenMapDefaults(values.map, { ...user.attributes, ...values.attributes }),
  };
}

/** The values of the form for a user; `language` is what the page shows now. */
export function accountValues(
  user: User,
  shown: {
    readonly language: Language;
    readonly languageKey: string;
    readonly coordinateFormat: string;
    readonly attributes: Attributes;
  },
): AccountValues {
  return {
    name: user.name,
    email: user.email,
    password: '',
    confirmation: '',
    currentPassword: '',
    coordinateFormat: shown.coordinateFormat,
    map: mapDefaults(user),
    attributes: { ...shown.attributes, [shown.languageKey]: shown.language },
  };
}
