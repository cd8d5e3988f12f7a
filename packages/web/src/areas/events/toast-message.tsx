import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useSeenFences } from '../../kernel/queries/use-geofences.ts';
import { eventPath } from './event-path.ts';
import { toastText } from './event-text.ts';
import styles from '../../kernel/event-style/toast.module.css';
import type { EventToast } from './toast-board.ts';

export interface ToastMessageProps {
  readonly toast: EventToast;
  readonly onOpen: () => void;
}

/** The vehicle, what happened and when; all of it leads to the vehicle at that place. */
export function ToastMessage({ toast: { deviceId, event, more }, onOpen }: ToastMessageProps) {
  const { t } = useTranslation(['devices', 'attributes', 'events']);
  const format = useFormat();
  const vehicle = useVehicle(deviceId);
  const { data: fences } = useSeenFences({ isEnabled: event.geofenceId > 0 });
  const fence = fences?.find(({ id }) => id === event.geofenceId)?.name ?? null;
  return (
    <Link to={eventPath(event)} className={styles['message'] ?? ''} onClick={onOpen}>
      <TriangleAlert className={styles['icon']} size={18} aria-hidden />
      <span className={styles['text']}>
        <span className={styles['name']}>{vehicle?.device.name ?? t('devices:panel.title')}</span>
        <span className={styles['what']}>{toastText(event, { t, format, fence })}</span>
        {more > 0 && <span className={styles['when']}>{t('events:more', { count: more })}</span>}
      </span>
      <time className={styles['when']} dateTime={event.eventTime}>
        {format.time(Date.parse(event.eventTime))}
      </time>
    </Link>
  );
}

/** Events that found no place of their own. */
export function MissedMessage({ count, to, onOpen }: { count: number; to: string; onOpen: () => void }) {
  const { t } = useTranslation('events');
  return (
    <Link to={to} className={styles['message'] ?? ''} onClick={onOpen}>
      <span className={styles['what']}>{t('events:more', { count })}</span>
    </Link>
  );
}
