import { NativeSelect, Switch, TextInput } from '@mantine/core';
import {
  COORDINATE_FORMATS,
  DISTANCE_ATTRIBUTE,
  DISTANCE_UNITS,
  HOUR12_ATTRIBUTE,
  languageAttribute,
  LANGUAGES,
  SPEED_ATTRIBUTE,
  SPEED_UNITS,
  ZONE_ATTRIBUTE,
} from '@rastro/fleet';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { checkMapDefaults } from '../../kernel/map-defaults/map-defaults.ts';
import { MapDefaultsFields } from '../../kernel/map-defaults/map-defaults-fields.tsx';
import form from '../../ui/form.module.css';
import type { TabProps } from './tab-props.ts';
import { withAttribute } from './user-values.ts';

const TOKENS = 'notificationTokens';

/** Display settings of the user, the start of their map, and their notification channels. */
export function PreferencesTab({ values, problems, context, mayEdit, onChange }: TabProps) {
  const { t } = useTranslation(['users', 'account', 'map']);
  return (
    <>
      <fieldset className={form.group} disabled={!mayEdit}>
        <Display {...{ values, context, onChange }} />
      </fieldset>
      <fieldset className={form.group} disabled={!mayEdit}>
        <legend className={form.legend}>{t('account:map.title')}</legend>
        <MapDefaultsFields
          values={values.map}
          problems={problems['map'] === undefined ? {} : checkMapDefaults(values.map)}
          onChange={(part) => onChange({ map: { ...values.map, ...part } })}
        />
      </fieldset>
    </>
  );
}

/** Values that are not chosen follow the installation. */
function Display({ values, context, onChange }: Pick<TabProps, 'values' | 'context' | 'onChange'>) {
  const { t } = useTranslation(['users', 'account']);
  const { attributes } = values;
  const textOf = (name: string): string => {
    const value = attributes[name];
    return typeof value === 'string' ? value : '';
  };
  const set = (name: string, value: string | boolean): void =>
    onChange({ attributes: withAttribute(attributes, name, value) });
  const usual = { value: '', label: t('account:map.usual') };
  const choice = (name: string, data: readonly { readonly value: string; readonly label: string }[]) => ({
    value: textOf(name),
    data: [usual, ...data],
    onChange: (event: { currentTarget: HTMLSelectElement }) => set(name, event.currentTarget.value),
  });
  const languages = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value].long }));
  const speeds = SPEED_UNITS.map((value) => ({ value, label: t(`account:speed.${value}`) }));
  const distances = DISTANCE_UNITS.map((value) => ({ value, label: t(`account:distance.${value}`) }));
  return (
    <>
      <NativeSelect label={t('account:language')} {...choice(languageAttribute(context.brand), languages)} />
      <ZoneSelect
        label={t('users:zone')}
        usual={t('account:map.usual')}
        clearButtonProps={{ 'aria-label': t('account:zoneClear') }}
        value={textOf(ZONE_ATTRIBUTE)}
        onChange={(zone) => set(ZONE_ATTRIBUTE, zone)}
      />
      <NativeSelect label={t('account:speedUnit')} {...choice(SPEED_ATTRIBUTE, speeds)} />
      <NativeSelect label={t('account:distanceUnit')} {...choice(DISTANCE_ATTRIBUTE, distances)} />
      <NativeSelect
        label={t('account:coordinateFormat')}
        data={[
          usual,
          ...COORDINATE_FORMATS.map((value) => ({ value, label: t(`account:coordinates.${value}`) })),
        ]}
        value={values.coordinateFormat}
        onChange={(event) => onChange({ coordinateFormat: event.currentTarget.value })}
      />
      <Switch
        label={t('account:hour12')}
        checked={attributes[HOUR12_ATTRIBUTE] === true}
        onChange={(event) => set(HOUR12_ATTRIBUTE, event.currentTarget.checked)}
      />
      <TextInput
        label={t('users:tokens')}
        description={t('users:tokensHint')}
        value={textOf(TOKENS)}
        onChange={(event) => set(TOKENS, event.currentTarget.value)}
      />
    </>
  );
}
