import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { AreaSummary } from './fence-list.ts';

/**
 * Says an area: a circle in km² with two decimals, other shapes by their points.
 * @source docs/reference/requirements.md SPEC §5
 */
export function useAreaText(): (summary: AreaSummary) => string {
  const { t } = useTranslation('geofences');
  const format = useFormat();
  return useCallback(
    (summary) => {
      if (summary.kind === 'none') return t('geofences:noArea');
      if (summary.kind === 'circle') return format.area(summary.areaM2);
      return t('geofences:points', { count: summary.points });
    },
    [t, format],
  );
}
