import { MINUTE_MS } from '@rastro/base';
import { isDueWithin, type MaintenanceDue } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { WidgetData, WidgetFrame } from '../../widget-frame.tsx';

/** The list of what is due looks as far ahead. */
const SOON_DAYS = 30;

/** Maintenance that is overdue, or due soon. */
export function ServicesWidget() {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const format = useFormat();
  const now = useNow(MINUTE_MS);
  const query = useQuery<readonly MaintenanceDue[]>({
    queryKey: ['overview', 'services'],
    refetchInterval: 5 * MINUTE_MS,
    queryFn: async ({ signal }) => valueOf(await client.services.due({}, signal)),
  });
  return (
    <WidgetFrame title={t('overview:services.title')}>
      <WidgetData query={query}>
        {(dues) => (
          <dl className={styles.figures}>
            <Figure
              isLarge
              label={t('overview:services.overdue')}
              value={format.number(dues.filter(({ state }) => state === 'overdue').length)}
              to="/maintenances/due?within=overdue"
            />
            <Figure
              label={t('overview:services.soon')}
              value={format.number(dues.filter((due) => isDueWithin(due, SOON_DAYS, now)).length)}
              to="/maintenances/due?within=d30"
            />
          </dl>
        )}
      </WidgetData>
    </WidgetFrame>
  );
}
