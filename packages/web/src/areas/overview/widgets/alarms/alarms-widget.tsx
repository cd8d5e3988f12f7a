import { MINUTE_MS } from '@rastro/base';
import type { FleetAlarm } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../kernel/formats/use-format.ts';
import { valueOf } from '../../../../kernel/queries/query-client.ts';
import { useServices } from '../../../../kernel/services.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { Figure } from '../../figure.tsx';
import styles from '../../overview.module.css';
import { WidgetData, WidgetFrame } from '../../widget-frame.tsx';
import { waitingTimes } from './waiting-times.ts';

const TO = '/events?open=1';

/** Alarms that wait for somebody, and how soon others were seen to. */
export function AlarmsWidget() {
  const { t } = useTranslation('overview');
  const { client } = useServices();
  const format = useFormat();
  const now = useNow(MINUTE_MS);
  // The same as the bell in the header: the socket says when there is news.
  const query = useQuery<readonly FleetAlarm[]>({
    queryKey: ['alarms'],
    queryFn: async ({ signal }) => valueOf(await client.alarms.list(signal)),
    refetchInterval: MINUTE_MS,
  });
  return (
    <WidgetFrame title={t('overview:alarms.title')}>
      <WidgetData query={query}>
        {(alarms) => {
          const { open, oldest, median, p90 } = waitingTimes(alarms, now);
          return (
            <dl className={styles.figures}>
              <Figure
                isLarge
                label={t('overview:alarms.open')}
                value={format.number(open)}
                to={TO}
                {...(oldest !== null && {
                  note: t('overview:alarms.oldest', { time: format.duration(oldest) }),
                })}
              />
              {median !== null && p90 !== null && (
                <Figure
                  label={t('overview:alarms.median')}
                  value={format.duration(median)}
                  to="/events"
                  note={t('overview:alarms.p90', { time: format.duration(p90) })}
                />
              )}
            </dl>
          );
        }}
      </WidgetData>
    </WidgetFrame>
  );
}
