import 'maplibre-gl/dist/maplibre-gl.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Device, Position, TileSource } from '@rastro/fleet';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Fleet } from '../../live/fleet.ts';
import styles from './follow-map.module.css';
import { FollowScene } from './follow-scene.ts';
import type { ColourScheme } from '../map-palette.ts';
import { VehicleMarker, type VehicleMarkerProps } from '../vehicles/vehicle-marker.tsx';

export interface FollowMapProps {
  readonly fleet: Fleet;
  readonly vehicleId: number;
  readonly device: Device;
  /** Attribute prefix (`{brand}` of the spec). */
  readonly brand: string;
  /** Name that distinguishes this map from its neighbors. */
  readonly name: string;
  readonly state: VehicleMarkerProps['state'];
  readonly isFollowed: boolean;
  /** The user dragged the map away. */
  readonly onFollowEnd: () => void;
  /** Known before, oldest first. */
  readonly recentPositions?: readonly Position[];
  /** null = the offline base. */
  readonly base: TileSource | null;
  /** Fallback while the base does not respond. */
  readonly beneath: TileSource | null;
  /** Path under which the product is served, without a slash at the end. */
  readonly basePath: string;
  readonly colourScheme: ColourScheme;
  readonly language: string;
  /** `#rrggbb` of the trail. */
  readonly accent: string;
}

const NO_POSITIONS: readonly Position[] = [];

/** A map about one vehicle, with its trail. */
export function FollowMap(props: FollowMapProps) {
  const { t } = useTranslation('map');
  const { fleet, vehicleId, state, isFollowed, recentPositions = NO_POSITIONS, base, beneath } = props;
  const { basePath, colourScheme: scheme, language, accent } = props;
  const host = useRef<HTMLDivElement>(null);
  const [scene, setScene] = useState<FollowScene | null>(null);
  const [isBroken, setBroken] = useState(false);
  // The map moves and turns it; what it shows is React's.
  const [marker] = useState(createMarker);
  const endFollow = useEffectEvent(() => props.onFollowEnd());

  const openScene = useEffectEvent((container: HTMLElement): FollowScene | null => {
    try {
      return new FollowScene({
        container,
        fleet,
        vehicleId,
        style: { scheme, basePath, language, accent },
        texts: { 'Map.Title': props.name, 'AttributionControl.ToggleAttribution': t('attribution') },
        ...marker,
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
  useEffect(() => scene?.setTiles(base, beneath), [scene, base, beneath]);
  useEffect(() => scene?.setTrail(recentPositions), [scene, recentPositions]);
  useEffect(() => scene?.setFollow(isFollowed), [scene, isFollowed]);

  return (
    <div className={styles['root']} data-state={state}>
      <div ref={host} className={styles['canvas']} />
      {createPortal(<VehicleMarker device={props.device} brand={props.brand} state={state} />, marker.turned)}
      {isBroken && (
        <p className={styles['trouble']} role="alert">
          {t('noWebgl.title')}
        </p>
      )}
    </div>
  );
}

function createMarker(): { readonly markerElement: HTMLElement; readonly turned: HTMLElement } {
  const markerElement = document.createElement('span');
  markerElement.className = styles['mark'] ?? '';
  const turned = document.createElement('span');
  turned.className = styles['turned'] ?? '';
  markerElement.append(turned);
  return { markerElement, turned };
}
