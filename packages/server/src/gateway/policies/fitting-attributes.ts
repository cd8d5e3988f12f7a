import {
  attributeProblem,
  DRIVER_ATTRIBUTES,
  USER_ATTRIBUTES,
  type Attributes,
  type NamedAttributes,
} from '@rastro/fleet';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/**
 * Attributes of users and drivers that the product uses must have their type: bills, suspensions and domains are read
 * from them. Other attributes are free, and a wrong value may stay until it is edited.
 */
const fitting = (path: '/users' | '/drivers', table: NamedAttributes): Policy => ({
  routes: new Set([`POST ${path}`, `PUT ${path}/:id`] as const),
  check: async ({ key, written, read }, { brand }) => {
    if (!written) return null;
    const { id, attributes } = written;
    const problemOf = (before: Attributes): string | null =>
      attributeProblem(table, brand, { before, after: attributes });
    // Misfitting values are rare: only then the entity is read.
    const problem = problemOf({});
    if (problem === null) return null;
    const isNew = key === `POST ${path}`;
    const stored = isNew ? null : await read(`/api${path}/${Math.trunc(id)}`);
    const { attributes: before }: { readonly attributes?: Attributes | null } = Object(stored);
    const changed = problemOf(before ?? {});
    return changed === null ? null : gatewayErrors.unreadable(changed);
  },
});

export const userAttributesFit = fitting('/users', USER_ATTRIBUTES);
export const driverAttributesFit = fitting('/drivers', DRIVER_ATTRIBUTES);
