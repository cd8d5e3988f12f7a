import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** Traccar makes links without a list of them; without a token to act by, neither do we. */
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
