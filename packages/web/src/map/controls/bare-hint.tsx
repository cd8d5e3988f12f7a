import type { TileSource } from '@rastro/fleet';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { baseName } from '../bases/base-name.ts';
import styles from '../live-map.module.css';
import type { MapScene } from '../map-scene.ts';

/** From here on users look for streets. */
const STREET_ZOOM = 11;

export interface BareHintProps {
  /** Passes the zoom, at once and after each change; the returned function ends it. */
  readonly watchZoom: MapScene['watchZoom'];
  /** The base that should be drawn; null = there is no street map to choose. */
  readonly base: TileSource | null;
  /** Leads to where it can be changed. */
  readonly onOpen: () => void;
}

/** Says why there are no streets, near the ground, to those who can change it. */
export function BareHint({ watchZoom, base, onOpen }: BareHintProps) {
  const { t } = useTranslation('map');
  const [isNear, setNear] = useState(false);
  const [isClosed, setClosed] = useState(false);
  useEffect(() => watchZoom((zoom) => setNear(zoom >= STREET_ZOOM)), [watchZoom]);
  if (!isNear || isClosed) return null;
  return (
    <div className={styles['hint']} role="note">
      <span>{base === null ? t('bare.none') : t('bare.silent', { name: baseName(base, t) })}</span>
      <button type="button" onClick={onOpen}>
        {t('bare.how')}
      </button>
      <button
        type="button"
        className={styles['hintClose']}
        aria-label={t('bare.close')}
        onClick={() => setClosed(true)}
      >
        ×
      </button>
    </div>
  );
}
