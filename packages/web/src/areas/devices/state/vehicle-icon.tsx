import { useSignedIn } from '../../../kernel/services.tsx';
import type { Vehicle } from '../../../live/fleet.ts';
import { VehiclePicture } from '../../../map/vehicles/vehicle-picture.tsx';
import { StateIcon } from './state-icon.tsx';
import styles from './state-icon.module.css';
import { vehicleState } from '../../../live/vehicle-state.ts';

const PICTURE_PX = 32;

/** Icon of the vehicle's category, the same as on the map, with its state as a badge. */
export function VehicleIcon({ vehicle }: { vehicle: Vehicle }) {
  const { brand } = useSignedIn().branding;
  return (
    <span className={styles.icon} aria-hidden>
      <VehiclePicture device={vehicle.device} brand={brand} sizePx={PICTURE_PX} />
      <span className={styles.badge}>
        <StateIcon state={vehicleState(vehicle)} course={vehicle.position?.course ?? 0} />
      </span>
    </span>
  );
}
