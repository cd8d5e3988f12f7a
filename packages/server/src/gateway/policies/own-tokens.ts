import type { TrackingKey } from '@rastro/fleet/api';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** A Traccar does not read whose token is meant, and would make one of the administrator's own. */
export const ownTokens: Policy = {
  routes: new Set<TrackingKey>(['POST /session/token']),
  check: ({ body }, { tracking }) =>
    tracking.isOurs || (body.form?.['userId'] ?? '') === '' ? null : gatewayErrors.onlyOwnTokens(),
};
