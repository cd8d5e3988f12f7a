import { NativeSelect } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChosenChip } from '../../kernel/fleet/chosen-chip.tsx';
import { useChosenVehicles } from '../../kernel/fleet/use-chosen-vehicles.ts';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { useRights } from '../../kernel/use-rights.ts';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import styles from './orders.module.css';
import table from './report.module.css';
import { isPeriod, REPORT_VIEWS, type ReportView } from './report-question.ts';
import { useCustomerChoices, useDriverChoices, useGroupChoices } from './use-report-choices.ts';

interface ReportFiltersProps {
  readonly view: ReportView;
  /** Writes parts of the address; empty = away with it. */
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
  /** Next to the search. */
  readonly children: ReactNode;
}

/** Period, grouping, vehicles, driver and customer of the report. */
export function ReportFilters({ view, onSet, children }: ReportFiltersProps) {
  const { t } = useTranslation('orders');
  const { from, to, by, deviceId, text } = view;
  const chosen = useChosenVehicles();
  return (
    <div className={styles.tools}>
      <div className={`${styles.find} ${table.beside}`}>
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
          data={REPORT_VIEWS.map((value) => ({ value, label: t(`orders:report.grouped.${value}`) }))}
          value={by}
          onChange={({ currentTarget: { value } }) => onSet({ by: value === 'day' ? '' : value, q: '' })}
        />
        <DateField
          kind="date"
          size="xs"
          aria-label={t('orders:report.from')}
          value={from}
          error={!isPeriod(view)}
          onChange={(value) => onSet({ from: value })}
        />
        <DateField
          kind="date"
          size="xs"
          aria-label={t('orders:report.to')}
          value={to}
          error={!isPeriod(view)}
          onChange={(value) => onSet({ to: value })}
        />
        <VehiclePicker
          className={styles.vehicle}
          label={t('orders:filter.vehicle')}
          value={deviceId === 0 ? null : deviceId}
          onPick={(id) => onSet({ device: String(id), devices: '', groups: '' })}
          clear={{ label: t('orders:filter.anyVehicle'), onClear: () => onSet({ device: '' }) }}
        />
        <WhoFilters view={view} onSet={onSet} />
      </div>
      <ChosenChip {...chosen} />
    </div>
  );
}

/** In place of a report whose period is none. */
export function NoPeriod() {
  const { t } = useTranslation('orders');
  return (
    <ListMessage
      icon={<TriangleAlert aria-hidden />}
      title={t('orders:report.period')}
      text={t('orders:report.periodText')}
    />
  );
}

/** Group, driver and customer; those that the reader may not see are not offered. */
function WhoFilters({ view, onSet }: Pick<ReportFiltersProps, 'view' | 'onSet'>) {
  const { t } = useTranslation('orders');
  const { may } = useRights();
  const groups = useGroupChoices();
  const drivers = useDriverChoices();
  const [isChoosing, setChoosing] = useState(false);
  const customers = useCustomerChoices(view, isChoosing);
  const { groupId, driver, customer } = view;
  return (
    <>
      {may('groups.view') && (
        <SearchedSelect
          size="xs"
          aria-label={t('orders:report.group')}
          placeholder={t('orders:report.group')}
          clearable
          options={groups}
          value={groupId === 0 ? '' : String(groupId)}
          onChange={(value) => onSet({ group: value, devices: '', groups: '' })}
        />
      )}
      {may('drivers.view') && (
        <SearchedSelect
          size="xs"
          aria-label={t('orders:report.by.driver')}
          placeholder={t('orders:report.by.driver')}
          clearable
          options={drivers}
          value={driver}
          onChange={(value) => onSet({ driver: value })}
        />
      )}
      <div onFocus={() => setChoosing(true)}>
        <SearchedSelect
          size="xs"
          aria-label={t('orders:report.by.customer')}
          placeholder={t('orders:report.by.customer')}
          clearable
          options={customers}
          value={customer}
          onChange={(value) => onSet({ customer: value })}
        />
      </div>
    </>
  );
}
