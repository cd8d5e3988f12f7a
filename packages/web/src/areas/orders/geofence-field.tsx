import { isAnchor, type Geofence } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { SearchedSelect } from '../../ui/searched-select.tsx';

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
