import type { DriverMonth, WorkDay } from '@rastro/fleet/working-hours';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { Unseen } from '../../ui/unseen.tsx';
import { activitiesIn, daySpan, type DaySpan } from './day-span.ts';
import styles from './hours.module.css';

const AXIS_HOURS = [0, 6, 12, 18, 24] as const;
const WHOLE = 100;

interface DayStripsProps {
  readonly month: DriverMonth;
  readonly onOpen: (date: WorkDay['date']) => void;
}

/** A strip for each day over its hours, with what it adds up to in words. */
export function DayStrips({ month, onOpen }: DayStripsProps) {
  const { t } = useTranslation('hours');
  return (
    <ol className={styles.days} aria-label={t('hours:days')}>
      <li className={styles.axis} aria-hidden>
        <span />
        <span className={styles.hours}>
          {AXIS_HOURS.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </span>
        <span />
      </li>
      {month.content.days.map((day) => (
        <li key={day.date}>
          <DayLine day={day} month={month} onOpen={() => onOpen(day.date)} />
        </li>
      ))}
    </ol>
  );
}

interface DayLineProps {
  readonly day: WorkDay;
  readonly month: DriverMonth;
  readonly onOpen: () => void;
}
function DayLine({ day, month, onOpen }: DayLineProps) {
  const { t, i18n } = useTranslation('hours');
  const format = useFormat();
  const span = daySpan(day.date, month.content.zone);
  const breaches = month.content.breaches.filter(({ at }) => at >= span.begin && at < span.end);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <button type="button" className={styles.day} onClick={onOpen}>
      <span className={styles.date}>
        <strong>{Number(day.date.slice(-2))}</strong> {weekday.format(Date.parse(day.date))}
      </span>
      <Strip month={month} span={span} />
      <span className={styles.sums}>
        {day.drivingMs > 0 && <span>{t('hours:sum.driving', { time: format.duration(day.drivingMs) })}</span>}
        {day.unclearMs > 0 && <span>{t('hours:sum.unclear', { time: format.duration(day.unclearMs) })}</span>}
        {breaches.length > 0 && (
          <span className={styles.dayBreach}>
            <TriangleAlert size={12} aria-hidden />
            {breaches.length}
            <Unseen>{t('hours:breaches.count', { count: breaches.length })}</Unseen>
          </span>
        )}
      </span>
    </button>
  );
}

interface StripProps {
  readonly month: DriverMonth;
  readonly span: DaySpan;
}
/** Seen only: the words beside it and the table of the day say the same. */
function Strip({ month: { activities, content }, span }: StripProps) {
  const place = (moment: number): number => ((moment - span.begin) / (span.end - span.begin)) * WHOLE;
  return (
    <span className={styles.strip} aria-hidden>
      {activitiesIn(activities, span).map(({ kind, begin, end }) => (
        <span
          key={begin}
          data-kind={kind}
          style={{ insetInlineStart: `${place(begin)}%`, width: `${place(end) - place(begin)}%` }}
        />
      ))}
      {content.breaches
        .filter(({ at }) => at >= span.begin && at < span.end)
        .map(({ rule, at }) => (
          <i key={`${rule} ${at}`} style={{ insetInlineStart: `${place(at)}%` }} />
        ))}
    </span>
  );
}
