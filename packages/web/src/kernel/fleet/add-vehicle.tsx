import { useTranslation } from 'react-i18next';
import { VehiclePicker } from './vehicle-picker.tsx';

export interface AddVehicleProps {
  readonly shown: readonly number[];
  readonly onAdd: (id: number) => void;
}

/** Adds one more vehicle to those that are shown. */
export function AddVehicle({ shown, onAdd }: AddVehicleProps) {
  const { t } = useTranslation('common');
  return <VehiclePicker label={t('common:addVehicle.label')} except={shown} icon onPick={onAdd} />;
}
