import { NativeSelect } from '@mantine/core';
import { RANKED_BY, rankedBy } from '@rastro/fleet/figures';
import { useTranslation } from 'react-i18next';
import type { WidgetSettingsProps } from '../widget-props.ts';

/** Those whom the ranking compares. */
export function RankingSettings({ settings, onChange }: WidgetSettingsProps) {
  const { t } = useTranslation('overview');
  return (
    <NativeSelect
      size="xs"
      label={t('overview:ranking.by')}
      value={rankedBy(settings)}
      data={RANKED_BY.map((by) => ({ value: by, label: t(`overview:ranking.${by}`) }))}
      onChange={(event) => onChange({ ...settings, by: event.currentTarget.value })}
    />
  );
}
