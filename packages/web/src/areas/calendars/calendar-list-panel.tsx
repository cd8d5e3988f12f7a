import { MINUTE_MS } from '@rastro/base';
import type { Calendar } from '@rastro/fleet';
import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { readTimes } from '../../kernel/calendars/read-times.ts';
import { useCalendars } from '../../kernel/calendars/use-calendars.ts';
import { arrangedBy, byAge, EntityList } from '../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../kernel/screens/manager-texts.ts';
import { useRights } from '../../kernel/use-rights.ts';
import list from '../../ui/list/list.module.css';
import { useNow } from '../../ui/use-now.ts';
import styles from './calendars.module.css';
import { useCalendarText, type CalendarText } from './use-calendar-text.ts';

const SORTS = ['name', 'newest'] as const;
const nameOf = ({ name }: Calendar): string => name;
const arrange = arrangedBy<Calendar, (typeof SORTS)[number]>({ name: null, newest: byAge });

/** The calendars of the user, with what they mean and whether they are on. */
export function CalendarListPanel() {
  const { t } = useTranslation('calendars');
  const { may, isReadonly } = useRights();
  const calendarText = useCalendarText();
  const now = useNow(MINUTE_MS);
  const mayCreate = !isReadonly && may('calendars.create');
  return (
    <EntityList
      texts={useListTexts('calendars:')}
      icon={CalendarDays}
      query={useCalendars()}
      nameOf={nameOf}
      searchTextOf={nameOf}
      order={{ sorts: SORTS, labelOf: (sort) => t(`calendars:sort.${sort}`), arrange }}
      create={mayCreate ? { label: t('calendars:new'), path: '/calendars/new' } : null}
      prefix="calendar"
      rowPx={58}
      pathOf={(id) => `/calendars/${id}`}
    >
      {(calendar) => <CalendarLine calendar={calendar} now={now} text={calendarText} />}
    </EntityList>
  );
}

interface CalendarLineProps {
  readonly calendar: Calendar;
  readonly now: number;
  readonly text: CalendarText;
}

function CalendarLine({ calendar: { name, data }, now, text }: CalendarLineProps) {
  const { t } = useTranslation('calendars');
  const times = readTimes(data);
  const isOn = times.calendar?.isActive(now) === true;
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>{name}</span>
        <span className={list.detail}>{text.times(times)}</span>
      </span>
      <span className={styles.state} data-on={isOn}>
        {t(isOn ? 'calendars:on' : 'calendars:off')}
      </span>
    </>
  );
}
