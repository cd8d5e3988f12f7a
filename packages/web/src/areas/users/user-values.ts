import {
  attributeName,
  DISTANCE_ATTRIBUTE,
  FIELD_LIMITS,
  fitsAttribute,
  HOUR12_ATTRIBUTE,
  isSet,
  languageAttribute,
  PLAIN_USER,
  resellerLimitOf,
  SPEED_ATTRIBUTE,
  USER_ATTRIBUTES,
  ZONE_ATTRIBUTE,
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
import { recordOf } from '../../ui/fields/record-of.ts';
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

/** Attributes that are typed in fields of their own. */
const TYPED_FIELDS = [
  ...ADDRESS_FIELDS,
  ...CONTACT_FIELDS,
  ...BILLING_FIELDS,
  ...BILLING_MODES,
  'advancedPerms',
  'resellerLimit',
  'resellerDomain',
  'historyDays',
] as const satisfies readonly NamedField[];
type TypedField = (typeof TYPED_FIELDS)[number];

/** Attributes that are chosen in the preferences, by their field. Empty = as the installation says. */
const displayAttributes = (brand: string) =>
  ({
    language: languageAttribute(brand),
    timezone: ZONE_ATTRIBUTE,
    speedUnit: SPEED_ATTRIBUTE,
    distanceUnit: DISTANCE_ATTRIBUTE,
    tokens: 'notificationTokens',
  }) as const;
const DISPLAY_FIELDS = ['language', 'timezone', 'speedUnit', 'distanceUnit', 'tokens'] as const;
type DisplayField = (typeof DISPLAY_FIELDS)[number];

/** Attributes that are switches, by their field. @returns with the value of a switch that is off. */
const switchAttributes = (brand: string) => {
  const named = (field: NamedField, off: false | null) =>
    [attributeName(brand, USER_ATTRIBUTES[field]), off] as const;
  return {
    hour12: [HOUR12_ATTRIBUTE, false],
    billing: named('billing', false),
    trustUnlock: named('trustUnlock', false),
    autoSuspension: named('autoSuspension', false),
    reseller: named('reseller', null),
    subReseller: named('subReseller', null),
  } as const;
};
const SWITCH_FIELDS = ['hour12', ...BILLING_FLAGS, 'reseller', 'subReseller'] as const;
type SwitchField = (typeof SWITCH_FIELDS)[number];

export const USER_FLAGS = [
  'readonly',
  'deviceReadonly',
  'limitCommands',
  'disableReports',
  'fixedEmail',
] as const;
export type UserFlag = (typeof USER_FLAGS)[number];

/** Values of the fields of all tabs; numbers as they are typed. */
export interface UserValues
  extends
    Pick<User, UserFlag | 'name' | 'email' | 'administrator' | 'disabled'>,
    Readonly<Record<TypedField | DisplayField, string>>,
    Readonly<Record<SwitchField, boolean>> {
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
}
export interface UserContext {
  readonly brand: string;
  /** The editing user, who can give only rights that they have. */
  readonly actor: User;
  /** Language in which the editor types numbers. */
  readonly language: Language;
  /** Time zone of the editor's days. */
  readonly zone: string;
}
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
  const { attributes } = user;
  const [names, switches] = [displayAttributes(brand), switchAttributes(brand)];
  return {
    ...user,
    ...recordOf(TYPED_FIELDS, (field) => {
      const mode = isCharge(field) && attributes[attributeName(brand, attributeOf(`${field}Mode`))];
      const attribute = attributeAs(field, mode);
      return namedAttributeText(attributes[attributeName(brand, attribute)], attribute, language);
    }),
    ...recordOf(DISPLAY_FIELDS, (field) => {
      const value = attributes[names[field]];
      return typeof value === 'string' ? value : '';
    }),
    ...recordOf(SWITCH_FIELDS, (field) => {
      const [name, off] = switches[field];
      // A rank that another client wrote as a text counts, too.
      return off === null ? isSet(attributes, name) : attributes[name] === true;
    }),
    phone: user.phone ?? '',
    password: '',
    confirmation: '',
    invites: false,
    lastDay: dayOf(user.expirationTime, zone),
    deviceLimit: limitText(user.deviceLimit),
    userLimit: limitText(user.userLimit),
    coordinateFormat: user.coordinateFormat ?? '',
    map: mapDefaults({ ...user, map: user.map }),
  };
}

/** @param value Null or empty takes it away. */
function withAttribute(attributes: Attributes, name: string, value: AttributeValue): Attributes {
  const { [name]: _former, ...others } = attributes;
  return value === null || value === '' ? others : { ...others, [name]: value };
}

/** The whole user as it is written: a missing field would become its default. Untouched fields keep their value. */
export function changedUser(user: UserWrite, values: UserValues, context: UserContext): UserWrite {
  const before = userValues(user, context);
  const attributes = changedAttributes(user, values, context);
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

function changedAttributes(user: UserWrite, values: UserValues, context: UserContext): Attributes {
  const before = userValues(user, context);
  let { attributes } = user;
  for (const field of TYPED_FIELDS) {
    const mode = typedMode(field, values);
    if (values[field] === before[field] && mode === typedMode(field, before)) continue;
    const attribute = attributeAs(field, mode);
    const value = namedAttributeValue(values[field], attribute, context.language);
    attributes = withAttribute(attributes, attributeName(context.brand, attribute), value);
  }
  const [names, switches] = [displayAttributes(context.brand), switchAttributes(context.brand)];
  for (const field of DISPLAY_FIELDS)
    if (values[field] !== before[field]) attributes = withAttribute(attributes, names[field], values[field]);
  for (const field of SWITCH_FIELDS) {
    const [name, off] = switches[field];
    if (values[field] !== before[field]) attributes = withAttribute(attributes, name, values[field] || off);
  }
  return attributes;
}

/** A fine or a discount is money, in cents, or per cent, as its mode says. @param mode Empty = fixed. */
function attributeAs(field: NamedField, mode: unknown): NamedAttribute {
  const attribute = attributeOf(field);
  if (!isCharge(field)) return attribute;
  return { ...attribute, is: mode === 'percent' ? 'share' : 'cents' };
}
const isCharge = (field: NamedField): field is 'fine' | 'discount' =>
  field === 'fine' || field === 'discount';
const typedMode = (field: NamedField, values: UserValues): string =>
  isCharge(field) ? values[`${field}Mode`] : '';

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
  for (const field of TYPED_FIELDS) {
    const mode = typedMode(field, values);
    const attribute = attributeAs(field, mode);
    const value = namedAttributeValue(values[field], attribute, context.language);
    // Untouched fields are not checked, whatever they are.
    const isTouched = values[field] !== before[field] || mode !== typedMode(field, before);
    if (isTouched && value !== null && !fitsAttribute(attribute, value)) problems[field] = 'valueWrong';
  }
  if (isBeyondOwnPlaces(user, values, context)) problems['resellerLimit'] = 'beyondOwn';
  const map = checkMapDefaults(values.map);
  if (map.centre !== undefined || map.zoom !== undefined) problems['map'] = 'valueWrong';
  return problems;
}

/** The field that the server rejected. @param attribute With the brand. */
export function rejectedField(attribute: string | null, { brand }: UserContext): TypedField | null {
  const field = TYPED_FIELDS.find((each) => attributeName(brand, attributeOf(each)) === attribute);
  return field ?? null;
}

function isBeyondOwnPlaces(user: UserWrite, values: UserValues, context: UserContext): boolean {
  const { actor, brand, language } = context;
  const wanted = namedAttributeValue(values.resellerLimit, USER_ATTRIBUTES.resellerLimit, language);
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

/** A new user who gets invoices. */
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
