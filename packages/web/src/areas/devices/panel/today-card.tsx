import { knots } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { failureIn } from '../../../kernel/queries/query-client.ts';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';
import styles from './device-panel.module.css';
import { useTodayRoute, useTodaySummary } from './use-today.ts';

/** Today's figures of the vehicle; its track is on the map. */
export function TodayCard({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const failureText = useFailureText();
  const route = useTodayRoute(deviceId, true);
  const { data: summary } = useTodaySummary(deviceId);
  const [first, last] = [route.data?.[0], route.data?.at(-1)];
  const status =
    route.error !== null
      ? failureText(failureIn(route.error))
      : route.data === undefined
        ? t('common:loading')
        : t('devices:today.none');
  if (first === undefined || last === undefined) {
    return (
      <section className={styles.today} aria-label={t('devices:today.title')}>
        <p className={styles.todayStatus} role="status">
          {status}
        </p>
      </section>
    );
  }
  const figures = [
    {
      name: t('devices:today.period'),
      value: `${format.time(Date.parse(first.fixTime))} – ${format.time(Date.parse(last.fixTime))}`,
    },
    ...(summary === undefined || summary === null
      ? []
      : [
          { name: t('devices:today.distance'), value: format.distance(summary.distance) },
          { name: t('devices:today.engine'), value: format.duration(summary.engineHours) },
          { name: t('devices:today.fastest'), value: format.speed(knots(summary.maxSpeed)) },
        ]),
  ];
  return (
    <section className={styles.today} aria-label={t('devices:today.title')}>
      <dl className={styles.todayFigures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
