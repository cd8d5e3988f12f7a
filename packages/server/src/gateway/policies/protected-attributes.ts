import {
  attributeName,
  isSet,
  isRightsWithin,
  mayBrand,
  maySellBelow,
  protectedUserAttributes,
  resellerLimitOf,
  USER_ATTRIBUTES,
  type Attributes,
  type User,
} from '@rastro/fleet';
import type { Call } from '../call.ts';
import { gatewayErrors, type ErrorReply } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** Price, billing terms, and retention of the history of a user's vehicles. */
const SOLD = ['billing', 'trustUnlock', 'historyDays'] as const;

/** Authority never lives where its owner can write it. */
export const protectedAttributes: Policy = {
  routes: new Set(['POST /users', 'PUT /users/:id']),
  check: async (call, { brand }) => {
    const user = await call.user();
    if (!user) return null;
    const { written } = call;
    // What we cannot read, the other side might: it must not pass unchecked.
    if (!written) return gatewayErrors.unreadable();
    const before = call.key === 'POST /users' ? {} : await attributesOf(call, written.id, user);
    const target = { id: written.id, before, after: written.attributes };
    const name = forbiddenChange(user, target, brand);
    return name === null ? null : protectionError(name, user, target, brand);
  },
};

interface Target {
  readonly id: number;
  readonly before: Attributes;
  readonly after: Attributes;
}

/** A seller may give places, only not more than they have: that is another reason than not being allowed to. */
export function protectionError(
  name: string,
  actor: User,
  { id, before }: Target,
  brand: string,
): ErrorReply {
  const limit = resellerLimitOf(actor, brand);
  const isTooMany =
    name === attributeName(brand, USER_ATTRIBUTES.resellerLimit) &&
    id !== actor.id &&
    limit >= 0 &&
    mayBrand(actor, brand) &&
    !isSet(before, attributeName(brand, USER_ATTRIBUTES.reseller));
  return isTooMany ? gatewayErrors.limitAboveOwn(limit) : gatewayErrors.protectedAttribute(name);
}

async function attributesOf(call: Call, id: number, user: User): Promise<Attributes> {
  if (id === user.id) return user.attributes;
  const { status, body } = await call.lookUp(`/api/users/${id}`);
  if (status !== 200) return {};
  return (JSON.parse(body.toString('utf8')) as User).attributes;
}

/**
 * The first protected attribute that a change would touch without the authority to do so. Administrators may change
 * all; others never their own. For the users they manage: rights within their own, and resellers their prices and
 * whether they may resell. The tracking server decides who manages whom.
 * @param before Attributes now; {} for a new account.
 */
export function forbiddenChange(actor: User, target: Target, brand: string): string | null {
  if (actor.administrator) return null;
  const isProtected = protectedUserAttributes(brand);
  const rights = attributeName(brand, USER_ATTRIBUTES.advancedPerms);
  const names = new Set([...Object.keys(target.before), ...Object.keys(target.after)]);
  for (const name of names) {
    if (!isProtected(name) || same(target.before[name], target.after[name])) continue;
    const isSold = SOLD.some((prefix) => name.startsWith(`${brand}.${prefix}`));
    if (isSold && target.id !== actor.id && mayBrand(actor, brand)) continue;
    const step = { name, before: target.before, wanted: target.after[name] };
    if (target.id !== actor.id && maySellBelow(actor, step, brand)) continue;
    const isDelegation = name === rights && target.id !== actor.id;
    if (!isDelegation || !isRightsWithin(target.after[name], actor.attributes[name])) return name;
  }
  return null;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
