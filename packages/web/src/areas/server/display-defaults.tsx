import { DISTANCE_UNITS, SPEED_UNITS, TEMPERATURE_UNITS, COORDINATE_FORMATS, LANGUAGES } from '@rastro/fleet';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import type { ServerText, ServerValues } from './server-values.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface DisplayDefaultsProps {
  readonly values: ServerValues;
  readonly onChange: (part: Partial<ServerValues>) => void;
}

/** One of the texts, as a choice with what is usual without one. */
const choiceIn =
  ({ values, onChange }: DisplayDefaultsProps) =>
  (name: ServerText, choices: readonly Choice[], usual: string) => ({
    value: values.texts[name],
    data: withPresent([{ value: '', label: usual }, ...choices], values.texts[name]),
    onChange: (event: { currentTarget: HTMLSelectElement }) =>
      onChange({ texts: { ...values.texts, [name]: event.currentTarget.value } }),
  });

/** Display settings for users who have not chosen their own. */
export function DisplayDefaults(props: DisplayDefaultsProps) {
  const { values, onChange } = props;
  const { t } = useTranslation(['account', 'server']);
  const choice = choiceIn(props);
  const formats = COORDINATE_FORMATS.map((value) => ({ value, label: t(`account:coordinates.${value}`) }));
  return (
    <>
      <NativeSelect
        label={t('account:language')}
        {...choice(
          'language',
          LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value].long })),
          t('server:ofBrowser'),
        )}
      />
      <UnitDefaults {...props} />
      <NativeSelect
        label={t('account:coordinateFormat')}
        value={values.coordinateFormat}
        data={withPresent(
          [{ value: '', label: t('server:usual', { choice: t('account:coordinates.dd') }) }, ...formats],
          values.coordinateFormat,
        )}
        onChange={(event) => onChange({ coordinateFormat: event.currentTarget.value })}
      />
      <ZoneSelect
        label={t('server:timezone.label')}
        description={t('server:timezone.hint')}
        usual={t('server:usual', { choice: 'UTC' })}
        clearButtonProps={{ 'aria-label': t('server:timezone.clear') }}
        value={values.texts.timezone}
        onChange={(timezone) => onChange({ texts: { ...values.texts, timezone } })}
      />
    </>
  );
}

function UnitDefaults(props: DisplayDefaultsProps) {
  const { t } = useTranslation(['account', 'server']);
  const choice = choiceIn(props);
  return (
    <>
      <NativeSelect
        label={t('account:speedUnit')}
        {...choice(
          'speedUnit',
          SPEED_UNITS.map((value) => ({ value, label: t(`account:speed.${value}`) })),
          t('server:usual', { choice: t('account:speed.kmh') }),
        )}
      />
      <NativeSelect
        label={t('account:distanceUnit')}
        {...choice(
          'distanceUnit',
          DISTANCE_UNITS.map((value) => ({ value, label: t(`account:distance.${value}`) })),
          t('server:usual', { choice: t('account:distance.km') }),
        )}
      />
      <NativeSelect
        label={t('account:temperatureUnit')}
        {...choice(
          'temperatureUnit',
          TEMPERATURE_UNITS.map((value) => ({ value, label: t(`account:temperature.${value}`) })),
          t('server:usual', { choice: t('account:temperature.celsius') }),
        )}
      />
    </>
  );
}

/** A value that another client wrote stays an option until the user chooses another one. */
const withPresent = (choices: readonly Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? [...choices] : [...choices, { value, label: value }];
