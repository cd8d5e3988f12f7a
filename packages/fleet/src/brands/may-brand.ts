import { isSet } from '../entities/attributes.ts';
import { attributeName } from '../entities/named-attributes.ts';
import { USER_ATTRIBUTES } from '../entities/user-attributes.ts';
import type { User } from '../entities/user.ts';
import { isQrDriver, isShared } from '../permissions/decide.ts';

type Person = Pick<User, 'administrator' | 'readonly' | 'attributes'>;

/** One below another reseller is one, too. */
const isReseller = ({ attributes }: Pick<User, 'attributes'>, brand: string): boolean =>
  [USER_ATTRIBUTES.reseller, USER_ATTRIBUTES.subReseller].some((each) =>
    isSet(attributes, attributeName(brand, each)),
  );

/** Administrators look after every brand, resellers after their own. @param brand Prefix of the product's attributes. */
export const mayBrand = (user: Person, brand: string): boolean =>
  !isShared(user) &&
  !isQrDriver(user, brand) &&
  (user.administrator || (!user.readonly && isReseller(user, brand)));
