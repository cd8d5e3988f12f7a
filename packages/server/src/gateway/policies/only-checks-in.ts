import { isQrDriver } from '@rastro/fleet';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/**
 * A driver who signed in to check in has no rights, whatever else the account says
 * (docs/reference/requirements.md SPEC §6).
 */
export const onlyChecksIn: Policy = {
  check: async (call, { brand }) => {
    if (call.route.qrDriver === true) return null;
    const user = await call.user();
    if (!user || !isQrDriver(user, brand)) return null;
    const rule = await call.rule();
    return rule?.access === 'public' ? null : gatewayErrors.onlyChecksIn();
  },
};
