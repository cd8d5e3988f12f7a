import { matchLanguage, WEEK_START } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../period/period.ts';
import { useZone } from './use-zone.ts';

/** Time zone and first weekday of this user. */
export function usePlace(): Place {
  const zone = useZone();
  const { i18n } = useTranslation();
  const weekStart = WEEK_START[matchLanguage(i18n.language) ?? 'en'];
  return useMemo(() => ({ zone, weekStart }), [zone, weekStart]);
}
