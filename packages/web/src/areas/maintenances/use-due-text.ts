import { DAY_MS, HOUR_MS } from '@rastro/base';
import { measureOf, type MaintenanceDue } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { localTime } from '../../i18n/zoned-time.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';

/** Due date in words: the meter reading, how far off that is, and the day forecast from real use. */
export function useDueText() {
  const { t } = useTranslation('maintenances');
  const format = useFormat();
  const zone = useZone();
  const amount = (value: number, type: string): string => {
    switch (measureOf(type)) {
      case 'distance':
        return format.distance(value);
      case 'hours':
        return t('maintenances:hours', { hours: format.number(value / HOUR_MS) });
      case 'date':
        return t('maintenances:days', { count: Math.ceil(value / DAY_MS) });
      case 'other':
        return format.number(value, 1);
    }
  };
  const dayOf = (instant: string): string => format.day(localTime(Date.parse(instant), zone).slice(0, 10));
  /** The state in a few words. */
  const state = ({ state: is, value, due, dueTime }: MaintenanceDue, type: string): string => {
    if (is === 'done' || is === 'unknown' || due === null || value === null)
      return t(`maintenances:state.${is === 'done' ? 'done' : 'unknown'}`);
    if (is === 'overdue') return t('maintenances:state.overdue', { by: amount(value - due, type) });
    const left = amount(due - value, type);
    return dueTime === null
      ? t('maintenances:state.unused', { left })
      : t('maintenances:state.due', { left, day: dayOf(dueTime) });
  };
  return { amount, state, dayOf };
}
