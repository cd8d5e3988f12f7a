import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/** On every route, open ones too: a password that may not be checked now reveals nothing. */
export const knownCaller: Policy = {
  check: async (call) => {
    const identity = await call.identity();
    return 'user' in identity ? null : gatewayErrors.tooManyAttempts(identity.waitSeconds);
  },
};
