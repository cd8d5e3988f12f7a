import { hiddenDevice, isHiddenDevice, type Device } from '@rastro/fleet';
import { refusals } from '../refusal.ts';
import type { Policy } from './policy.ts';

/**
 * What a safe deletion calls a device is not written by hand. A write that hides is a deletion, as another gateway
 * in front of this one does it, and needs that right.
 */
export const identifiers: Policy = {
  routes: new Set(['POST /devices', 'PUT /devices/:id']),
  check: async (call, gate) => {
    const { uniqueId } = Object(call.body.json) as { readonly uniqueId?: unknown };
    if (typeof uniqueId !== 'string' || !isHiddenDevice({ uniqueId: uniqueId.trim() })) return null;
    const id = call.key === 'POST /devices' ? 0 : Math.trunc(call.written?.id ?? 0);
    const before = id > 0 ? ((await call.read(`/api/devices/${id}`)) as Device | null) : null;
    if (before?.uniqueId === uniqueId.trim()) return null;
    const isHiding = before !== null && hiddenDevice(before).uniqueId === uniqueId.trim();
    return isHiding ? gate.refusalOf('devices.delete', await call.user()) : refusals.keptIdentifier();
  },
};
