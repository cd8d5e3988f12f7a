import type { Driver } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CustomFieldProps } from '../../ui/fields/field-table.ts';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { valueOf } from '../queries/query-client.ts';
import { useServices } from '../services.tsx';

interface DriverFieldProps extends CustomFieldProps<string> {
  /** Text while there is none. */
  readonly placeholder: string;
}

/** A driver in a form, by their identifier; '' = none. */
export function DriverField({ label, value, error, onChange, placeholder }: DriverFieldProps) {
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
      placeholder={placeholder}
      clearable
      error={error}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}
