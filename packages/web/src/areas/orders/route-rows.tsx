import type { RouteLine } from '@rastro/fleet/road-routes';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './orders.module.css';

interface RouteRowsProps {
  readonly routes: readonly RouteLine[];
  readonly onOpen: (id: number) => void;
}

/** Routes with their vehicle, driver, times, and how far the work is. */
export function RouteRows({ routes, onOpen }: RouteRowsProps) {
  const { t } = useTranslation('routes');
  return (
    <ul
      className={styles.rows}
      aria-label={t('routes:title')}
      // A list that scrolls is reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
      tabIndex={0}
    >
      {routes.map((route) => (
        <RouteRow key={route.id} route={route} onOpen={() => onOpen(route.id)} />
      ))}
    </ul>
  );
}

function RouteRow({ route, onOpen }: { readonly route: RouteLine; readonly onOpen: () => void }) {
  const { t } = useTranslation('routes');
  const format = useFormat();
  const { deviceName, driverName, stopCount, lateCount, beginsAt, endsAt, meters, progress, note } = route;
  const time = (iso: string | null): string => (iso === null ? '?' : format.time(Date.parse(iso)));
  const total = progress.done + progress.failed + progress.open;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.who}>
          <strong dir="auto">{deviceName}</strong>
          <small dir="auto">
            {[driverName, note].filter((text) => text !== '').join(' · ') || t('routes:anyDriver')}
          </small>
        </span>
        <span className={styles.when}>{`${time(beginsAt)} – ${time(endsAt)}`}</span>
        <span className={styles.whom}>
          {[
            t('routes:stops', { count: stopCount }),
            meters === null ? t('routes:unknownDistance') : format.length(meters),
          ].join(' · ')}
        </span>
        <span className={styles.state}>
          <progress
            className={styles.progress}
            aria-label={t('routes:progress', { ...progress })}
            max={Math.max(1, total)}
            value={progress.done + progress.failed}
          />
          <small>{t('routes:done', { count: progress.done, total })}</small>
          {(lateCount > 0 || progress.failed > 0) && (
            <span className={styles.disputed}>
              <TriangleAlert size={13} aria-hidden />
              {progress.failed > 0
                ? t('routes:failedStops', { count: progress.failed })
                : t('routes:lateStops', { count: lateCount })}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
