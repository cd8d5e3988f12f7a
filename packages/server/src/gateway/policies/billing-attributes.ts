import { isBillingAttribute, type Attributes, type Device } from '@rastro/fleet';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/**
 * Money and installation of a vehicle have a right of their own (docs/reference/requirements.md PRODUCT §4, bit 15).
 */
export const billingAttributes: Policy = {
  routes: new Set(['POST /devices', 'PUT /devices/:id']),
  check: async (call, gate) => {
    const user = await call.user();
    const missing = user && (await gate.errorFor('devices.editOwnBilling', user));
    if (!missing) return null;
    const { written } = call;
    if (!written) return gatewayErrors.unreadable();
    // Without access to it the caller cannot write it either: the tracking server rejects that.
    const device =
      call.key === 'POST /devices' ? null : await call.read(`/api/devices/${Math.trunc(written.id)}`);
    const before = (device as Device | null)?.attributes ?? {};
    return billingChange(before, written.attributes) === null ? null : missing;
  },
};

/** The first attribute about billing or installation that a write of a device would change. */
function billingChange(before: Attributes, after: Attributes): string | null {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    if (isBillingAttribute(name) && !same(before[name], after[name])) return name;
  }
  return null;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
