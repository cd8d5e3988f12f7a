import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { INSPECTION_SORTS, type InspectionViewProps } from './inspection-question.ts';
import styles from './inspections.module.css';

interface InspectionToolsProps extends InspectionViewProps {
  readonly label: string;
  /** Filter of its own. */
  readonly filter: ReactNode;
  /** Next to the search. */
  readonly children?: ReactNode;
}

/** Search, filters and order of a list. */
export function InspectionTools({ view, onSet, label, filter, children }: InspectionToolsProps) {
  const { t } = useTranslation('inspections');
  const { text, sort, isUp } = view;
  return (
    <div className={styles.tools}>
      <div className={styles.find}>
        <SearchField label={label} value={text} onChange={(value) => onSet({ q: value })} />
        {children}
      </div>
      <div className={styles.filters}>
        {filter}
        <VehicleFilter view={view} onSet={onSet} />
        <NativeSelect
          size="xs"
          aria-label={t('inspections:sort.label')}
          data={INSPECTION_SORTS.flatMap((name) =>
            (['down', 'up'] as const).map((order) => ({
              value: `${name} ${order}`,
              label: t(`inspections:sort.${name}.${order}`),
            })),
          )}
          value={`${sort} ${isUp ? 'up' : 'down'}`}
          onChange={({ currentTarget: { value } }) => {
            const [by = '', order = ''] = value.split(' ');
            onSet({ sort: by === 'time' ? '' : by, order: order === 'up' ? 'up' : '' });
          }}
        />
      </div>
    </div>
  );
}

function VehicleFilter({ view: { deviceId }, onSet }: InspectionViewProps) {
  const { t } = useTranslation('inspections');
  return (
    <VehiclePicker
      className={styles.vehicle}
      label={t('inspections:filter.vehicle')}
      value={deviceId === 0 ? null : deviceId}
      onPick={(id) => onSet({ device: String(id) })}
      clear={{ label: t('inspections:filter.anyVehicle'), onClear: () => onSet({ device: '' }) }}
    />
  );
}
