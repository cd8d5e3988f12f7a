import { COORDINATE_FORMATS, DISTANCE_UNITS, LANGUAGES, SPEED_UNITS, TEMPERATURE_UNITS } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import type { CustomField, FieldOption, SelectField } from '../../ui/fields/field-table.ts';
import { recordOf } from '../../ui/fields/record-of.ts';
import { ZoneSelect } from '../../ui/zone-select.tsx';

const NAMES = ['language', 'speedUnit', 'distanceUnit', 'temperatureUnit', 'coordinateFormat'] as const;
type DisplayName = (typeof NAMES)[number];

/** Choices of languages, units and formats. */
function useDisplayOptions(): Readonly<Record<DisplayName, readonly FieldOption<string>[]>> {
  const { t } = useTranslation('account');
  return {
    language: LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value].long })),
    speedUnit: SPEED_UNITS.map((value) => ({ value, label: t(`account:speed.${value}`) })),
    distanceUnit: DISTANCE_UNITS.map((value) => ({ value, label: t(`account:distance.${value}`) })),
    temperatureUnit: TEMPERATURE_UNITS.map((value) => ({ value, label: t(`account:temperature.${value}`) })),
    coordinateFormat: COORDINATE_FORMATS.map((value) => ({
      value,
      label: t(`account:coordinates.${value}`),
    })),
  };
}

/**
 * Display settings as fields.
 * @param usual Texts of the first options, which choose nothing; absent = something is always chosen.
 */
export function useDisplayFields(
  usual: Readonly<Partial<Record<DisplayName, string>>> = {},
): (
  values: Readonly<Partial<Record<DisplayName, string>>>,
) => Readonly<Record<DisplayName, SelectField<string>>> {
  const { t } = useTranslation('account');
  const options = useDisplayOptions();
  const labels = {
    language: t('account:language'),
    speedUnit: t('account:speedUnit'),
    distanceUnit: t('account:distanceUnit'),
    temperatureUnit: t('account:temperatureUnit'),
    coordinateFormat: t('account:coordinateFormat'),
  };
  return (values) =>
    recordOf(NAMES, (name) => {
      const none = usual[name] === undefined ? [] : [{ value: '', label: usual[name] }];
      const choices = [...none, ...options[name]];
      const value = values[name] ?? '';
      // A value that another client wrote stays an option until the user chooses another one.
      const isKnown = value === '' || choices.some((choice) => choice.value === value);
      return {
        kind: 'select',
        label: labels[name],
        options: isKnown ? choices : [...choices, { value, label: value }],
      };
    });
}

/** A time zone as a field. @param usual Text where nothing is chosen. */
export const zoneField = (texts: {
  readonly label: string;
  readonly hint?: string;
  readonly usual: string;
  readonly clear: string;
}): CustomField<string> => ({
  kind: 'custom',
  label: texts.label,
  hint: texts.hint,
  render: ({ label, description, value, onChange }) => (
    <ZoneSelect
      label={label}
      description={description}
      usual={texts.usual}
      clearButtonProps={{ 'aria-label': texts.clear }}
      value={value}
      onChange={onChange}
    />
  ),
});
