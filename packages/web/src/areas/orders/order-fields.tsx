import { isAnchor, type Driver, type Geofence } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import styles from './orders.module.css';

/** The vehicle that does it; 0 = none. */
export function VehicleField({ label, value, error, onChange }: CustomFieldProps<number>) {
  const { t } = useTranslation('orders');
  return (
    <div className={styles.field}>
      <span aria-hidden>{label}</span>
      <VehiclePicker
        size="sm"
        className={styles.vehicle}
        label={label}
        value={value === 0 ? null : value}
        onPick={onChange}
        clear={{ label: t('orders:assign.clear'), onClear: () => onChange(0) }}
      />
      {error !== null && (
        <span role="alert" className={styles.problem}>
          {error}
        </span>
      )}
    </div>
  );
}

/** A driver by their identifier; '' = whoever drives the vehicle. */
export function DriverField({ label, value, error, onChange }: CustomFieldProps<string>) {
  const { t } = useTranslation('orders');
  const { client } = useServices();
  const { data } = useQuery<readonly Driver[]>({
    queryKey: ['drivers', 'choices'],
    queryFn: async ({ signal }) => valueOf(await client.drivers.list({}, signal)),
  });
  const options = useMemo(
    () => (data ?? []).map(({ uniqueId, name }) => ({ value: uniqueId, label: name })),
    [data],
  );
  return (
    <SearchedSelect
      label={label}
      placeholder={t('orders:assign.anyDriver')}
      clearable
      error={error}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}

/** A geofence. @param none What it means when there is none; 0 = that. */
export function GeofenceField({
  label,
  value,
  error,
  onChange,
  none,
}: CustomFieldProps<number> & { readonly none: string }) {
  const { client } = useServices();
  const { data } = useQuery<readonly Geofence[]>({
    queryKey: ['geofences', 'choices'],
    queryFn: async ({ signal }) => valueOf(await client.geofences.list({}, signal)),
  });
  const options = useMemo(
    () =>
      (data ?? [])
        .filter((fence) => !isAnchor(fence))
        .map(({ id, name }) => ({ value: String(id), label: name })),
    [data],
  );
  return (
    <SearchedSelect
      label={label}
      placeholder={none}
      clearable
      error={error}
      options={options}
      value={value === 0 ? '' : String(value)}
      onChange={(id) => onChange(Number(id))}
    />
  );
}
