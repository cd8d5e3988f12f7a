import { NativeSelect } from '@mantine/core';
import { ORDER_GROUPINGS } from '@rastro/fleet/orders';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import styles from './orders.module.css';
import type { ReportView } from './report-question.ts';

interface ReportFiltersProps {
  readonly view: ReportView;
  /** Days follow each other, and are not too many. */
  readonly isPeriod: boolean;
  /** Writes parts of the address; empty = away with it. */
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
  /** Next to the search. */
  readonly children: ReactNode;
}

/** Period, grouping and vehicle of the report. */
export function ReportFilters({ view, isPeriod, onSet, children }: ReportFiltersProps) {
  const { t } = useTranslation('orders');
  const { from, to, by, deviceId, text } = view;
  return (
    <div className={styles.tools}>
      <div className={styles.find}>
        <SearchField
          label={t('orders:report.search')}
          value={text}
          onChange={(value) => onSet({ q: value })}
        />
        {children}
      </div>
      <div className={styles.filters}>
        <NativeSelect
          size="xs"
          aria-label={t('orders:report.grouping')}
          data={ORDER_GROUPINGS.map((value) => ({ value, label: t(`orders:report.grouped.${value}`) }))}
          value={by}
          onChange={({ currentTarget: { value } }) => onSet({ by: value === 'day' ? '' : value, q: '' })}
        />
        <DateField
          kind="date"
          size="xs"
          aria-label={t('orders:report.from')}
          value={from}
          error={!isPeriod}
          onChange={(value) => onSet({ from: value })}
        />
        <DateField
          kind="date"
          size="xs"
          aria-label={t('orders:report.to')}
          value={to}
          error={!isPeriod}
          onChange={(value) => onSet({ to: value })}
        />
        <VehiclePicker
          className={styles.vehicle}
          label={t('orders:filter.vehicle')}
          value={deviceId === 0 ? null : deviceId}
          onPick={(id) => onSet({ device: String(id) })}
          clear={{ label: t('orders:filter.anyVehicle'), onClear: () => onSet({ device: '' }) }}
        />
      </div>
    </div>
  );
}
