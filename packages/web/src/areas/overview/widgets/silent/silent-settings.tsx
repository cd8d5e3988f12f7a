import { NativeSelect } from '@mantine/core';
import { silentHours } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import type { WidgetSettingsProps } from '../widget-props.ts';

const OFFERED = [1, 3, 6, 12, 24, 48, 72, 168, 336, 720] as const;

/** Time after which a vehicle counts as silent. */
export function SilentSettings({ settings, onChange }: WidgetSettingsProps) {
  const { t } = useTranslation('overview');
  const chosen = silentHours(settings);
  const offered = [...new Set([...OFFERED, chosen])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      size="xs"
      label={t('overview:silent.hours')}
      value={String(chosen)}
      data={offered.map((hours) => ({
        value: String(hours),
        label:
          hours % 24 === 0
            ? t('overview:silent.days', { count: hours / 24 })
            : t('overview:silent.someHours', { count: hours }),
      }))}
      onChange={(event) => onChange({ ...settings, hours: Number(event.currentTarget.value) })}
    />
  );
}
