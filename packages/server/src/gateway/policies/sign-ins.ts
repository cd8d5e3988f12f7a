import type { TrackingKey } from '@rastro/fleet/api';
import { isForm } from '../strangers.ts';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** Another form of body would carry the account past the count of wrong passwords. */
export const loginIsForm: Policy = {
  routes: new Set<TrackingKey>(['POST /session']),
  check: ({ request }) => (isForm(request) ? null : gatewayErrors.formOnly()),
};
