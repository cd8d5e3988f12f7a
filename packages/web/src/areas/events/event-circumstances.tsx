import type { EventItem, Position } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { PlaceText } from '../../kernel/places/place-text.tsx';
import { useRecordedPosition } from '../../kernel/places/use-recorded-position.ts';
import { useDriverNames } from '../../kernel/queries/use-driver-names.ts';
import { isPlace } from '../../live/is-place.ts';
import styles from './event-circumstances.module.css';

/** Place, speed and driver of an event, as far as they are known. */
export function EventCircumstances({ event }: { event: EventItem }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const names = useDriverNames();
  const { data: position = null } = useRecordedPosition(event.positionId);
  const written = event.address ?? '';
  const driverId = driverOf(event, position);
  const place = position !== null && isPlace(position) ? position : null;
  if (place === null && written === '' && driverId === null) return null;
  return (
    <span className={styles.line}>
      {place === null ? (
        <span className={styles.place}>{written}</span>
      ) : (
        <PlaceText place={written === '' ? place : { ...place, address: written }} className={styles.place} />
      )}
      {position !== null && position.speed > 0 && (
        <span className={styles.figure}>{format.speed(position.speed)}</span>
      )}
      {driverId !== null && (
        <span className={styles.figure} title={t('events:driver')}>
          {names.get(driverId) ?? driverId}
        </span>
      )}
    </span>
  );
}

/** Driver that the device reported: with the event, otherwise with its position; null = none was reported. */
function driverOf({ attributes }: EventItem, position: Position | null): string | null {
  const reported = attributes['driverUniqueId'] ?? position?.attributes['driverUniqueId'];
  return typeof reported === 'string' && reported !== '' ? reported : null;
}
