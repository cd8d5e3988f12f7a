import { deviceSlotRefusal, type DeviceSlotRefusal } from '@rastro/fleet';
import { useFleetList } from '../../kernel/fleet/fleet-context.tsx';
import { useSignedIn } from '../../kernel/services.tsx';

/** The limit that forbids one more device; null = none that we know of. @source SPEC §5 */
export function useDeviceSlot(): DeviceSlotRefusal | null {
  const { user, server, branding } = useSignedIn();
  const { counts } = useFleetList();
  return deviceSlotRefusal({
    installationLimit: server.deviceLimit,
    serverLimit: server.server.attributes[`${branding.brand}.deviceLimit`],
    user,
    devices: counts.total,
  });
}
