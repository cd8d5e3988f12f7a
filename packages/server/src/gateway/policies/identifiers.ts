import { hiddenDevice, isHiddenDevice } from '@rastro/fleet';
import { gatewayErrors } from '../gateway-errors.ts';
import type { Policy } from './policy.ts';

/**
 * Identifiers that a safe deletion gives to devices cannot be written by hand. A write that hides is a deletion, as
 * another gateway in front of this one does it, and needs that right.
 */
export const identifiers: Policy = {
  routes: new Set(['POST /devices', 'PUT /devices/:id']),
  check: async (call, gate) => {
    const uniqueId = uniqueIdIn(call.body.json);
    if (!isHiddenDevice({ uniqueId })) return null;
    const id = call.key === 'POST /devices' ? 0 : Math.trunc(call.written?.id ?? 0);
    const before = id > 0 ? uniqueIdIn(await call.read(`/api/devices/${id}`)) : '';
    if (before === uniqueId) return null;
    const hidden = hiddenDevice({ id, uniqueId: before, attributes: {}, disabled: false });
    const isHiding = before !== '' && hidden.uniqueId === uniqueId;
    return isHiding ? gate.errorFor('devices.delete', await call.user()) : gatewayErrors.fixedIdentifier();
  },
};

function uniqueIdIn(device: unknown): string {
  const { uniqueId }: Readonly<Record<string, unknown>> = Object(device);
  return typeof uniqueId === 'string' ? uniqueId.trim() : '';
}
