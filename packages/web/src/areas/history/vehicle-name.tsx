import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';

/** Name of a vehicle; its id until the name is known. */
export function useVehicleName(deviceId: number): string {
  const { t } = useTranslation('devices');
  return useVehicle(deviceId)?.device.name ?? `${t('devices:panel.title')} ${deviceId}`;
}

export function VehicleName({ deviceId }: { readonly deviceId: number }) {
  return useVehicleName(deviceId);
}
