import { NativeSelect } from '@mantine/core';
import { matchLanguage } from '@rastro/fleet';
import { monthOf } from '@rastro/fleet/billing';
import { COST_KINDS } from '@rastro/fleet/costs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { monthText } from '../../i18n/month-text.ts';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { COST_SORTS, offeredMonths, type CostView, type CostViewProps } from './cost-question.ts';
import styles from './costs.module.css';
import { useToday } from './use-costs.ts';

interface CostFiltersProps extends CostViewProps {
  /** Next to the search. */
  readonly children: ReactNode;
}

/** Filters and order of lines. */
export function CostFilters({ view, onSet, children }: CostFiltersProps) {
  const { t } = useTranslation('costs');
  return (
    <div className={styles.tools}>
      <div className={styles.find}>
        <SearchField label={t('costs:search')} value={view.text} onChange={(value) => onSet({ q: value })} />
        {children}
      </div>
      <div className={styles.filters}>
        <NativeSelect
          size="xs"
          aria-label={t('costs:filter.kind')}
          data={[
            { value: '', label: t('costs:filter.anyKind') },
            ...COST_KINDS.map((value) => ({ value, label: t(`costs:kind.${value}`) })),
          ]}
          value={view.kind ?? ''}
          onChange={({ currentTarget: { value } }) => onSet({ kind: value })}
        />
        <MonthSelect view={view} onSet={onSet} any={t('costs:filter.anyMonth')} />
        <VehiclePicker
          className={styles.vehicle}
          label={t('costs:filter.vehicle')}
          value={view.deviceId === 0 ? null : view.deviceId}
          onPick={(id) => onSet({ device: String(id) })}
          clear={{ label: t('costs:filter.anyVehicle'), onClear: () => onSet({ device: '' }) }}
        />
        <SortSelect view={view} onSet={onSet} />
      </div>
    </div>
  );
}

interface MonthSelectProps extends CostViewProps {
  /** Label of the choice of none; null = a month has to be chosen, this one is. */
  readonly any: string | null;
}
export function MonthSelect({ view: { month }, onSet, any }: MonthSelectProps) {
  const { t, i18n } = useTranslation('costs');
  const language = matchLanguage(i18n.language) ?? 'en';
  const now = monthOf(useToday());
  return (
    <NativeSelect
      size="xs"
      aria-label={t('costs:filter.month')}
      data={[
        ...(any === null ? [] : [{ value: '', label: any }]),
        ...offeredMonths(now, month).map((value) => ({ value, label: monthText(value, language) })),
      ]}
      value={month ?? (any === null ? now : '')}
      onChange={({ currentTarget: { value } }) => onSet({ month: value })}
    />
  );
}

function SortSelect({ view: { sort, isDown }, onSet }: CostViewProps) {
  const { t } = useTranslation('costs');
  const orders = COST_SORTS.flatMap((name) => (['down', 'up'] as const).map((order) => ({ name, order })));
  const change = (value: string): void => {
    const chosen = orders.find(({ name, order }) => value === `${name} ${order}`);
    if (chosen !== undefined) onSet({ sort: sortParam(chosen.name), order: chosen.order });
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t('costs:sort.label')}
      data={orders.map(({ name, order }) => ({
        value: `${name} ${order}`,
        label: t(`costs:sort.${name}.${order}`),
      }))}
      value={`${sort} ${isDown ? 'down' : 'up'}`}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  );
}
const sortParam = (sort: CostView['sort']): string => (sort === 'time' ? '' : sort);
