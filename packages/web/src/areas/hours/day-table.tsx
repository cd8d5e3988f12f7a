import type { WorkDay } from '@rastro/fleet/working-hours';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './hours.module.css';
import { sumOf } from './month-figures.tsx';

export const DAY_COLUMNS = [
  'drivingMs',
  'otherWorkMs',
  'waitingMs',
  'breakMs',
  'restMs',
  'unclearMs',
  'workMs',
  'nightMs',
  'overtimeMs',
] as const;

interface DayTableProps {
  readonly days: readonly WorkDay[];
  readonly onOpen: (date: WorkDay['date']) => void;
}

/** The days as numbers, with their sums. */
export function DayTable({ days, onOpen }: DayTableProps) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const text = (ms: number): string => (ms === 0 ? '–' : format.duration(ms));
  return (
    // A table that scrolls is reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
    <div className={styles.scroll} role="region" aria-label={t('hours:view.table')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('hours:day.date')}</th>
            {DAY_COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`hours:day.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">
                <button type="button" className={styles.link} onClick={() => onOpen(day.date)}>
                  {format.day(day.date)}
                </button>
              </th>
              {DAY_COLUMNS.map((name) => (
                <td key={name}>{text(day[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('hours:day.sum')}</th>
            {DAY_COLUMNS.map((name) => (
              <td key={name}>{text(sumOf(days, name))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
