import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import type { LoggedWork } from './logged-work.ts';
import { useDueText } from './use-due-text.ts';

export const SERVICE_LOG_COLUMNS = [
  'day',
  'vehicle',
  'maintenance',
  'odometer',
  'hours',
  'cost',
  'notes',
  'by',
] as const;
export type ServiceLogColumn = (typeof SERVICE_LOG_COLUMNS)[number];

/** Cells of an entry of the service log, formatted for the reader; unknown values are empty. */
export function useServiceLogText() {
  const { t } = useTranslation('maintenances');
  const format = useFormat();
  const due = useDueText();
  const of = (entry: Omit<LoggedWork, 'key' | 'entry' | 'defectId'>, column: ServiceLogColumn): string => {
    switch (column) {
      case 'day':
        return due.dayOf(entry.time);
      case 'vehicle':
        return entry.deviceName;
      case 'maintenance':
        return entry.maintenanceName ?? t('maintenances:book.other');
      case 'odometer':
        return entry.odometer === null ? '' : format.distance(entry.odometer);
      case 'hours':
        return entry.hours === null ? '' : due.amount(entry.hours, 'hours');
      case 'cost':
        return entry.cost === null ? '' : format.money(entry.cost);
      case 'notes':
        return entry.notes ?? '';
      case 'by':
        return entry.userName;
    }
  };
  return { of };
}
