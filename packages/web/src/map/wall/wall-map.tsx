import 'maplibre-gl/dist/maplibre-gl.css';
import type { TileSource } from '@rastro/fleet';
import type { WallVehicle } from '@rastro/fleet/figures';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColourScheme } from '../map-palette.ts';
import styles from './wall-map.module.css';
import { WallScene } from './wall-scene.ts';

export interface WallMapProps {
  readonly vehicles: readonly WallVehicle[];
  /** null = the offline base. */
  readonly base: TileSource | null;
  /** Fallback while the base does not respond. */
  readonly beneath: TileSource | null;
  readonly scheme: ColourScheme;
  readonly language: string;
  /** `#rrggbb` by state. */
  readonly colours: Readonly<Record<WallVehicle['state'], string>>;
}

/** A map that only shows places. It takes all of its memory with it when it goes. */
export function WallMap({ vehicles, base, beneath, scheme, language, colours }: WallMapProps) {
  const { t } = useTranslation('map');
  const host = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<WallScene | null>(null);
  const [isBroken, setBroken] = useState(false);
  const open = useEffectEvent((container: HTMLElement): WallScene | null => {
    try {
      const style = { scheme, basePath: '', language, accent: colours.moving };
      const texts = { 'Map.Title': t('title'), 'AttributionControl.ToggleAttribution': t('attribution') };
      return new WallScene({ container, style, texts, colours });
    } catch (error) {
      // No graphics context: the other pages go on.
      console.warn('Cannot open a map', error);
      setBroken(true);
      return null;
    }
  });
  useEffect(() => {
    if (host.current === null) return undefined;
    const made = open(host.current);
    setScene(made);
    return () => {
      made?.dispose();
      setScene(null);
    };
  }, [scheme, language]);
  useEffect(() => scene?.setTiles(base, beneath), [scene, base, beneath]);
  useEffect(() => scene?.show(vehicles), [scene, vehicles]);
  return (
    <div className={styles['root']}>
      <div ref={host} className={styles['canvas']} />
      {isBroken && (
        <p className={styles['trouble']} role="alert">
          {t('noWebgl.title')}
        </p>
      )}
    </div>
  );
}
