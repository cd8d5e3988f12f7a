import {
  attributeName,
  FIELD_LIMITS,
  fitsAttribute,
  PLAIN_USER,
  resellerLimitOf,
  USER_ATTRIBUTES,
  type Attributes,
  type AttributeValue,
  type Language,
  type NamedAttribute,
  type User,
} from '@rastro/fleet';
import type { UserWrite } from '@rastro/tracking-client';
import { moneySign, readNumber } from '../../i18n/number-text.ts';
import { endOfDay, localTime } from '../../i18n/zoned-time.ts';
import { namedAttributeText, namedAttributeValue } from '../../kernel/formats/named-attribute-text.ts';
import {
  checkMapDefaults,
  mapDefaults,
  writtenMapDefaults,
  type MapDefaults,
} from '../../kernel/map-defaults/map-defaults.ts';
import { ADDRESS_FIELDS, CONTACT_FIELDS } from '../../kernel/accounts/profile-fields.ts';

export type NamedField = keyof typeof USER_ATTRIBUTES;
export const BILLING_FLAGS = [
  'billing',
  'trustUnlock',
  'autoSuspension',
] as const satisfies readonly NamedField[];
export const BILLING_FIELDS = [
  'taxId',
  'description',
  'price',
  'firstDueDay',
  'trustUnlockDays',
  'autoSuspensionDays',
  'fine',
  'interest',
  'discount',
  'discountDays',
] as const satisfies readonly NamedField[];
export const BILLING_MODES = ['fineMode', 'discountMode'] as const satisfies readonly NamedField[];

/** All that stand in fields of their own. */
const NAMED_FIELDS: readonly NamedField[] = [
  ...ADDRESS_FIELDS,
  ...CONTACT_FIELDS,
  ...BILLING_FIELDS,
  ...BILLING_MODES,
  'advancedPerms',
  'resellerLimit',
  'resellerDomain',
  'historyDays',
];

export const USER_FLAGS = [
  'readonly',
  'deviceReadonly',
  'limitCommands',
  'disableReports',
  'fixedEmail',
] as const;
export type UserFlag = (typeof USER_FLAGS)[number];

/** Values of the fields of all tabs. */
export interface UserValues extends Pick<User, UserFlag | 'name' | 'email' | 'administrator' | 'disabled'> {
  readonly phone: string;
  readonly password: string;
  readonly confirmation: string;
  /** For a new user: they choose their password themselves. */
  readonly invites: boolean;
  /** A day, which counts to its end; empty = no end. */
  readonly lastDay: string;
  /** Empty = no limit. */
  readonly deviceLimit: string;
  readonly userLimit: string;
  readonly coordinateFormat: string;
  readonly map: MapDefaults;
  /** Those that the form knows by name, as they are typed. */
  readonly typed: Readonly<Partial<Record<NamedField, string>>>;
  /** All others, and those that are no texts. */
  readonly attributes: Attributes;
}
export interface UserContext {
  readonly brand: string;
  /** The editor: nobody can give rights that they do not have. */
  readonly actor: User;
  /** Language in which the editor types numbers. */
  readonly language: Language;
  /** Time zone of the editor's days. */
  readonly zone: string;
}
export type UserTab = 'account' | 'preferences' | 'address' | 'permissions' | 'billing';
/** Keys of the namespace `users`. */
export type UserProblem =
  | 'nameShort'
  | 'emailShort'
  | 'passwordShort'
  | 'confirmationDiffers'
  | 'dateWrong'
  | 'limitWrong'
  | 'beyondOwn'
  | 'valueWrong';

/** @source docs/reference/requirements.md SPEC §5 "User form" */
const { name: NAME, email: EMAIL, password: PASSWORD } = FIELD_LIMITS.user;

const limitText = (limit: number): string => (limit < 0 ? '' : String(limit));
const limitOf = (text: string, { language }: UserContext): number =>
  text.trim() === '' ? -1 : (readNumber(text, language) ?? Number.NaN);
const attributeOf = (field: NamedField): NamedAttribute => USER_ATTRIBUTES[field];

const dayOf = (instant: string | null, zone: string): string =>
  instant === null ? '' : localTime(Date.parse(instant), zone).slice(0, 10);

export function userValues(user: UserWrite, { brand, language, zone }: UserContext): UserValues {
  const typed = NAMED_FIELDS.map((field): [NamedField, string] => {
    const mode = isCharge(field) && user.attributes[attributeName(brand, attributeOf(`${field}Mode`))];
    const attribute = attributeAs(field, mode);
    const value = user.attributes[attributeName(brand, attribute)];
    return [field, namedAttributeText(value, attribute, language)];
  });
  return {
    ...user,
    phone: user.phone ?? '',
    password: '',
    confirmation: '',
    invites: false,
    lastDay: dayOf(user.expirationTime, zone),
    deviceLimit: limitText(user.deviceLimit),
    userLimit: limitText(user.userLimit),
    coordinateFormat: user.coordinateFormat ?? '',
    map: mapDefaults({ ...user, map: user.map }),
    typed: Object.fromEntries(typed),
    attributes: user.attributes,
  };
}

/** @param value Null or empty takes it away. */
export function withAttribute(attributes: Attributes, name: string, value: AttributeValue): Attributes {
  const { [name]: _former, ...others } = attributes;
  return value === null || value === '' ? others : { ...others, [name]: value };
}

/** The whole user as it is written: a missing field would become its default. What nobody touched stays. */
export function changedUser(user: UserWrite, values: UserValues, context: UserContext): UserWrite {
  const before = userValues(user, context);
  let attributes = values.attributes;
  for (const field of NAMED_FIELDS) {
    const text = values.typed[field] ?? '';
    const mode = typedMode(field, values);
    if (text === before.typed[field] && mode === typedMode(field, before)) continue;
    const attribute = attributeAs(field, mode);
    attributes = withAttribute(
      attributes,
      attributeName(context.brand, attribute),
      namedAttributeValue(text, attribute, context.language),
    );
  }
  const flags = Object.fromEntries(USER_FLAGS.map((flag) => [flag, values[flag]]));
  const isMapSame = JSON.stringify(values.map) === JSON.stringify(before.map);
  return {
    ...user,
    ...flags,
    name: values.name.trim(),
    email: values.email.trim(),
    phone: values.phone.trim() === '' ? null : values.phone.trim(),
    password: values.password === '' ? null : values.password,
    administrator: values.administrator,
    disabled: values.disabled,
    expirationTime:
      values.lastDay === before.lastDay ? user.expirationTime : expirationOf(values.lastDay, context.zone),
    deviceLimit: limitOf(values.deviceLimit, context),
    userLimit: limitOf(values.userLimit, context),
    coordinateFormat: values.coordinateFormat === '' ? null : values.coordinateFormat,
    attributes,
    ...(isMapSame ? {} : writtenMapDefaults(values.map, attributes)),
  };
}

/** A fine or a discount is money, in cents, or per cent, as its mode says. @param mode Empty = fixed. */
function attributeAs(field: NamedField, mode: unknown): NamedAttribute {
  const attribute = attributeOf(field);
  if (!isCharge(field)) return attribute;
  return { ...attribute, is: mode === 'percent' ? 'share' : 'cents' };
}
const isCharge = (field: NamedField): field is 'fine' | 'discount' =>
  field === 'fine' || field === 'discount';
const typedMode = (field: NamedField, { typed }: UserValues): string =>
  (isCharge(field) ? typed[`${field}Mode`] : undefined) ?? '';

/** Unit after a field: its currency or percent; empty = none. */
export function unitOf(field: NamedField, values: UserValues, language: Language): string {
  const { is } = attributeAs(field, typedMode(field, values));
  return is === 'cents' ? moneySign(language) : is === 'share' ? '%' : '';
}

function expirationOf(lastDay: string, zone: string): string | null {
  const end = endOfDay(lastDay, zone);
  return Number.isNaN(end) ? null : new Date(end).toISOString();
}

/** Errors by field. @source docs/reference/requirements.md SPEC §5 "User form" */
export function checkUser(
  user: UserWrite,
  values: UserValues,
  context: UserContext,
): Readonly<Record<string, UserProblem>> {
  const problems: Record<string, UserProblem> = {};
  const before = userValues(user, context);
  const { password, lastDay } = values;
  if (values.name.trim().length < NAME.min) problems['name'] = 'nameShort';
  if (values.email.trim().length < EMAIL.min) problems['email'] = 'emailShort';
  const needsPassword = (user.id <= 0 && !values.invites) || password !== '';
  if (needsPassword && password.length < PASSWORD.min) problems['password'] = 'passwordShort';
  if (password !== values.confirmation) problems['confirmation'] = 'confirmationDiffers';
  if (lastDay !== '' && expirationOf(lastDay, context.zone) === null) problems['lastDay'] = 'dateWrong';
  for (const field of ['deviceLimit', 'userLimit'] as const) {
    const problem = limitProblem(limitOf(values[field], context), user[field], context.actor, field);
    if (problem !== null) problems[field] = problem;
  }
  for (const field of NAMED_FIELDS) {
    const mode = typedMode(field, values);
    const attribute = attributeAs(field, mode);
    const value = namedAttributeValue(values.typed[field] ?? '', attribute, context.language);
    // What nobody touched is not asked about, whatever it is.
    const isTouched = values.typed[field] !== before.typed[field] || mode !== typedMode(field, before);
    if (isTouched && value !== null && !fitsAttribute(attribute, value)) problems[field] = 'valueWrong';
  }
  if (isBeyondOwnPlaces(user, values, context)) problems['resellerLimit'] = 'beyondOwn';
  const map = checkMapDefaults(values.map);
  if (map.centre !== undefined || map.zoom !== undefined) problems['map'] = 'valueWrong';
  return problems;
}

/** The field that the server rejected. @param attribute With the brand. */
export function rejectedField(
  attribute: string | null,
  { brand }: UserContext,
): Readonly<Record<string, UserProblem>> {
  const field = NAMED_FIELDS.find((each) => attributeName(brand, attributeOf(each)) === attribute);
  return field === undefined ? {} : { [field]: 'valueWrong' };
}

function isBeyondOwnPlaces(user: UserWrite, values: UserValues, context: UserContext): boolean {
  const { actor, brand, language } = context;
  const text = values.typed.resellerLimit ?? '';
  const wanted = namedAttributeValue(text, USER_ATTRIBUTES.resellerLimit, language);
  const max = resellerLimitOf(actor, brand);
  const isUnchanged = wanted === user.attributes[attributeName(brand, USER_ATTRIBUTES.resellerLimit)];
  return !actor.administrator && !isUnchanged && max >= 0 && typeof wanted === 'number' && wanted > max;
}

function limitProblem(
  limit: number,
  before: number,
  actor: User,
  field: 'deviceLimit' | 'userLimit',
): UserProblem | null {
  if (!Number.isSafeInteger(limit) || limit < -1) return 'limitWrong';
  const own = actor[field];
  if (actor.administrator || own < 0 || limit === before) return null;
  return limit < 0 || limit > own ? 'beyondOwn' : null;
}

const OF_ACCOUNT = ['name', 'email', 'password', 'confirmation'];
const OF_PERMISSIONS = [
  'lastDay',
  'deviceLimit',
  'userLimit',
  'resellerLimit',
  'resellerDomain',
  'historyDays',
];

/** Where the first thing that is wrong stands; null = nothing is. */
export function wrongTab(problems: Readonly<Record<string, UserProblem>>): UserTab | null {
  const [first] = Object.keys(problems);
  if (first === undefined) return null;
  if (OF_ACCOUNT.includes(first)) return 'account';
  if (OF_PERMISSIONS.includes(first)) return 'permissions';
  if (first === 'map') return 'preferences';
  return [...ADDRESS_FIELDS, ...CONTACT_FIELDS].some((field) => field === first) ? 'address' : 'billing';
}

/** Somebody new who gets invoices. */
export const payingUser = (actor: User, brand: string): UserWrite => ({
  ...newUser(actor),
  attributes: { [attributeName(brand, USER_ATTRIBUTES.billing)]: true },
});

export function newUser(actor: User): UserWrite {
  return {
    ...PLAIN_USER,
    id: 0,
    name: '',
    email: '',
    // As much as the maker may give; in Traccar it would be none.
    deviceLimit: actor.administrator ? -1 : actor.deviceLimit,
    totpKey: null,
    password: null,
  };
}
