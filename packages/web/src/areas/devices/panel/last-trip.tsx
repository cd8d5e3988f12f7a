import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useZone } from '../../../kernel/formats/use-zone.ts';
import { historyPathAt } from '../../../kernel/period/history-path.ts';
import { valueOf } from '../../../kernel/queries/query-client.ts';
import { useServices } from '../../../kernel/services.tsx';
import styles from './last-trip.module.css';

const BACK_MS = 3 * 86_400_000;
const REFRESH_MS = 300_000;

/** The last way that a vehicle made, and the way to it in the history; nothing when it has made none lately. */
export function LastTrip({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation('devices');
  const { client } = useServices();
  const format = useFormat();
  const zone = useZone();
  const { data: trip = null } = useQuery({
    queryKey: ['lastTrip', deviceId],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const to = new Date();
      const query = { from: new Date(to.getTime() - BACK_MS), to, deviceIds: [deviceId] };
      return valueOf(await client.reports.list('trips', query, signal)).at(-1) ?? null;
    },
  });
  if (trip === null) return null;
  const start = Date.parse(trip.startTime);
  return (
    <Link
      className={styles.trip ?? ''}
      to={historyPathAt(deviceId, start, zone)}
      title={t('devices:lastTrip.to')}
    >
      <Route className={styles.icon} size={16} aria-hidden />
      <span className={styles.text}>
        <span className={styles.name}>{t('devices:lastTrip.title')}</span>
        <span>
          {format.moment(start)} – {format.time(Date.parse(trip.endTime))} · {format.distance(trip.distance)}
        </span>
      </span>
      <ChevronRight size={16} aria-hidden />
    </Link>
  );
}
