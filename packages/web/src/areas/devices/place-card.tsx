import { ActionIcon } from '@mantine/core';
import { Check, Copy, ExternalLink, MapPin } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../app/use-format.ts';
import { isPlace } from '../../live/is-place.ts';
import type { Vehicle } from '../../live/fleet.ts';
import styles from './device-panel.module.css';

const COPIED_MS = 2000;

/** Where it is: address when known, coordinates, and ways out of here. */
export function PlaceCard({ vehicle: { position } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  if (position === null || !isPlace(position)) {
    return (
      <section className={styles.place}>
        <MapPin className={styles.placeIcon} size={18} aria-hidden />
        <p className={styles.placeUnknown}>{t('devices:place.unknown')}</p>
      </section>
    );
  }
  const text = format.coordinates(position);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const { latitude, longitude } = position;
  return (
    <section className={styles.place} aria-label={t('devices:place.label')}>
      <MapPin className={styles.placeIcon} size={18} aria-hidden />
      <div className={styles.placeText}>
        {position.address !== null && position.address !== '' && (
          <p className={styles.address}>{position.address}</p>
        )}
        <p className={styles.coordinates}>{text}</p>
        {!position.valid && <p className={styles.doubt}>{t('devices:place.noFix')}</p>}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(copied ? 'devices:place.copied' : 'devices:place.copy')}
        onClick={() => void copy()}
      >
        {copied ? <Check size={17} aria-hidden /> : <Copy size={17} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        size="lg"
        href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t('devices:place.open')}
      >
        <ExternalLink size={17} aria-hidden />
      </ActionIcon>
    </section>
  );
}
