import { DAY_MS } from '@rastro/base';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import styles from './server.module.css';
import { SmallChart } from './small-chart.tsx';

const DAYS = 30;
const REFRESH_MS = 60_000;
const VISIBLE_SERIES = [
  'messagesReceived',
  'messagesStored',
  'activeDevices',
  'activeUsers',
  'requests',
] as const;

/** Statistics of the tracking server for each of the last days. */
export function StatisticsCharts() {
  const { t } = useTranslation('health');
  const { client } = useServices();
  const { data, error } = useQuery({
    queryKey: ['statistics'],
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const to = Date.now();
      const from = new Date(to - DAYS * DAY_MS).toISOString();
      return valueOf(await client.server.statistics(from, new Date(to).toISOString(), signal));
    },
  });
  const format = useFormat();
  const days = useMemo(
    () => (data ?? []).map((day) => ({ ...day, name: format.dayOf(Date.parse(day.captureTime)) })),
    [data, format],
  );
  const series = useMemo(
    () => VISIBLE_SERIES.map((name) => ({ name, values: days.map((day) => day[name]) })),
    [days],
  );
  const nameOf = useCallback((index: number) => days[index]?.name ?? '', [days]);
  const numberText = useCallback((value: number) => format.number(value), [format]);
  return (
    <section className={styles.part}>
      <h2 className={styles.name}>{t('health:part.statistics')}</h2>
      {error !== null && <p className={styles.advice}>{t('health:statisticsFailed')}</p>}
      {data?.length === 0 && <p className={styles.advice}>{t('health:statisticsEmpty')}</p>}
      {days.length > 0 &&
        series.map(({ name, values }) => (
          <SmallChart
            key={name}
            label={t(`health:statistic.${name}`)}
            values={values}
            nameOf={nameOf}
            numberText={numberText}
          />
        ))}
    </section>
  );
}
