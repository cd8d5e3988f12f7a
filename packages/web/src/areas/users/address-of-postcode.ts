import type { PostcodeAddress } from '@rastro/fleet';
import type { UserValues } from './user-values.ts';

const RETURNED_FIELDS = ['street', 'district', 'city', 'state'] as const;
type Typed = Pick<UserValues, (typeof RETURNED_FIELDS)[number]>;

/** Parts of the address of a postcode whose fields are empty. */
export const filledIn = (typed: Typed, address: PostcodeAddress): Partial<Typed> =>
  Object.fromEntries(
    RETURNED_FIELDS.filter((field) => typed[field].trim() === '').map((field) => [field, address[field]]),
  );

/** All that a postcode says, because the user asked for it. */
export const replacedBy = (address: PostcodeAddress): Partial<Typed> =>
  Object.fromEntries(
    RETURNED_FIELDS.filter((field) => address[field] !== '').map((field) => [field, address[field]]),
  );

/** Does the postcode say something else than what is typed? */
export const differsFrom = (typed: Typed, address: PostcodeAddress): boolean =>
  RETURNED_FIELDS.some((field) => address[field] !== '' && address[field] !== typed[field].trim());

/** In one line. */
export const addressLine = (address: PostcodeAddress): string =>
  RETURNED_FIELDS.map((field) => address[field])
    .filter((part) => part !== '')
    .join(', ');
