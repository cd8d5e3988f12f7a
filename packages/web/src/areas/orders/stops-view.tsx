import type { ComparisonPage, RouteComparison } from '@rastro/fleet/road-routes';
import type { ComparisonQuestion } from '@rastro/tracking-client';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { Waypoints } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { useListFailure } from '../../kernel/screens/use-list-failure.ts';
import { useServices } from '../../kernel/services.tsx';
import { FurtherLines } from '../../ui/list/further-lines.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { SortMenu } from '../../ui/list/sort-menu.tsx';
import { NoPeriod, ReportFilters } from './report-filters.tsx';
import { askedStops, isPeriod, STOP_SORTS, type ReportView, type StopOrder } from './report-question.ts';
import { StopTable } from './stop-table.tsx';
import { ORDERS_KEY } from './use-orders.ts';
import { useStopRows } from './use-stop-lines.ts';

const ROW_PX = 40;
/** Routes of a page of a file. */
const AT_ONCE = 50;
/** Between two questions while distances are being read. */
const READING_MS = 1000;

interface StopsViewProps {
  readonly view: ReportView;
  readonly onSet: (changes: Readonly<Record<string, string>>) => void;
}
/** Stops of routes, each as it was planned and as it went. */
export function StopsView({ view, onSet }: StopsViewProps) {
  const { t } = useTranslation('orders');
  const [order, setOrder] = useState<StopOrder>({ sort: 'time', isDown: true });
  const asked = askedStops(view, order);
  const query = useStopPages(asked, isPeriod(view));
  const failure = useListFailure(query, t('orders:report.failed'));
  const allRoutes = useAllRoutes(asked);
  const rowsOf = useStopRows();
  const routes = query.data?.pages.flatMap((page) => page.routes);
  const isNarrowed = [view.text, view.driver, view.customer].some((text) => text !== '');
  return (
    <>
      <ReportFilters view={view} onSet={onSet}>
        <SortMenu
          fields={STOP_SORTS.map((name) => ({ name, label: t(`orders:stops.sort.${name}`) }))}
          field={order.sort}
          isDown={order.isDown}
          onChoose={(sort) => setOrder({ sort, isDown: sort === order.sort && !order.isDown })}
        />
        {routes !== undefined && routes.length > 0 && (
          <RowsMenu
            name={[t('orders:stops.title'), view.from, view.to].join(' ')}
            rows={async () => rowsOf(await allRoutes())}
            canPrint
          />
        )}
      </ReportFilters>
      {isPeriod(view) ? (
        <ListView
          count={routes?.length}
          rowPx={ROW_PX}
          failure={failure}
          empty={{ icon: Waypoints, title: t('orders:stops.empty'), text: t('orders:stops.emptyText') }}
          notFound={
            isNarrowed
              ? {
                  title: t('orders:report.notFound'),
                  text: t('orders:report.notFoundText'),
                  onReset: () => onSet({ q: '', driver: '', customer: '' }),
                }
              : null
          }
        >
          <StopTable routes={routes ?? []} />
          <FurtherLines failure={failure?.text ?? null} more={t('orders:more')} query={query} />
        </ListView>
      ) : (
        <NoPeriod />
      )}
    </>
  );
}

const isReading = ({ routes }: ComparisonPage): boolean => routes.some(({ isMeasured }) => !isMeasured);

function useStopPages(asked: ComparisonQuestion, isAsked: boolean) {
  const { routes } = useServices().extension;
  return useInfiniteQuery<ComparisonPage, Error, InfiniteData<ComparisonPage>, readonly unknown[], string>({
    queryKey: [...ORDERS_KEY, 'stops', asked],
    enabled: isAsked,
    initialPageParam: '',
    refetchInterval: ({ state }) =>
      state.error === null && state.data?.pages.some(isReading) === true ? READING_MS : false,
    queryFn: async ({ pageParam, signal }): Promise<ComparisonPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await routes.compared({ ...asked, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

/** Reads all pages, for a file; whoever leaves the screen reads no further. */
function useAllRoutes(asked: ComparisonQuestion): () => Promise<readonly RouteComparison[]> {
  const { routes } = useServices().extension;
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);
  return async () => {
    const found: RouteComparison[] = [];
    for (let after: string | null = ''; after !== null;) {
      const place: ComparisonQuestion = after === '' ? {} : { after };
      const question = { ...asked, limit: AT_ONCE, ...place };
      const page: ComparisonPage = valueOf(await routes.compared(question, left.current.signal));
      // The same page again, until its distances are there.
      if (isReading(page)) continue;
      found.push(...page.routes);
      after = page.next;
    }
    return found;
  };
}
