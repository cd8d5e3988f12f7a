import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** A body that says it is JSON is some that we can read, about what the address names. */
export const readableBody: Policy = {
  check: ({ body }) => (body.problem === null ? null : gatewayErrors.unreadable(body.problem)),
};
