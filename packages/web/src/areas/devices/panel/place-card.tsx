import { ActionIcon } from '@mantine/core';
import { Check, Copy, ExternalLink, MapPin, Navigation, PersonStanding } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { isPlace } from '../../../live/is-place.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { useCopy } from '../../../ui/use-copy.ts';
import { AddressLine } from './address-line.tsx';
import styles from './device-panel.module.css';
import { PLACE_LINKS, placeLink } from './place-links.ts';

const ICONS = { map: ExternalLink, street: PersonStanding, route: Navigation } as const;

/** Location of a vehicle: address if known, coordinates, and links to other maps. */
export function PlaceCard({ vehicle: { position } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { isCopied, copy } = useCopy();

  if (position === null || !isPlace(position)) {
    return (
      <section className={styles.place} aria-label={t('devices:place.label')}>
        <MapPin className={styles.placeIcon} size={18} aria-hidden />
        <p className={styles.placeUnknown}>{t('devices:place.unknown')}</p>
      </section>
    );
  }
  const text = format.coordinates(position);
  return (
    <section className={styles.place} aria-label={t('devices:place.label')}>
      <MapPin className={styles.placeIcon} size={18} aria-hidden />
      <div className={styles.placeText}>
        <AddressLine key={`${position.latitude},${position.longitude}`} position={position} />
        <div className={styles.coordinateLine}>
          <p className={styles.coordinates}>{text}</p>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t(isCopied ? 'devices:place.copied' : 'devices:place.copy')}
            onClick={() => void copy(text)}
          >
            {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          </ActionIcon>
        </div>
        {!position.valid && <p className={styles.doubt}>{t('devices:place.noFix')}</p>}
        <p className={styles.placeLinks}>
          {PLACE_LINKS.map((name) => {
            const Icon = ICONS[name];
            return (
              <a
                key={name}
                className={styles.placeLink}
                href={placeLink(name, position)}
                target="_blank"
                rel="noreferrer"
              >
                <Icon size={14} aria-hidden />
                {t(`devices:place.links.${name}`)}
              </a>
            );
          })}
        </p>
      </div>
    </section>
  );
}
