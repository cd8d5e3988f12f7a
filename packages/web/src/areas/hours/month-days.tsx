import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { ACTIVITY_KINDS, type DriverMonth, type WorkDay } from '@rastro/fleet/working-hours';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ActivityMark } from './activity-mark.tsx';
import type { CorrectedSpan } from './correction-form.tsx';
import { DayDialog } from './day-dialog.tsx';
import { DayStrips } from './day-strips.tsx';
import { DayTable } from './day-table.tsx';
import { MONTH_VIEWS, readMonthView } from './hours-question.ts';
import styles from './hours.module.css';

export interface MonthDaysProps {
  readonly month: DriverMonth;
  /** Null = the reader may correct nothing. */
  readonly onCorrect: ((span: CorrectedSpan) => void) | null;
}

/** Days of a month, as strips of 24 hours or as a table; each opens its activities. */
export function MonthDays({ month, onCorrect }: MonthDaysProps) {
  const { t } = useTranslation('hours');
  const [search, setSearch] = useSearchParams();
  const view = readMonthView(search);
  const [opened, setOpened] = useState<WorkDay['date'] | null>(null);
  const { days } = month.content;
  const day = days.find(({ date }) => date === opened);
  return (
    <section className={styles.part} aria-label={t('hours:days')}>
      <div className={styles.partHead}>
        <h2>{t('hours:days')}</h2>
        {days.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label={t('hours:view.label')}
            data={MONTH_VIEWS.map((value) => ({ value, label: t(`hours:view.${value}`) }))}
            value={view}
            onChange={(next) =>
              setSearch(
                (old) => {
                  if (next === 'days') old.delete('view');
                  else old.set('view', next);
                  return old;
                },
                { replace: true },
              )
            }
          />
        )}
      </div>
      {days.length === 0 && <p className={styles.quiet}>{t('hours:noDays')}</p>}
      {days.length > 0 && view === 'days' && (
        <>
          <Legend />
          <DayStrips month={month} onOpen={setOpened} />
        </>
      )}
      {days.length > 0 && view === 'table' && <DayTable days={days} onOpen={setOpened} />}
      {day !== undefined && (
        <DayDialog
          day={day}
          month={month}
          onCorrect={
            onCorrect &&
            ((span) => {
              setOpened(null);
              onCorrect(span);
            })
          }
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

function Legend() {
  const { t } = useTranslation('hours');
  return (
    <ul className={styles.legend} aria-label={t('hours:legend')}>
      {ACTIVITY_KINDS.map((kind) => (
        <li key={kind}>
          <ActivityMark kind={kind} />
          {t(`hours:state.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
