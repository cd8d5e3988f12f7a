import { MINUTE_MS } from '@rastro/base';
import { lastMailing, type Calendar, type ScheduledReport } from '@rastro/fleet';
import { FileClock } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readTimes } from '../../../kernel/calendars/read-times.ts';
import { useCalendars } from '../../../kernel/calendars/use-calendars.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { arrangedBy, byAge, EntityList } from '../../../kernel/screens/entity-list.tsx';
import { useListTexts } from '../../../kernel/screens/manager-texts.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import list from '../../../ui/list/list.module.css';
import { useNow } from '../../../ui/use-now.ts';
import { screenOf } from './saved-question.ts';
import styles from './saved.module.css';
import { useSavedReports } from './use-saved-reports.ts';

const SORTS = ['name', 'kind', 'next', 'newest'] as const;
const nameOf = ({ description }: ScheduledReport): string => description;

/** The saved reports of the user: what each is, and when it is mailed next. */
export function SavedReportsPanel() {
  const { t } = useTranslation(['savedreports', 'reports']);
  const { may } = useRights();
  const calendars = useCalendars(may('calendars.view')).data;
  const kindOf = useKindText();
  const searchTextOf = useCallback(
    (report: ScheduledReport) => `${report.description}\n${kindOf(report)}`,
    [kindOf],
  );
  const now = useNow(MINUTE_MS);
  const arrange = useMemo(() => {
    const next = new Map(calendars?.map((calendar) => [calendar.id, nextMailing(calendar, now)]));
    const nextOf = ({ calendarId }: ScheduledReport): number => next.get(calendarId) ?? Infinity;
    return arrangedBy<ScheduledReport, (typeof SORTS)[number]>({
      name: null,
      kind: (a, b) => kindOf(a).localeCompare(kindOf(b)),
      // What is never mailed comes last.
      next: (a, b) => (nextOf(a) === nextOf(b) ? 0 : nextOf(a) - nextOf(b)),
      newest: byAge,
    });
  }, [kindOf, calendars, now]);
  return (
    <EntityList
      texts={useListTexts('savedreports:')}
      icon={FileClock}
      query={useSavedReports()}
      nameOf={nameOf}
      searchTextOf={searchTextOf}
      order={{ sorts: SORTS, labelOf: (sort) => t(`savedreports:sort.${sort}`), arrange }}
      create={null}
      prefix="saved-report"
      rowPx={58}
      pathOf={(id) => `/reports/saved/${id}`}
    >
      {(report) => (
        <SavedLine
          report={report}
          kind={kindOf(report)}
          calendar={calendars?.find((each) => each.id === report.calendarId)}
          now={now}
        />
      )}
    </EntityList>
  );
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

/** Next end of a period of a calendar; null = never, or unknown. */
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
