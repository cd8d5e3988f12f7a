import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Position, TileSource } from '@rastro/fleet';
import { useTranslation } from 'react-i18next';
import type { Fleet } from '../live/fleet.ts';
import styles from './follow-map.module.css';
import { FollowScene } from './follow-scene.ts';
import type { ColourScheme } from './map-palette.ts';

export interface FollowMapProps {
  readonly fleet: Fleet;
  readonly vehicleId: number;
  readonly state: 'moving' | 'stopped' | 'offline' | 'unknown';
  readonly isFollowed: boolean;
  /** The user dragged the map away. */
  readonly onFollowEnd: () => void;
  /** Known before, oldest first. */
  readonly recentPositions?: readonly Position[];
  /** null = the offline base. */
  readonly base: TileSource | null;
  /** Path under which the product is served, without a slash at the end. */
  readonly basePath: string;
  readonly colourScheme: ColourScheme;
  readonly language: string;
  /** `#rrggbb` of vehicle and trail. */
  readonly accent: string;
}

const NO_POSITIONS: readonly Position[] = [];

/** A map about one vehicle, with its trail. */
export function FollowMap(props: FollowMapProps) {
  const { t } = useTranslation('map');
  const { fleet, vehicleId, state, isFollowed, recentPositions = NO_POSITIONS, base } = props;
  const { basePath, colourScheme: scheme, language, accent } = props;
  const host = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<FollowScene | null>(null);
  const [isBroken, setBroken] = useState(false);
  const endFollow = useEffectEvent(() => props.onFollowEnd());

  const openScene = useEffectEvent((container: HTMLElement): FollowScene | null => {
    try {
      return new FollowScene({
        container,
        fleet,
        vehicleId,
        style: { scheme, basePath, language, accent },
        ...makeMark(),
        onFollowEnd: () => endFollow(),
      });
    } catch (error) {
      // No graphics context: what the vehicle does is in the head of the pane all the same.
      console.warn('Cannot open a map', error);
      setBroken(true);
      return null;
    }
  });

  useEffect(() => {
    if (host.current === null) return undefined;
    const made = openScene(host.current);
    setScene(made);
    return () => {
      made?.dispose();
      setScene(null);
    };
  }, [fleet, vehicleId, scheme, basePath, language, accent]);
  useEffect(() => scene?.setTiles(base), [scene, base]);
  useEffect(() => scene?.setTrail(recentPositions), [scene, recentPositions]);
  useEffect(() => scene?.setFollow(isFollowed), [scene, isFollowed]);

  return (
    <div className={styles['root']} data-state={state}>
      <div ref={host} className={styles['canvas']} />
      {isBroken && (
        <p className={styles['trouble']} role="alert">
          {t('noWebgl.title')}
        </p>
      )}
    </div>
  );
}

const SVG = 'http://www.w3.org/2000/svg';

/** The vehicle on its map: outside of React, because the map owns it. */
function makeMark(): { readonly mark: HTMLElement; readonly arrow: SVGElement } {
  const mark = document.createElement('span');
  mark.className = styles['mark'] ?? '';
  const arrow = document.createElementNS(SVG, 'svg');
  arrow.setAttribute('viewBox', '0 0 16 16');
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', 'M8 1.5 13 14 8 11.4 3 14Z');
  arrow.append(shape);
  mark.append(arrow);
  return { mark, arrow };
}
