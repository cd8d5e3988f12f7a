import { isSet, type Attributes } from '../entities/attributes.ts';
import { attributeName } from '../entities/named-attributes.ts';
import { USER_ATTRIBUTES } from '../entities/user-attributes.ts';
import type { User } from '../entities/user.ts';
import { isQrDriver, isShared } from './decide.ts';

type Account = Pick<User, 'administrator' | 'readonly' | 'attributes'>;

/** One below another reseller is one, too. */
export const isReseller = ({ attributes }: Pick<User, 'attributes'>, brand: string): boolean =>
  [USER_ATTRIBUTES.reseller, USER_ATTRIBUTES.subReseller].some((each) =>
    isSet(attributes, attributeName(brand, each)),
  );

/** Device limit for everything below a reseller; -1 = unlimited. @param brand Prefix of the product's attributes. */
export function resellerLimitOf({ attributes }: Pick<User, 'attributes'>, brand: string): number {
  const limit = attributes[attributeName(brand, USER_ATTRIBUTES.resellerLimit)];
  return typeof limit === 'number' && limit >= 0 ? limit : -1;
}

/**
 * Resellers make users below them resellers, with at most their own device limit, which counts for all of them
 * together.
 * They cannot change those whom an administrator made resellers.
 */
export function maySellBelow(
  actor: Account,
  { name, before, wanted }: { readonly name: string; readonly before: Attributes; readonly wanted: unknown },
  brand: string,
): boolean {
  const { reseller, subReseller, resellerLimit } = USER_ATTRIBUTES;
  if (!mayBrand(actor, brand) || isSet(before, attributeName(brand, reseller))) return false;
  if (name === attributeName(brand, subReseller)) return true;
  const most = resellerLimitOf(actor, brand);
  const isWithin = most < 0 || typeof wanted !== 'number' || wanted <= most;
  return name === attributeName(brand, resellerLimit) && isWithin;
}

/** Administrators manage every brand, resellers their own. @param brand Prefix of the product's attributes. */
export const mayBrand = (user: Account, brand: string): boolean =>
  !isShared(user) &&
  !isQrDriver(user, brand) &&
  (user.administrator || (!user.readonly && isReseller(user, brand)));
