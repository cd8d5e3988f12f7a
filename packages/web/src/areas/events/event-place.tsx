import { History, MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { isPlace } from '../../live/is-place.ts';
import { useMapFocus } from '../../kernel/map/map-focus.tsx';
import { PlaceText } from '../../kernel/places/place-text.tsx';
import { useRecordedPosition } from '../../kernel/places/use-recorded-position.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useZone } from '../../kernel/formats/use-zone.ts';
import { historyPathAt } from '../../kernel/period/history-path.ts';
import { useRights } from '../../kernel/use-rights.ts';
import { POSITION_PARAM } from './event-path.ts';
import { RoundClose } from '../../ui/round-close.tsx';
import styles from './event-place.module.css';

/** The place and time that the address asks for, marked on the map until it is taken away. */
export function EventPlace() {
  const { t } = useTranslation('events');
  const format = useFormat();
  const zone = useZone();
  const { may } = useRights();
  const { focus } = useMapFocus();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const id = Number(search.get(POSITION_PARAM));
  const isAsked = Number.isSafeInteger(id) && id > 0;
  const { data, isError } = useRecordedPosition(isAsked ? id : 0);
  const position = isAsked ? data : undefined;
  const place = position !== undefined && position !== null && isPlace(position) ? position : null;
  const { latitude, longitude } = place ?? {};
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return undefined;
    focus({ latitude, longitude });
    return () => focus(null);
  }, [focus, latitude, longitude]);

  if (!isAsked || (position === undefined && !isError)) return null;
  const clear = (): void =>
    setSearch(
      (old) => {
        old.delete(POSITION_PARAM);
        return old;
      },
      { replace: true },
    );
  return (
    <div className={styles.place} role="status" data-beside-panel={pathname !== '/home'}>
      <MapPin className={styles.icon} size={15} aria-hidden />
      {place === null ? (
        t('events:place.unknown')
      ) : (
        <>
          <time dateTime={place.fixTime}>{format.moment(Date.parse(place.fixTime))}</time>
          <span>{format.speed(place.speed)}</span>
          <PlaceText place={place} className={styles.where} />
          {may('reports.view') && (
            <Link
              className={styles.history}
              to={historyPathAt(place.deviceId, Date.parse(place.fixTime), zone)}
              aria-label={t('events:place.history')}
              title={t('events:place.history')}
            >
              <History size={15} aria-hidden />
            </Link>
          )}
        </>
      )}
      <RoundClose label={t('events:place.clear')} onClick={clear} />
    </div>
  );
}
