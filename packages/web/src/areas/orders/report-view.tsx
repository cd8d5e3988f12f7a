import { dateIn } from '@rastro/fleet/billing';
import { PackageCheck, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { ListMessage } from '../../ui/list/list-state.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './orders.module.css';
import { ReportFilters } from './report-filters.tsx';
import {
  readReportView,
  REPORT_SORTS,
  sortedLines,
  type ReportLine,
  type ReportSort,
  type ReportView,
} from './report-question.ts';
import { ReportFigures, ReportTable } from './report-table.tsx';
import { useOrderReport, useReportLines, useReportTexts } from './use-report-lines.ts';

const ROW_PX = 40;
const MINUTE_MS = 60_000;

interface ReportOrder {
  readonly sort: ReportSort;
  readonly isDown: boolean;
}
interface OrderReportViewProps {
  /** Writes parts of the address; empty = away with it. */
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
}

/** Orders of a period, added up: done, failed by reason, on time, and against the plan. */
export function OrderReportView({ onSet }: OrderReportViewProps) {
  const { t } = useTranslation('orders');
  const [search] = useSearchParams();
  const view = readReportView(search, dateIn(useZone(), useNow(MINUTE_MS)));
  const { query, isPeriod } = useOrderReport(view);
  const lines = useReportLines(query.data, view.by);
  const { found, order } = useFound(lines, view);
  const { rowsOf } = useReportTexts();
  const { data } = query;
  const name = [t('orders:report.title'), view.from, view.to].join(' ');
  return (
    <div className={styles.page}>
      <ReportFilters view={view} isPeriod={isPeriod} onSet={onSet}>
        <SortMenu {...order} />
        {data && isPeriod && <RowsMenu name={name} rows={() => rowsOf(view.by, found, data.total)} />}
      </ReportFilters>
      {isPeriod ? (
        <ReportBody view={view} query={query} lines={lines} found={found} onSet={onSet} />
      ) : (
        <ListMessage
          icon={<TriangleAlert aria-hidden />}
          title={t('orders:report.period')}
          text={t('orders:report.periodText')}
        />
      )}
    </div>
  );
}

interface ReportBodyProps extends OrderReportViewProps {
  readonly view: ReportView;
  readonly query: ReturnType<typeof useOrderReport>['query'];
  /** All groups, and those that are shown, in their order. */
  readonly lines: readonly ReportLine[] | undefined;
  readonly found: readonly ReportLine[];
}
function ReportBody({ view, query, lines, found, onSet }: ReportBodyProps) {
  const { t } = useTranslation('orders');
  const failure = useListFailure(query, t('orders:report.failed'));
  const { data } = query;
  const openDay = (day: string): void => {
    onSet({ tab: '', from: '', to: '', by: '', q: '', state: 'all', day });
  };
  return (
    <>
      {data && data.total.orders > 0 && <ReportFigures report={data} />}
      <ListView
        count={lines && found.length}
        rowPx={ROW_PX}
        failure={failure}
        empty={{ icon: PackageCheck, title: t('orders:report.empty'), text: t('orders:report.emptyText') }}
        notFound={
          view.text !== '' && (lines?.length ?? 0) > 0
            ? {
                title: t('orders:report.notFound'),
                text: t('orders:report.notFoundText'),
                onReset: () => onSet({ q: '' }),
              }
            : null
        }
      >
        {data && (
          <ReportTable
            key={view.by}
            by={view.by}
            lines={found}
            total={data.total}
            hiddenGroups={data.hiddenGroups}
            onOpen={view.by === 'day' ? openDay : null}
          />
        )}
      </ListView>
    </>
  );
}

/** Lines that a text finds, in the order that was chosen; days begin with the first, others with the most orders. */
function useFound(lines: readonly ReportLine[] | undefined, { text, by }: ReportView) {
  const { t } = useTranslation('orders');
  const [chosen, setChosen] = useState<ReportOrder | null>(null);
  const usual: ReportOrder =
    by === 'day' ? { sort: 'name', isDown: false } : { sort: 'orders', isDown: true };
  const { sort, isDown } = chosen ?? usual;
  const found = useMemo(
    () => sortedLines(lines ?? [], { text, sort, isDown, isByKey: by === 'day' }),
    [lines, text, sort, isDown, by],
  );
  const order = {
    fields: REPORT_SORTS.map((name) => ({ name, label: t(`orders:report.sort.${name}`) })),
    field: sort,
    isDown,
    onChoose: (name: ReportSort) =>
      setChosen({ sort: name, isDown: name === sort ? !isDown : name !== 'name' }),
  };
  return { found, order };
}
