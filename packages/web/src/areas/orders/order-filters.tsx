import { NativeSelect } from '@mantine/core';
import { dateIn } from '@rastro/fleet/billing';
import { ORDER_RISKS, type OrderPage } from '@rastro/fleet/orders';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import {
  ORDER_SORTS,
  riskOf,
  SHOWN_STATES,
  statesOf,
  type OrderView,
  type ShownState,
} from './order-question.ts';
import styles from './orders.module.css';

interface OrderFiltersProps {
  readonly view: OrderView;
  /** Of the first page; undefined = not known yet. */
  readonly counts: OrderPage['counts'] | undefined;
  /** Writes parts of the address; empty = away with it. */
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
  /** Next to the search. */
  readonly children: ReactNode;
}

/** Filters and order of the list; states say how many there are. */
export function OrderFilters({ view, counts, onSet, children }: OrderFiltersProps) {
  const { t } = useTranslation('orders');
  const { text, day, deviceId, sort, isDown } = view;
  return (
    <div className={styles.tools}>
      <div className={styles.find}>
        <SearchField label={t('orders:search')} value={text} onChange={(value) => onSet({ q: value })} />
        {children}
      </div>
      <div className={styles.filters}>
        <StateFilter view={view} counts={counts} onSet={onSet} />
        <DateField
          kind="date"
          size="xs"
          aria-label={t('orders:filter.day')}
          value={day}
          onChange={(value) => onSet({ day: value })}
        />
        <VehiclePicker
          className={styles.vehicle}
          label={t('orders:filter.vehicle')}
          value={deviceId === 0 ? null : deviceId}
          onPick={(id) => onSet({ device: String(id), devices: '', groups: '' })}
          clear={{ label: t('orders:filter.anyVehicle'), onClear: () => onSet({ device: '' }) }}
        />
        <NativeSelect
          size="xs"
          aria-label={t('orders:sort.label')}
          data={ORDER_SORTS.flatMap((name) =>
            (['up', 'down'] as const).map((order) => ({
              value: `${name} ${order}`,
              label: t(`orders:sort.${name}.${order}`),
            })),
          )}
          value={`${sort} ${isDown ? 'down' : 'up'}`}
          onChange={({ currentTarget: { value } }) => {
            const [by = '', order = ''] = value.split(' ');
            onSet({ sort: by === 'time' ? '' : by, order: order === 'down' ? 'down' : '' });
          }}
        />
      </div>
    </div>
  );
}

/** States, and risks of a day. */
function StateFilter({ view: { state, day }, counts, onSet }: Omit<OrderFiltersProps, 'children'>) {
  const { t } = useTranslation('orders');
  const zone = useZone();
  const label = (shown: ShownState): string => {
    const name = t(`orders:state.${shown}`);
    // Counts of a state say nothing of risks, nor those of risks of a state.
    if (counts === undefined || riskOf(shown) !== null || riskOf(state) !== null) return name;
    const states = statesOf(shown);
    const count = counts.reduce(
      (sum, each) => sum + (shown === 'all' || states.includes(each.state) ? each.count : 0),
      0,
    );
    return `${name} (${count})`;
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t('orders:filter.state')}
      data={SHOWN_STATES.map((value) => ({ value, label: label(value) }))}
      value={state}
      onChange={({ currentTarget: { value } }) => {
        const isRisk = ORDER_RISKS.some((risk) => risk === value);
        onSet({
          state: value === 'open' ? '' : value,
          // Those are of a day: of the present one, unless another was chosen.
          ...(isRisk && day === '' && { day: dateIn(zone, Date.now()) }),
        });
      }}
    />
  );
}
