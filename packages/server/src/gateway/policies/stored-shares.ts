import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** Traccar makes links and keeps no list of them; without a token to act by, nobody does. */
export const storedShares: Policy = {
  routes: new Set([
    'GET /shares',
    'POST /shares',
    'PUT /shares/:id',
    'DELETE /shares/:id',
    'POST /shares/:id/link',
  ]),
  check: async (_call, gate) => ((await gate.storesShares()) ? null : gatewayErrors.sharesNotSupported()),
};
