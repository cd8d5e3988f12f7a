import {
  DRIVER_FAMILIES,
  HOURS_AGREEMENTS,
  HOURS_SERVICES,
  type DriverMonth,
  type StoredHoursSettings,
} from '@rastro/fleet/working-hours';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kernel/screens/form-dialog.tsx';
import { useSendForm } from '../../kernel/screens/use-send-form.ts';
import { useServices } from '../../kernel/services.tsx';
import type { FieldTable } from '../../ui/fields/field-table.ts';
import { MultiField } from '../../ui/fields/multi-field.tsx';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import { HOURS_KEY } from './use-hours.ts';

type SettingsValues = Omit<StoredHoursSettings, 'version'>;

interface SettingsFormProps {
  readonly month: DriverMonth;
  readonly onClose: () => void;
}

/** Rules, base, service, crew and agreements of a driver. */
export function SettingsForm({ month: { driverId, settings }, onClose }: SettingsFormProps) {
  const { t } = useTranslation('hours');
  const { hours } = useServices().extension;
  const { version, ...initial } = settings;
  const form = useSendForm<SettingsValues, StoredHoursSettings>({
    initial,
    fields: useSettingsFields(),
    write: (values, signal) => hours.change(driverId, { ...values, version }, signal),
    touches: HOURS_KEY,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('hours:settings.title')}
      lead={t('hours:settings.lead')}
      submit={t('hours:settings.save')}
      onClose={onClose}
    />
  );
}

function useSettingsFields(): (values: SettingsValues) => FieldTable<SettingsValues> {
  const { t } = useTranslation('hours');
  return ({ family, service }) => ({
    family: {
      kind: 'select',
      label: t('hours:settings.family'),
      hint: t(`hours:familyText.${family}`),
      options: DRIVER_FAMILIES.map((value) => ({ value, label: t(`hours:family.${value}`) })),
    },
    zone: {
      kind: 'custom',
      label: t('hours:settings.zone'),
      hint: t('hours:settings.zoneHint'),
      problem: null,
      render: (props) => <ZoneSelect {...props} />,
    },
    service: {
      kind: 'select',
      label: t('hours:settings.service'),
      options: HOURS_SERVICES.map((value) => ({ value, label: t(`hours:service.${value}`) })),
    },
    crew: {
      kind: 'select',
      label: t('hours:settings.crew'),
      options: ([1, 2] as const).map((value) => ({ value, label: t(`hours:settings.crewOf.${value}`) })),
    },
    agreements: {
      kind: 'custom',
      label: t('hours:settings.agreements'),
      hint: t('hours:settings.agreementsHint'),
      isHidden: family !== 'BR',
      render: ({ onChange, ...props }) => (
        <MultiField
          {...props}
          options={HOURS_AGREEMENTS.map((value) => ({ value, label: t(`hours:agreement.${value}`) }))}
          onChange={(chosen) => onChange(HOURS_AGREEMENTS.filter((each) => chosen.includes(each)))}
        />
      ),
    },
    isInternational: {
      kind: 'switch',
      label: t('hours:settings.international'),
      hint: t('hours:settings.internationalHint'),
      isHidden: family !== 'EU' || service !== 'goods',
    },
  });
}
