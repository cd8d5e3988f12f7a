import type { RouteComparison } from '@rastro/fleet/road-routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { Loaded } from '../../kernel/screens/loaded.tsx';
import { RowsMenu } from '../../kernel/screens/rows-menu.tsx';
import { useServices } from '../../kernel/services.tsx';
import styles from './orders.module.css';
import { StopTable } from './stop-table.tsx';
import { AGAIN_MS, ORDERS_KEY } from './use-orders.ts';
import { useStopRows } from './use-stop-lines.ts';

/** Between two questions while distances are being read. */
const READING_MS = 1000;

/** A route whose vehicle has been somewhere: its stops as they were planned and as they went. */
export function RouteCourse({ id, name }: { readonly id: number; readonly name: string }) {
  const { t } = useTranslation('orders');
  const { routes } = useServices().extension;
  const rowsOf = useStopRows();
  const query = useQuery<RouteComparison>({
    queryKey: [...ORDERS_KEY, 'comparison', id],
    refetchInterval: ({ state }) =>
      state.error === null && (state.data?.isMeasured === false ? READING_MS : 3 * AGAIN_MS),
    queryFn: async ({ signal }) => valueOf(await routes.comparison(id, signal)),
  });
  return (
    <section className={styles.stops} aria-label={t('orders:stops.title')}>
      <div className={styles.courseHead}>
        <h2>{t('orders:stops.title')}</h2>
        {query.data && (
          <RowsMenu
            name={[t('orders:stops.title'), name, query.data.day].join(' ')}
            rows={() => rowsOf([query.data])}
            canPrint
          />
        )}
      </div>
      <Loaded query={query} failed={t('orders:report.failed')}>
        {(route) => <StopTable routes={[route]} isOne />}
      </Loaded>
    </section>
  );
}
