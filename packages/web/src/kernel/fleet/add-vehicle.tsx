import { useTranslation } from 'react-i18next';
import { VehiclePicker } from './vehicle-picker.tsx';

export interface AddVehicleProps {
  readonly visibleIds: readonly number[];
  readonly onAdd: (id: number) => void;
}

/** Adds one more vehicle to those that are shown. */
export function AddVehicle({ visibleIds, onAdd }: AddVehicleProps) {
  const { t } = useTranslation('common');
  return <VehiclePicker label={t('common:addVehicle.label')} except={visibleIds} icon onPick={onAdd} />;
}
