import { isReseller } from './may-brand.ts';
import type { User } from '../entities/user.ts';
import { isQrDriver, isShared } from './decide.ts';

type Account = Pick<User, 'administrator' | 'userLimit' | 'attributes'>;

/**
 * Administrators, resellers, and users who may have users below them. @param brand Prefix of the product's attributes.
 */
export const managesUsers = (user: Account, brand: string): boolean =>
  !isShared(user) &&
  !isQrDriver(user, brand) &&
  (user.administrator || user.userLimit !== 0 || isReseller(user, brand));
