import { DAY_MS } from '@rastro/base';
import { matchLanguage, type Language } from '@rastro/fleet';
import type { Schedule } from '@rastro/fleet/calendars';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarTimes } from '../../kernel/calendars/read-times.ts';
import { displayChoices } from '../../kernel/formats/display-choices.ts';
import { useSignedIn } from '../../kernel/services.tsx';
import { createFormat, type Format } from '../../i18n/format.ts';
import type { DayPart } from './month-days.ts';

/** A Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4);

export interface CalendarText {
  /** 0 = Sunday. */
  readonly weekday: (day: number, width?: 'short' | 'long') => string;
  readonly month: (month: string) => string;
  /** With its weekday. */
  readonly longDay: (date: string) => string;
  readonly part: (part: DayPart) => string;
  /** In one line: how often, from when to when, for how long. */
  readonly schedule: (schedule: Schedule) => string;
  readonly times: (times: CalendarTimes) => string;
}
/** Days and clocks as they are read on the wall, whatever the user's zone. */
interface WallClockContext {
  readonly language: Language;
  readonly format: Format;
  readonly date: (at: number, options: Intl.DateTimeFormatOptions) => string;
}

/** Calendars in the user's words. */
export function useCalendarText(): CalendarText {
  const { t, i18n } = useTranslation('calendars');
  const signedIn = useSignedIn();
  const language = matchLanguage(i18n.language) ?? 'en';
  return useMemo(() => {
    const format = createFormat({ ...displayChoices(signedIn, language), zone: 'UTC' });
    return calendarText(t, { language, format, date: dateWriter(language) });
  }, [t, signedIn, language]);
}

function calendarText(t: TFunction, clockContext: WallClockContext): CalendarText {
  const { format, date } = clockContext;
  const clock = (wall: number): string => (wall === DAY_MS ? '24:00' : format.time(wall));
  const schedule = scheduleText(t, clockContext);
  return {
    weekday: (day, width = 'short') => date(SUNDAY + day * DAY_MS, { weekday: width }),
    month: (month) => date(Date.parse(`${month}-01`), { month: 'long', year: 'numeric' }),
    longDay: (day) => date(Date.parse(day), { weekday: 'long', day: 'numeric', month: 'long' }),
    part: ({ from, to }) =>
      from === 0 && to === DAY_MS ? t('calendars:text.wholeDay') : `${clock(from)} – ${clock(to)}`,
    schedule,
    times: ({ calendar, form }) => {
      if (calendar === null) return t('calendars:unreadable');
      return form === null ? t('calendars:ownRules') : form.schedules.map(schedule).join('; ');
    },
  };
}

function scheduleText(t: TFunction, clockContext: WallClockContext): CalendarText['schedule'] {
  const { format } = clockContext;
  return (schedule) => {
    const [from, to] = [Date.parse(`${schedule.start}Z`), Date.parse(`${schedule.end}Z`)];
    if (!(from < to)) return '';
    const count = Math.floor(to / DAY_MS) - Math.floor(from / DAY_MS);
    const isWhole = from % DAY_MS === 0 && to - from === DAY_MS;
    const key = count === 0 ? 'calendars:text.hours' : 'calendars:text.hoursLater';
    const hours = isWhole
      ? t('calendars:text.wholeDay')
      : t(key, { from: format.time(from), to: format.time(to), count });
    const { repeat, ends, until } = schedule;
    const end =
      repeat === 'never' || ends === 'never'
        ? ''
        : t(`calendars:text.${ends}`, { count: schedule.count, date: format.day(until) });
    return [repeatText(t, clockContext, schedule), hours, end].filter((part) => part !== '').join(' · ');
  };
}

function repeatText(
  t: TFunction,
  { language, format, date }: WallClockContext,
  { start, repeat, interval: count, weekdays }: Schedule,
): string {
  const at = Date.parse(start.slice(0, 10));
  const days = weekdays.length > 0 ? weekdays : [new Date(at).getUTCDay()];
  const names = days.map((day) => date(SUNDAY + day * DAY_MS, { weekday: 'short' }));
  const values = {
    never: { date: format.day(start.slice(0, 10)) },
    daily: {},
    weekly: { days: new Intl.ListFormat(language, { type: 'unit' }).format(names) },
    monthly: { day: start.slice(8, 10).replace(/^0/, '') },
    yearly: { date: date(at, { day: 'numeric', month: 'long' }) },
  };
  return t(`calendars:text.${repeat}`, { count, ...values[repeat] });
}

function dateWriter(language: Language): WallClockContext['date'] {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at, options) => {
    const key = JSON.stringify(options);
    const writer = made.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options });
    made.set(key, writer);
    return writer.format(at);
  };
}
