import { useVehicle } from '../fleet/fleet-context.tsx';
import { LinksButton } from './links-button.tsx';
import styles from './links.module.css';

/** Links of a vehicle. */
export function DeviceLinks({ deviceId }: { deviceId: number }) {
  const name = useVehicle(deviceId)?.device.name;
  if (name === undefined) return null;
  return (
    <div className={styles.bar}>
      <LinksButton subject={{ kind: 'device', id: deviceId, name }} />
    </div>
  );
}
