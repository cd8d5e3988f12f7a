import type { Device } from '@rastro/fleet';
import styles from '../follow/follow-map.module.css';
import { VehiclePicture } from './vehicle-picture.tsx';

export interface VehicleMarkerProps {
  readonly device: Pick<Device, 'category' | 'attributes' | 'status'>;
  readonly brand: string;
  readonly state: 'moving' | 'stopped' | 'offline' | 'unknown';
}

/** The vehicle as the living map shows it: its icon, and a tip on the ring only while it moves. */
export function VehicleMarker({ device, brand, state }: VehicleMarkerProps) {
  return (
    <>
      {state === 'moving' && (
        <svg className={styles['tip']} viewBox="0 0 16 8" data-part="tip" aria-hidden>
          <path d="M8 0 14 8H2Z" />
        </svg>
      )}
      <VehiclePicture device={device} brand={brand} sizePx={30} />
    </>
  );
}
