import { deviceSlotError, type DeviceSlotError } from '@rastro/fleet';
import { useFleetList } from '../../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../../kernel/services.tsx';

/**
 * The limit that forbids one more device; null = none that we know of.
 * @source docs/reference/requirements.md SPEC §5
 */
export function useDeviceSlot(): DeviceSlotError | null {
  const { user, server, branding } = useSignedIn();
  const { counts } = useFleetList();
  return deviceSlotError({
    installationLimit: server.deviceLimit,
    serverLimit: server.server.attributes[`${branding.brand}.deviceLimit`],
    user,
    devices: counts.total,
  });
}
