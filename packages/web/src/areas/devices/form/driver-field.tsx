import type { Driver } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { SearchedSelect } from '../../../ui/searched-select.tsx';

export const linkedDriversKey = (deviceId: number) => ['drivers', 'of', deviceId] as const;

/** Drivers linked to a device itself, or all that the user may link. */
function useDrivers(deviceId: number | null): UseQueryResult<readonly Driver[]> {
  const { client } = useServices();
  const { may } = useRights();
  return useQuery<readonly Driver[]>({
    queryKey: deviceId === null ? ['drivers'] : linkedDriversKey(deviceId),
    enabled: may('drivers.view') && deviceId !== 0,
    queryFn: async ({ signal }) =>
      valueOf(await client.drivers.list(deviceId === null ? {} : { deviceId }, signal)),
  });
}

/** The driver that the form shows as the vehicle's; 0 = none. */
export function useLinkedDriver(deviceId: number): number {
  return useDrivers(deviceId).data?.[0]?.id ?? 0;
}

export interface DriverFieldProps {
  readonly deviceId: number;
  readonly value: number;
  readonly disabled: boolean;
  readonly onChange: (driverId: number) => void;
}

/** One driver of the vehicle. What links more of them is not undone here. */
export function DriverField({ deviceId, value, disabled, onChange }: DriverFieldProps) {
  const { t } = useTranslation('deviceform');
  const { may } = useRights();
  const linked = useDrivers(deviceId).data;
  const all = useDrivers(null).data;
  const choices = useMemo(() => {
    const drivers = new Map([...(all ?? []), ...(linked ?? [])].map((driver) => [driver.id, driver]));
    return Array.from(drivers.values(), ({ id, name }) => ({ value: String(id), label: name }));
  }, [all, linked]);
  if (!may('drivers.view')) return null;
  return (
    <SearchedSelect
      label={t('deviceform:driver.label')}
      description={linked !== undefined && linked.length > 1 ? t('deviceform:driver.more') : null}
      placeholder={t('deviceform:none')}
      value={value === 0 ? '' : String(value)}
      disabled={disabled || !may('drivers.edit')}
      options={choices}
      clearable
      clearButtonProps={{ 'aria-label': t('deviceform:none') }}
      onChange={(id) => onChange(Number(id))}
    />
  );
}
