import type { PostcodeAddress } from '@rastro/fleet';
import type { UserValues } from './user-values.ts';

type Typed = UserValues['typed'];
const RETURNED_FIELDS = ['street', 'district', 'city', 'state'] as const;

/** Fills empty fields with the address of a postcode. */
export const filledIn = (typed: Typed, address: PostcodeAddress): Typed => ({
  ...typed,
  ...Object.fromEntries(
    RETURNED_FIELDS.filter((field) => (typed[field] ?? '').trim() === '').map((field) => [
      field,
      address[field],
    ]),
  ),
});

/** The same over what is typed, because the user asked for it; what the postcode does not say stays. */
export const replacedBy = (typed: Typed, address: PostcodeAddress): Typed => ({
  ...typed,
  ...Object.fromEntries(
    RETURNED_FIELDS.filter((field) => address[field] !== '').map((field) => [field, address[field]]),
  ),
});

/** Does the postcode say something else than what is typed? */
export const differsFrom = (typed: Typed, address: PostcodeAddress): boolean =>
  RETURNED_FIELDS.some((field) => address[field] !== '' && address[field] !== (typed[field] ?? '').trim());

/** In one line. */
export const addressLine = (address: PostcodeAddress): string =>
  RETURNED_FIELDS.map((field) => address[field])
    .filter((part) => part !== '')
    .join(', ');
