import { Button } from '@mantine/core';
import { matchLanguage, zoneText } from '@rastro/fleet';
import type { LayoutContent } from '@rastro/fleet/layouts';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddVehicle } from '../../kernel/fleet/add-vehicle.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { PeriodPicker } from '../../kernel/period/period-picker.tsx';
import type { PeriodChoice } from '../../kernel/period/period.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { Chip } from '../../ui/chip.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import styles from './overview.module.css';
import { useGroups } from './use-scope.ts';
import { useVehicleNames } from './widgets/use-vehicle-names.ts';
import type { Scope } from './widgets/widget-props.ts';

type Vehicles = Pick<LayoutContent, 'deviceIds' | 'groupIds'>;
export interface OverviewChoices {
  readonly choice?: PeriodChoice;
  readonly vehicles?: Vehicles;
}
export interface OverviewFiltersProps {
  readonly choice: PeriodChoice;
  readonly vehicles: Vehicles;
  readonly scope: Scope;
  readonly onChange: (part: OverviewChoices) => void;
}

/** Period, vehicles and groups that the overview is about, and what its figures are compared with. */
export function OverviewFilters({ choice, vehicles, scope, onChange }: OverviewFiltersProps) {
  return (
    <div className={styles.filters}>
      <PeriodPicker choice={choice} period={scope.period} onChange={(next) => onChange({ choice: next })} />
      <VehicleFilter vehicles={vehicles} onChange={(next) => onChange({ vehicles: next })} />
      <Comparison scope={scope} />
    </div>
  );
}

interface VehicleFilterProps {
  readonly vehicles: Vehicles;
  readonly onChange: (vehicles: Vehicles) => void;
}
function VehicleFilter({ vehicles, onChange }: VehicleFilterProps) {
  const { t } = useTranslation('overview');
  const { may } = useRights();
  const { deviceIds, groupIds } = vehicles;
  const groups = useGroups();
  const nameOf = useVehicleNames(deviceIds.length > 0);
  const [isChoosing, setChoosing] = useState(false);
  const removeLabel = (name: string): string => t('overview:filter.remove', { name });
  const groupName = (id: number): string => groups.find((group) => group.id === id)?.name ?? String(id);
  if (!may('devices.view')) return null;
  return (
    <div className={styles.vehicles}>
      {groupIds.map((id) => (
        <Chip
          key={id}
          name={groupName(id)}
          removeLabel={removeLabel(groupName(id))}
          onRemove={() => onChange({ ...vehicles, groupIds: groupIds.filter((each) => each !== id) })}
        />
      ))}
      {deviceIds.map((id) => (
        <Chip
          key={id}
          name={nameOf(id)}
          removeLabel={removeLabel(nameOf(id))}
          onRemove={() => onChange({ ...vehicles, deviceIds: deviceIds.filter((each) => each !== id) })}
        />
      ))}
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={isChoosing}
        leftSection={<ListFilter size={14} aria-hidden />}
        onClick={() => setChoosing(!isChoosing)}
      >
        {t(deviceIds.length + groupIds.length === 0 ? 'overview:filter.all' : 'overview:filter.more')}
      </Button>
      {isChoosing && <VehicleInputs vehicles={vehicles} onChange={onChange} />}
    </div>
  );
}

function VehicleInputs({ vehicles, onChange }: VehicleFilterProps) {
  const { t } = useTranslation('overview');
  const { deviceIds, groupIds } = vehicles;
  const groups = useGroups();
  return (
    <>
      <AddVehicle
        visibleIds={deviceIds}
        onAdd={(id) => onChange({ ...vehicles, deviceIds: [...deviceIds, id] })}
      />
      {groups.length > groupIds.length && (
        <SearchedSelect
          size="xs"
          className={styles.add ?? ''}
          aria-label={t('overview:filter.group')}
          placeholder={t('overview:filter.group')}
          options={groups
            .filter(({ id }) => !groupIds.includes(id))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value=""
          onChange={(id) => id !== '' && onChange({ ...vehicles, groupIds: [...groupIds, Number(id)] })}
        />
      )}
    </>
  );
}

function Comparison({ scope: { compared, zone } }: { readonly scope: Scope }) {
  const { t, i18n } = useTranslation('overview');
  const format = useFormat();
  const momentText = (at: Date): string => `${format.dayOf(at.getTime())} ${format.time(at.getTime())}`;
  return (
    <p className={styles.comparison}>
      {t('overview:comparedWith', {
        from: momentText(compared.from),
        to: momentText(compared.to),
        zone: zoneText(zone, matchLanguage(i18n.language) ?? 'en'),
      })}
    </p>
  );
}
