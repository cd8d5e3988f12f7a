import { DAY_MS } from '@rastro/base';
import { ActionIcon } from '@mantine/core';
import { matchLanguage, WEEK_START } from '@rastro/fleet';
import { wallOf, type Calendar } from '@rastro/fleet/calendars';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { monthAfter, monthDays, type DayPart, type MonthDay } from './month-days.ts';
import styles from './month.module.css';
import { useCalendarText } from './use-calendar-text.ts';

/** Weeks begin on Sunday in Brazil and the United States. */

export interface MonthViewProps {
  readonly calendar: Calendar;
  /** By whose clock. */
  readonly zone: string;
  readonly now: number;
}

/** Meaning of a calendar: the days of a month, the entries of each, and the hours of the chosen one. */
export function MonthView({ calendar, zone, now }: MonthViewProps) {
  const { t, i18n } = useTranslation('calendars');
  const text = useCalendarText();
  const own = useZone();
  const today = new Date(wallOf(now, zone)).toISOString().slice(0, 10);
  const [month, setMonth] = useState(today.slice(0, 7));
  const [chosen, setChosen] = useState(today);
  const weekStart = WEEK_START[matchLanguage(i18n.language) ?? 'en'];
  const days = useMemo(
    () => monthDays(calendar, { month, zone, weekStart }),
    [calendar, month, zone, weekStart],
  );
  const partsText = ({ parts }: MonthDay): string =>
    parts.length === 0 ? t('calendars:month.nothing') : parts.map(text.part).join(', ');
  const picked = days.find(({ date }) => date === chosen);
  return (
    <section aria-label={t('calendars:month.label')} className={styles.month}>
      <div className={styles.head}>
        <Step label={t('calendars:month.before')} onStep={() => setMonth(monthAfter(month, -1))}>
          <ChevronLeft size={17} aria-hidden />
        </Step>
        <h2 className={styles.title} aria-live="polite">
          {text.month(month)}
        </h2>
        <Step label={t('calendars:month.after')} onStep={() => setMonth(monthAfter(month, 1))}>
          <ChevronRight size={17} aria-hidden />
        </Step>
      </div>
      <Weeks days={days}>
        {(day) => (
          <DayButton
            day={day}
            isToday={day.date === today}
            isChosen={day.date === chosen}
            label={`${text.longDay(day.date)}: ${partsText(day)}`}
            onChoose={() => setChosen(day.date)}
          />
        )}
      </Weeks>
      <p className={styles.hours} role="status">
        {picked !== undefined && (
          <>
            <strong>{text.longDay(picked.date)}</strong>: {partsText(picked)}
          </>
        )}
      </p>
      {zone !== own && (
        <p className={styles.zone}>{t('calendars:month.zone', { zone: zone.replaceAll('_', ' ') })}</p>
      )}
    </section>
  );
}

function Step({ label, onStep, children }: { label: string; onStep: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onStep}>
      {children}
    </ActionIcon>
  );
}

interface WeeksProps {
  readonly days: readonly MonthDay[];
  readonly children: (day: MonthDay) => ReactNode;
}

function Weeks({ days, children }: WeeksProps) {
  const text = useCalendarText();
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {days.slice(0, 7).map(({ date }) => {
            const day = new Date(date).getUTCDay();
            return (
              <th key={date} scope="col" abbr={text.weekday(day, 'long')}>
                {text.weekday(day)}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.date}>
            {week.map((day) => (
              <td key={day.date}>{children(day)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayButtonProps {
  readonly day: MonthDay;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly label: string;
  readonly onChoose: () => void;
}

function DayButton({ day: { date, isOfMonth, parts }, isToday, isChosen, label, onChoose }: DayButtonProps) {
  return (
    <button
      type="button"
      className={styles.day}
      data-on={parts.length > 0}
      data-other={!isOfMonth}
      data-today={isToday}
      aria-pressed={isChosen}
      aria-label={label}
      onClick={onChoose}
    >
      {Number(date.slice(8))}
      <span className={styles.strip} aria-hidden>
        {parts.map((part) => (
          <span key={part.from} className={styles.part} style={partStyle(part)} />
        ))}
      </span>
    </button>
  );
}

const partStyle = ({ from, to }: DayPart) => ({
  left: `${(from / DAY_MS) * 100}%`,
  width: `${((to - from) / DAY_MS) * 100}%`,
});
