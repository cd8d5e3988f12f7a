import { useTranslation } from 'react-i18next';
import type { DeviceField } from './device-fields.ts';

/** A state in words; a currency by its code; what an operator made up as it is. */
export function useChoiceName(): (field: Pick<DeviceField, 'name'>, value: string) => string {
  const { t, i18n } = useTranslation('devices');
  return ({ name }, value) =>
    name === 'state' && i18n.exists(`devices:deviceState.${value}`)
      ? t(`devices:deviceState.${value}`)
      : value;
}
