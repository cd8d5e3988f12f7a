import { DAY_MS } from '@rastro/base';
import type { ReportItems } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { reportLink } from '../../report-link.ts';
import { useOverviewScope } from '../../scope.ts';
import { WidgetData, WidgetFrame } from '../../widget-frame.tsx';

const AGAIN_MS = 300_000;
/** One that stands and reports is not silent. */
const REASONS = ['never', 'silent'] as const;
type Inactive = ReportItems['inactive'];
interface Silent {
  readonly silent: readonly Inactive[];
  readonly to: string;
}

/** Vehicles that sent nothing for a day, by the reason. */
export function SilentWidget() {
  const { t } = useTranslation(['overview', 'diagnosis']);
  const { client } = useServices();
  const format = useFormat();
  const { groupIds } = useOverviewScope();
  const query = useQuery<Silent>({
    queryKey: ['overview', 'silent', ...groupIds],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const period = { from: new Date(now - DAY_MS), to: new Date(now) };
      const query = { ...period, groupIds, eventTypes: REASONS };
      return {
        silent: valueOf(await client.reports.list('inactive', query, signal)),
        to: reportLink('inactive', period, groupIds, { types: REASONS.join(',') }),
      };
    },
  });
  const reasonOf = ({ verdict, reason }: Inactive): string =>
    verdict === null ? t(`overview:silent.${reason}`) : t(`diagnosis:verdict.${verdict}`);
  return (
    <WidgetFrame title={t('overview:silent.title')}>
      <WidgetData query={query}>
        {({ silent, to }) => (
          <>
            <dl className={styles.figures}>
              <Figure
                isLarge
                label={t('overview:silent.count')}
                value={format.number(silent.length)}
                to={to}
              />
            </dl>
            <ul className={styles.lines}>
              {[...Map.groupBy(silent, reasonOf)]
                .toSorted(([, a], [, b]) => b.length - a.length)
                .map(([reason, vehicles]) => (
                  <li key={reason}>
                    <Link to={to} className={styles.line}>
                      <span>{reason}</span>
                      <span>{format.number(vehicles.length)}</span>
                    </Link>
                  </li>
                ))}
            </ul>
          </>
        )}
      </WidgetData>
    </WidgetFrame>
  );
}
