import { MINUTE_MS } from '@rastro/base';
import type { Calendar } from '@rastro/fleet';
import { CalendarDays } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readTimes } from '../../kernel/calendars/read-times.ts';
import { useCalendars } from '../../kernel/calendars/use-calendars.ts';
import { ListPanel } from '../../kernel/screens/list-panel.tsx';
import { useFound } from '../../kernel/screens/use-found.ts';
import { useListSort } from '../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../kernel/screens/use-list-text.ts';
import { useRights } from '../../kernel/use-rights.ts';
import list from '../../ui/list/list.module.css';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './calendars.module.css';
import { useCalendarText, type CalendarText } from './use-calendar-text.ts';

const ROW_PX = 58;
const SORTS = ['name', 'newest'] as const;
const nameOf = ({ name }: Calendar): string => name;

/** The calendars of the user, with what they mean and whether they are on. */
export function CalendarListPanel() {
  const { t } = useTranslation('calendars');
  const { may, isReadonly } = useRights();
  const calendars = useCalendars();
  const [text, setText] = useListText();
  const calendarText = useCalendarText();
  const found = useFound(calendars.data, text, { searchTextOf: nameOf, nameOf });
  const { sort, isDown, choose } = useListSort(SORTS);
  const visibleCalendars = useMemo(() => {
    const ordered = sort === 'newest' ? found.toSorted((a, b) => b.id - a.id) : found;
    return isDown ? ordered.toReversed() : ordered;
  }, [found, sort, isDown]);
  const byId = useMemo(() => new Map(visibleCalendars.map((each) => [each.id, each])), [visibleCalendars]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const now = useNow(MINUTE_MS);
  return (
    <ListPanel
      title={t('calendars:title')}
      query={calendars}
      ids={ids}
      search={{ label: t('calendars:search'), text, onChange: setText }}
      texts={{
        failed: t('calendars:failed'),
        notFound: t('calendars:notFound'),
        notFoundText: t('calendars:notFoundText'),
      }}
      empty={{ icon: CalendarDays, title: t('calendars:empty'), text: t('calendars:emptyText') }}
      notices={{ saved: t('calendars:notice.saved'), deleted: t('calendars:notice.deleted') }}
      create={
        !isReadonly && may('calendars.create') ? { label: t('calendars:new'), path: '/calendars/new' } : null
      }
      tools={
        <SortMenu
          fields={SORTS.map((name) => ({ name, label: t(`calendars:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      prefix="calendar"
      rowPx={ROW_PX}
      pathOf={(id) => `/calendars/${id}`}
    >
      {(id) => {
        const calendar = byId.get(id);
        return calendar === undefined ? null : (
          <CalendarLine calendar={calendar} now={now} text={calendarText} />
        );
      }}
    </ListPanel>
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
