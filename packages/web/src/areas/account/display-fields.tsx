import {
  DISTANCE_ATTRIBUTE,
  DISTANCE_UNITS,
  HOUR12_ATTRIBUTE,
  SPEED_ATTRIBUTE,
  SPEED_UNITS,
  TEMPERATURE_ATTRIBUTE,
  TEMPERATURE_UNITS,
  ZONE_ATTRIBUTE,
  COORDINATE_FORMATS,
  LANGUAGES,
} from '@rastro/fleet';
import { NativeSelect, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import type { AccountValues } from './account-values.ts';

export interface DisplayFieldsProps {
  readonly values: AccountValues;
  readonly languageKey: string;
  readonly onChange: (part: Partial<AccountValues>) => void;
}

/** Display settings of this user. */
export function DisplayFields({ values, languageKey, onChange }: DisplayFieldsProps) {
  const { t } = useTranslation('account');
  const textOf = (name: string): string => {
    const value = values.attributes[name];
    return typeof value === 'string' ? value : '';
  };
  const attribute = (name: string) => ({
    value: textOf(name),
    onChange: (event: { currentTarget: HTMLSelectElement }) =>
      onChange({ attributes: { ...values.attributes, [name]: event.currentTarget.value } }),
  });
  return (
    <>
      <NativeSelect
        label={t('account:language')}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value].long }))}
        {...attribute(languageKey)}
      />
      <ZoneSelect
        label={t('account:zone')}
        description={t('account:zoneHint')}
        usual={t('account:map.usual')}
        clearButtonProps={{ 'aria-label': t('account:zoneClear') }}
        value={textOf(ZONE_ATTRIBUTE)}
        onChange={(zone) => onChange({ attributes: { ...values.attributes, [ZONE_ATTRIBUTE]: zone } })}
      />
      <NativeSelect
        label={t('account:speedUnit')}
        data={SPEED_UNITS.map((value) => ({ value, label: t(`account:speed.${value}`) }))}
        {...attribute(SPEED_ATTRIBUTE)}
      />
      <NativeSelect
        label={t('account:distanceUnit')}
        data={DISTANCE_UNITS.map((value) => ({ value, label: t(`account:distance.${value}`) }))}
        {...attribute(DISTANCE_ATTRIBUTE)}
      />
      <NativeSelect
        label={t('account:temperatureUnit')}
        data={TEMPERATURE_UNITS.map((value) => ({ value, label: t(`account:temperature.${value}`) }))}
        {...attribute(TEMPERATURE_ATTRIBUTE)}
      />
      <NativeSelect
        label={t('account:coordinateFormat')}
        data={COORDINATE_FORMATS.map((value) => ({ value, label: t(`account:coordinates.${value}`) }))}
        value={values.coordinateFormat}
        onChange={(event) => onChange({ coordinateFormat: event.currentTarget.value })}
      />
      <Switch
        label={t('account:hour12')}
        checked={values.attributes[HOUR12_ATTRIBUTE] === true}
        onChange={(event) =>
          onChange({ attributes: { ...values.attributes, [HOUR12_ATTRIBUTE]: event.currentTarget.checked } })
        }
      />
    </>
  );
}
