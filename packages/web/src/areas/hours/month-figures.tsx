import type { DriverMonth, WorkDay } from '@rastro/fleet/working-hours';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './hours.module.css';

const FIGURES = ['drivingMs', 'workMs', 'overtimeMs', 'nightMs', 'unclearMs'] as const;
type Sum = Exclude<keyof WorkDay, 'date'>;
export const sumOf = (days: readonly WorkDay[], name: Sum): number =>
  days.reduce((sum, day) => sum + day[name], 0);

/** Sums of a month, and how much of it is unclear. */
export function MonthFigures({ month: { content, breachesAtLeast } }: { readonly month: DriverMonth }) {
  const { t } = useTranslation('hours');
  const format = useFormat();
  const { days, breaches } = content;
  const unclearMs = sumOf(days, 'unclearMs');
  return (
    <>
      <dl className={styles.figures}>
        {FIGURES.map((name) => (
          <div key={name}>
            <dt>{t(`hours:day.${name}`)}</dt>
            <dd>{format.duration(sumOf(days, name))}</dd>
          </div>
        ))}
        <div>
          <dt>{t('hours:breaches.label')}</dt>
          <dd data-bad={breaches.length > 0 || undefined}>{format.number(breaches.length)}</dd>
        </div>
      </dl>
      {unclearMs > 0 && (
        <p className={styles.notice} role="note">
          {t('hours:month.unclear', { time: format.duration(unclearMs) })}{' '}
          {breaches.length > 0 &&
            t('hours:month.certain', {
              number: format.number(breachesAtLeast),
              all: format.number(breaches.length),
            })}
        </p>
      )}
    </>
  );
}
