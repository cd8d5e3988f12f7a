import { MINUTE_MS } from '@rastro/base';
import { lastMailing, type Calendar, type ScheduledReport } from '@rastro/fleet';
import { FileClock } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readTimes } from '../../../kernel/calendars/read-times.ts';
import { useCalendars } from '../../../kernel/calendars/use-calendars.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { ListPanel } from '../../../kernel/screens/list-panel.tsx';
import { useFound } from '../../../kernel/screens/use-found.ts';
import { useListSort, type ListSort } from '../../../kernel/screens/use-list-sort.ts';
import { useListText } from '../../../kernel/screens/use-list-text.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import list from '../../../ui/list/list.module.css';
import { SortMenu } from '../../../ui/list/sort-menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { screenOf } from './saved-question.ts';
import styles from './saved.module.css';
import { useSavedReports } from './use-saved-reports.ts';

const ROW_PX = 58;
const SORTS = ['name', 'kind', 'next', 'newest'] as const;
const nameOf = ({ description }: ScheduledReport): string => description;

/** The saved reports of the user: what each is, and when it is mailed next. */
export function SavedReportsPanel() {
  const { t } = useTranslation(['savedreports', 'reports']);
  const { may } = useRights();
  const reports = useSavedReports();
  const calendars = useCalendars(may('calendars.view')).data;
  const [text, setText] = useListText();
  const kindOf = useKindText();
  const searchTextOf = useCallback(
    (report: ScheduledReport) => `${report.description}\n${kindOf(report)}`,
    [kindOf],
  );
  const found = useFound(reports.data, text, { searchTextOf, nameOf });
  const now = useNow(MINUTE_MS);
  const { sort, isDown, choose } = useListSort(SORTS);
  const visibleReports = useOrdered(found, { sort, isDown }, { kindOf, calendars, now });
  const byId = useMemo(() => new Map(visibleReports.map((each) => [each.id, each])), [visibleReports]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  return (
    <ListPanel
      title={t('savedreports:title')}
      query={reports}
      ids={ids}
      search={{ label: t('savedreports:search'), text, onChange: setText }}
      texts={{
        failed: t('savedreports:failed'),
        notFound: t('savedreports:notFound'),
        notFoundText: t('savedreports:notFoundText'),
      }}
      empty={{ icon: FileClock, title: t('savedreports:empty'), text: t('savedreports:emptyText') }}
      notices={{ saved: t('savedreports:notice.saved'), deleted: t('savedreports:notice.deleted') }}
      create={null}
      tools={
        <SortMenu
          fields={SORTS.map((name) => ({ name, label: t(`savedreports:sort.${name}`) }))}
          field={sort}
          isDown={isDown}
          onChoose={choose}
        />
      }
      prefix="saved-report"
      rowPx={ROW_PX}
      pathOf={(id) => `/reports/saved/${id}`}
    >
      {(id) => {
        const report = byId.get(id);
        return report === undefined ? null : (
          <SavedLine
            report={report}
            kind={kindOf(report)}
            calendar={calendars?.find((each) => each.id === report.calendarId)}
            now={now}
          />
        );
      }}
    </ListPanel>
  );
}

interface OrderBy {
  readonly kindOf: (report: ScheduledReport) => string;
  readonly nextOf: (report: ScheduledReport) => number;
}

interface Known extends Pick<OrderBy, 'kindOf'> {
  readonly calendars: readonly Calendar[] | undefined;
  readonly now: number;
}

function useOrdered(
  found: readonly ScheduledReport[],
  { sort, isDown }: Pick<ListSort<(typeof SORTS)[number]>, 'sort' | 'isDown'>,
  { kindOf, calendars, now }: Known,
): readonly ScheduledReport[] {
  return useMemo(() => {
    const nextOf = ({ calendarId }: ScheduledReport): number =>
      nextMailing(
        calendars?.find(({ id }) => id === calendarId),
        now,
      ) ?? Infinity;
    const ordered = inOrder(found, sort, { kindOf, nextOf });
    return isDown ? ordered.toReversed() : ordered;
  }, [found, sort, isDown, kindOf, calendars, now]);
}

/** Found ones come by name: so equal ones stay. What is never mailed comes last. */
function inOrder(
  found: readonly ScheduledReport[],
  sort: (typeof SORTS)[number],
  { kindOf, nextOf }: OrderBy,
): readonly ScheduledReport[] {
  if (sort === 'newest') return found.toSorted((a, b) => b.id - a.id);
  if (sort === 'kind') return found.toSorted((a, b) => kindOf(a).localeCompare(kindOf(b)));
  if (sort === 'name') return found;
  const order = new Map(found.map((report) => [report.id, nextOf(report)]));
  const at = ({ id }: ScheduledReport): number => order.get(id) ?? Infinity;
  return found.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)));
}

/** Returns the label of a kind of report; a kind without a screen here keeps its own name. */
export function useKindText(): (report: Pick<ScheduledReport, 'type'>) => string {
  const { t } = useTranslation('reports');
  return useCallback(
    (report) => {
      const screen = screenOf(report);
      return screen === undefined ? report.type : t(`reports:kind.${screen.path}.title`);
    },
    [t],
  );
}

/** When the period of a calendar ends next; null = never, or it is not known. */
export const nextMailing = (calendar: Calendar | undefined, now: number): number | null =>
  calendar === undefined ? null : (readTimes(calendar.data).calendar?.nextEnd(now)?.end ?? null);

interface SavedLineProps {
  readonly report: ScheduledReport;
  readonly kind: string;
  readonly calendar: Calendar | undefined;
  readonly now: number;
}

function SavedLine({ report, kind, calendar, now }: SavedLineProps) {
  const { t } = useTranslation('savedreports');
  const format = useFormat();
  const next = nextMailing(calendar, now);
  const last = lastMailing(report.attributes);
  return (
    <>
      <span className={list.names}>
        <span className={list.name}>{report.description}</span>
        <span className={list.detail}>
          {next === null ? kind : `${kind} · ${t('savedreports:nextAt', { at: format.dateTime(next) })}`}
        </span>
      </span>
      {last !== null && (
        <span className={styles.outcome} data-outcome={last.outcome}>
          {t(`savedreports:outcome.${last.outcome}`)}
        </span>
      )}
    </>
  );
}
