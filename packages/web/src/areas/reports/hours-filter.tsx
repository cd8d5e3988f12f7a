import { DAY_MS } from '@rastro/base';
import { Button, NativeSelect, Popover } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCalendars } from '../../kernel/calendars/use-calendars.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { Chip } from '../../ui/chip.tsx';
import { WeekdaysField } from '../../ui/weekdays-field.tsx';
import styles from './hours.module.css';
import { ALL_HOURS, isNarrowed, type ReportHours } from './report-address.ts';

export interface HoursFilterProps {
  readonly hours: ReportHours;
  readonly onChange: (hours: ReportHours) => void;
}

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
/** 2026-01-05 was a Monday. */
const SUNDAY = Date.UTC(2026, 0, 4);
/** By half hours; an address may name quarters. */
const HOURS = Array.from(
  { length: 49 },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

/** Weekdays, hours of the day and a calendar that a report is narrowed to. */
export function HoursFilter({ hours, onChange }: HoursFilterProps) {
  const { t } = useTranslation('reports');
  const [isOpen, setOpen] = useState(false);
  const text = useHoursText();
  return (
    <div className={styles.filter}>
      <Popover opened={isOpen} onChange={setOpen} withinPortal={false} trapFocus position="bottom-start">
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Clock size={14} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('reports:hours.title')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <HoursForm hours={hours} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
      {isNarrowed(hours) && (
        <Chip name={text(hours)} removeLabel={t('reports:hours.any')} onRemove={() => onChange(ALL_HOURS)} />
      )}
    </div>
  );
}

/** Returns a summary of the filter, in one line. */
export function useHoursText(): (hours: ReportHours) => string {
  const { t } = useTranslation('reports');
  const weekday = useWeekday();
  const { may } = useRights();
  const calendars = useCalendars(may('calendars.view')).data;
  return ({ weekdays, fromHour, toHour, calendarId }) => {
    const name = calendars?.find(({ id }) => id === calendarId)?.name ?? String(calendarId);
    const parts = [
      weekdays.map((day) => weekday(day, 'short')).join(' '),
      fromHour === '' && toHour === '' ? '' : `${fromHour || '00:00'} – ${toHour || '24:00'}`,
      calendarId > 0 ? t('reports:hours.by', { name }) : '',
    ];
    return parts.filter((part) => part !== '').join(' · ');
  };
}

function useWeekday(): (day: number, width: 'short' | 'long') => string {
  const { i18n } = useTranslation();
  return (day, width) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: width, timeZone: 'UTC' }).format(SUNDAY + day * DAY_MS);
}

function HoursForm({ hours, onChange }: HoursFilterProps) {
  const { t } = useTranslation('reports');
  return (
    <div className={styles.form}>
      <WeekdaysField
        label={t('reports:hours.weekdays')}
        days={DAYS}
        value={hours.weekdays}
        onChange={(weekdays) => onChange({ ...hours, weekdays })}
      />
      <div className={styles.pair}>
        <HourSelect
          label={t('reports:hours.from')}
          value={hours.fromHour}
          onChange={(fromHour) => onChange({ ...hours, fromHour })}
        />
        <HourSelect
          label={t('reports:hours.to')}
          value={hours.toHour}
          onChange={(toHour) => onChange({ ...hours, toHour })}
        />
      </div>
      <CalendarSelect hours={hours} onChange={onChange} />
      <p className={styles.hint}>{t('reports:hours.hint')}</p>
    </div>
  );
}

interface HourSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function HourSelect({ label, value, onChange }: HourSelectProps) {
  const { t } = useTranslation('reports');
  const hours = value === '' || HOURS.includes(value) ? HOURS : [...HOURS, value].toSorted();
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      data={[{ value: '', label: t('reports:hours.anyHour') }, ...hours]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function CalendarSelect({ hours, onChange }: HoursFilterProps) {
  const { t } = useTranslation('reports');
  const { may } = useRights();
  const calendars = useCalendars(may('calendars.view')).data ?? [];
  if (calendars.length === 0 && hours.calendarId === 0) return null;
  const isUnknown = hours.calendarId > 0 && !calendars.some(({ id }) => id === hours.calendarId);
  return (
    <NativeSelect
      size="xs"
      label={t('reports:hours.calendar')}
      value={String(hours.calendarId)}
      data={[
        { value: '0', label: t('reports:hours.noCalendar') },
        ...(isUnknown ? [String(hours.calendarId)] : []),
        ...calendars.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onChange({ ...hours, calendarId: Number(event.currentTarget.value) })}
    />
  );
}
