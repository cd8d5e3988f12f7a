import type { Attributes } from '../entities/attributes.ts';
import { attributeName } from '../entities/named-attributes.ts';
import { USER_ATTRIBUTES } from '../entities/user-attributes.ts';

/** Rights and limits of an account, and their end. Nobody grants more than they have. */
export interface Authority {
  readonly administrator: boolean;
  readonly readonly: boolean;
  readonly deviceReadonly: boolean;
  readonly limitCommands: boolean;
  readonly disableReports: boolean;
  readonly fixedEmail: boolean;
  readonly disabled: boolean;
  /** ISO 8601; null = no end. */
  readonly expirationTime: string | null;
  /** -1 = no limit. */
  readonly deviceLimit: number;
  readonly userLimit: number;
  readonly attributes: Attributes;
}

/** Flags that restrict an account. */
export const RESTRICTIONS = [
  'readonly',
  'deviceReadonly',
  'limitCommands',
  'disableReports',
  'fixedEmail',
  'disabled',
] as const satisfies readonly (keyof Authority)[];
const LIMITS = ['deviceLimit', 'userLimit'] as const satisfies readonly (keyof Authority)[];

const rightsName = (brand: string): string => attributeName(brand, USER_ATTRIBUTES.advancedPerms);
const ceiling = (limit: number): number => (limit < 0 ? Infinity : limit);
const endOf = ({ expirationTime }: Pick<Authority, 'expirationTime'>): number =>
  expirationTime === null ? Infinity : Date.parse(expirationTime);

/**
 * Returns the effective authority of an account below the account responsible for it: the intersection of both.
 * Administrators neither limit an account nor are limited by one.
 */
export function boundedBy<T extends Authority>(own: T, giver: Authority, brand: string): T {
  if (own.administrator || giver.administrator) return own;
  const flags = Object.fromEntries(RESTRICTIONS.map((name) => [name, own[name] || giver[name]]));
  const limits = Object.fromEntries(
    LIMITS.map((name) => [name, ceiling(own[name]) <= ceiling(giver[name]) ? own[name] : giver[name]]),
  );
  const expirationTime = endOf(own) <= endOf(giver) ? own.expirationTime : giver.expirationTime;
  return { ...own, ...flags, ...limits, expirationTime, attributes: boundedRights(own, giver, brand) };
}

function boundedRights(own: Authority, giver: Authority, brand: string): Attributes {
  const name = rightsName(brand);
  const wanted = own.attributes[name];
  if (isRightsWithin(wanted, giver.attributes[name])) return own.attributes;
  return { ...own.attributes, [name]: commonRights(wanted, giver.attributes[name]) };
}

/**
 * Returns the first authority that a change grants and the giver lacks; null = the giver may grant all of it. Unchanged
 * values are not grants. A new account that omits one of the giver's restrictions or an end still gets it.
 * @param before Null = a new account.
 */
export function excessOf(
  giver: Authority,
  { before, after }: { readonly before: Authority | null; readonly after: Authority },
  brand: string,
): string | null {
  if (giver.administrator) return null;
  if (after.administrator && before?.administrator !== true) return 'administrator';
  for (const name of LIMITS) {
    if (after[name] !== before?.[name] && ceiling(after[name]) > ceiling(giver[name])) return name;
  }
  const isPlain = before === null && after.expirationTime === null;
  if (!isPlain && after.expirationTime !== (before?.expirationTime ?? null) && endOf(after) > endOf(giver))
    return 'expirationTime';
  const lifted = RESTRICTIONS.find((name) => before?.[name] === true && !after[name] && giver[name]);
  if (lifted !== undefined) return lifted;
  const name = rightsName(brand);
  const isSame = before?.attributes[name] === after.attributes[name];
  return isSame || isRightsWithin(after.attributes[name], giver.attributes[name]) ? null : name;
}

/** Does the first account have everything that the second has? Then its user gains nothing by acting as the second. */
export function holdsAllOf(holder: Authority, other: Authority, brand: string): boolean {
  if (holder.administrator) return true;
  if (other.administrator) return false;
  const name = rightsName(brand);
  return (
    RESTRICTIONS.every((flag) => !holder[flag] || other[flag]) &&
    LIMITS.every((limit) => ceiling(other[limit]) <= ceiling(holder[limit])) &&
    endOf(other) <= endOf(holder) &&
    isRightsWithin(other.attributes[name], holder.attributes[name])
  );
}

/**
 * Is every bit that is granted one of the giver's? Rights are 32 hexadecimal digits.
 * @source docs/reference/requirements.md PRODUCT §4
 */
export function isRightsWithin(granted: unknown, own: unknown): boolean {
  if (granted === undefined || granted === null || granted === '') return true;
  if (typeof granted !== 'string' || typeof own !== 'string' || granted.length !== own.length) return false;
  return granted.split('').every((digit, at) => {
    const wanted = Number.parseInt(digit, 16);
    const held = Number.parseInt(own.charAt(at), 16);
    return Number.isInteger(wanted) && Number.isInteger(held) && (wanted & ~held) === 0;
  });
}

const NO_RIGHTS = '0'.repeat(32);

/** Rights that both have; none if either cannot be read. */
function commonRights(a: unknown, b: unknown): string {
  if (typeof a !== 'string' || typeof b !== 'string' || a.length !== b.length) return NO_RIGHTS;
  const digits = a.split('').map((digit, at) => {
    const both = Number.parseInt(digit, 16) & Number.parseInt(b.charAt(at), 16);
    return both.toString(16);
  });
  return digits.join('');
}
