import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { FocusPoint } from '../kernel/map/map-focus.tsx';
import styles from './map-slot.module.css';

const NEAR_ZOOM = 15;

/** Marks a place that a panel points to and brings it into sight. Moves with the map, without a render. */
export function FocusPin({ map, point }: { map: MapLibre; point: FocusPoint }) {
  const { latitude, longitude, isInSight = false } = point;
  const pin = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const place = (): void => {
      const { x, y } = map.project([longitude, latitude]);
      pin.current?.style.setProperty('transform', `translate(${x}px, ${y}px)`);
    };
    if (!isInSight) {
      map.easeTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), NEAR_ZOOM), duration: 400 });
    }
    place();
    map.on('move', place);
    return () => void map.off('move', place);
  }, [map, latitude, longitude, isInSight]);
  return <span ref={pin} className={styles.pin} aria-hidden />;
}
