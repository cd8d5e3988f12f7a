import { useTranslation } from 'react-i18next';
import { AddVehicle } from '../../kernel/fleet/add-vehicle.tsx';
import { vehicleColour } from '../../kernel/map/entry-points.ts';
import { PeriodPicker, type PeriodPickerProps } from '../../kernel/period/period-picker.tsx';
import { MAX_VEHICLES } from './history-address.ts';
import { Chip } from '../../ui/chip.tsx';
import styles from './history.module.css';
import { useVehicleName } from './vehicle-name.tsx';

export interface HistoryToolsProps {
  readonly deviceIds: readonly number[];
  readonly onDevices: (ids: readonly number[]) => void;
  readonly period: PeriodPickerProps;
}

/** Choice of vehicles and period. */
export function HistoryTools({ deviceIds, onDevices, period }: HistoryToolsProps) {
  return (
    <div className={styles.tools}>
      <div className={styles.vehicles}>
        {deviceIds.map((id, index) => (
          <VehicleChip
            key={id}
            deviceId={id}
            index={index}
            isNumbered={deviceIds.length > 1}
            onRemove={() => onDevices(deviceIds.filter((each) => each !== id))}
          />
        ))}
        {deviceIds.length < MAX_VEHICLES && (
          <AddVehicle visibleIds={deviceIds} onAdd={(id) => onDevices([...deviceIds, id])} />
        )}
      </div>
      <PeriodPicker {...period} />
    </div>
  );
}

interface VehicleChipProps {
  readonly deviceId: number;
  readonly index: number;
  readonly isNumbered: boolean;
  readonly onRemove: () => void;
}

function VehicleChip({ deviceId, index, isNumbered, onRemove }: VehicleChipProps) {
  const { t } = useTranslation('history');
  const name = useVehicleName(deviceId);
  return (
    <Chip
      name={name}
      removeLabel={t('history:remove', { name })}
      onRemove={onRemove}
      icon={
        <span className={styles.badge} style={{ background: vehicleColour(index) }} aria-hidden>
          {isNumbered ? index + 1 : ''}
        </span>
      }
    />
  );
}
