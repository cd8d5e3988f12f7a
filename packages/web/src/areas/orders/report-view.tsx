import { dateIn } from '@rastro/fleet/billing';
import type { OrderGrouping } from '@rastro/fleet/orders';
import { PackageCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { ListView } from '../../ui/list/list-view.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './orders.module.css';
import { NoPeriod, ReportFilters } from './report-filters.tsx';
import {
  isPeriod,
  readReportView,
  REPORT_SORTS,
  sortedLines,
  type ReportLine,
  type ReportSort,
  type ReportView,
} from './report-question.ts';
import { StopsView } from './stops-view.tsx';
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

/** Orders of a period, added up or stop by stop beside their plan. */
export function OrderReportView({ onSet }: OrderReportViewProps) {
  const [search] = useSearchParams();
  const view = readReportView(search, dateIn(useZone(), useNow(MINUTE_MS)));
  const { by } = view;
  return (
    <div className={styles.page}>
      {by === 'stop' ? (
        <StopsView view={view} onSet={onSet} />
      ) : (
        <SumsView view={view} by={by} onSet={onSet} />
      )}
    </div>
  );
}

interface SumsViewProps extends OrderReportViewProps {
  readonly view: ReportView;
  readonly by: OrderGrouping;
}
/** Orders added up: done, failed by reason, on time, and against the plan. */
function SumsView({ view, by, onSet }: SumsViewProps) {
  const { t } = useTranslation('orders');
  const query = useOrderReport(view, by);
  const lines = useReportLines(query.data, by);
  const { found, order } = useFound(lines, view.text, by);
  const { rowsOf } = useReportTexts();
  const { data } = query;
  const name = [t('orders:report.title'), view.from, view.to].join(' ');
  return (
    <>
      <ReportFilters view={view} onSet={onSet}>
        <SortMenu {...order} />
        {data && isPeriod(view) && (
          <RowsMenu name={name} rows={() => rowsOf(by, found, data.total)} canPrint />
        )}
      </ReportFilters>
      {isPeriod(view) ? (
        <ReportBody view={view} by={by} query={query} lines={lines} found={found} onSet={onSet} />
      ) : (
        <NoPeriod />
      )}
    </>
  );
}

interface ReportBodyProps extends SumsViewProps {
  readonly query: ReturnType<typeof useOrderReport>;
  /** All groups, and those that are shown, in their order. */
  readonly lines: readonly ReportLine[] | undefined;
  readonly found: readonly ReportLine[];
}
function ReportBody({ view, by, query, lines, found, onSet }: ReportBodyProps) {
  const { t } = useTranslation('orders');
  const failure = useListFailure(query, t('orders:report.failed'));
  const { data } = query;
  const openDay = (day: string): void => {
    onSet({
      tab: '',
      from: '',
      to: '',
      by: '',
      q: '',
      group: '',
      driver: '',
      customer: '',
      state: 'all',
      day,
    });
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
            key={by}
            by={by}
            lines={found}
            total={data.total}
            hiddenGroups={data.hiddenGroups}
            onOpen={by === 'day' ? openDay : null}
          />
        )}
      </ListView>
    </>
  );
}

/** Lines that a text finds, in the order that was chosen; days begin with the first, others with the most orders. */
function useFound(lines: readonly ReportLine[] | undefined, text: string, by: OrderGrouping) {
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
