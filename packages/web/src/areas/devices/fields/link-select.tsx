import type { Group } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import { useRights } from '../../../kernel/use-rights.ts';
import { SearchedSelect } from '../../../ui/searched-select.tsx';

interface Named {
  readonly id: number;
  readonly name: string;
}
export interface LinkSelectProps {
  readonly kind: 'group' | 'calendar';
  readonly label: string;
  readonly description: string | null;
  /** An id; empty = none. */
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (id: string) => void;
}

/** One of the user's groups or calendars. One that another user linked stays choosable. */
export function LinkSelect({ kind, label, description, value, disabled, onChange }: LinkSelectProps) {
  const { t } = useTranslation('deviceform');
  const { data } = useLinkChoices(kind);
  const options = useMemo(() => {
    const own = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    const isForeign = value !== '' && !own.some((option) => option.value === value);
    return isForeign ? [{ value, label: t('deviceform:linkOf', { id: value }) }, ...own] : own;
  }, [data, value, t]);
  return (
    <SearchedSelect
      label={label}
      description={description}
      value={value}
      disabled={disabled}
      placeholder={t('deviceform:none')}
      options={options}
      clearable
      clearButtonProps={{ 'aria-label': t('deviceform:none') }}
      onChange={onChange}
    />
  );
}

/** Groups carry the names of those above them: `São Paulo / Entregas`. */
export function useLinkChoices(kind: 'group' | 'calendar') {
  const { client } = useServices();
  const { may } = useRights();
  return useQuery<readonly Named[]>({
    queryKey: [kind === 'group' ? 'groups' : 'calendars', 'choices'],
    enabled: may(kind === 'group' ? 'groups.view' : 'calendars.view'),
    queryFn: async ({ signal }) =>
      kind === 'group'
        ? pathNames(valueOf(await client.groups.list({}, signal)))
        : valueOf(await client.calendars.list({}, signal)),
  });
}

const MAX_LEVELS = 12;

function pathNames(groups: readonly Group[]): readonly Named[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const pathOf = (group: Group, level = 0): string => {
    const above = level < MAX_LEVELS ? byId.get(group.groupId) : undefined;
    return above === undefined ? group.name : `${pathOf(above, level + 1)} / ${group.name}`;
  };
  return groups
    .map((group) => ({ id: group.id, name: pathOf(group) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
