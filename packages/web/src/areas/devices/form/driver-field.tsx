import { NativeSelect } from '@mantine/core';
import type { Driver } from '@rastro/fleet';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';

export const linkedDriversKey = (deviceId: number) => ['drivers', 'of', deviceId] as const;

/** Drivers linked to a device itself, or all that the person may link. */
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

/** The driver that the form shows as the vehicle's; 0 = nobody. */
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
  const linked = useDrivers(deviceId).data ?? [];
  const all = useDrivers(null).data ?? [];
  if (!may('drivers.view')) return null;
  const choices = [...all, ...linked.filter(({ id }) => !all.some((driver) => driver.id === id))];
  return (
    <NativeSelect
      label={t('deviceform:driver.label')}
      description={linked.length > 1 ? t('deviceform:driver.more') : null}
      value={String(value)}
      disabled={disabled || !may('drivers.edit')}
      data={[
        { value: '0', label: t('deviceform:none') },
        ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
