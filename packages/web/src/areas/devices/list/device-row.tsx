import { plateOf } from '@rastro/fleet';
import { Anchor, Star } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { driverName } from './driver-name.ts';
import { useIsAnchored } from './use-is-anchored.ts';
import { useFavouriteIds } from '../../../kernel/favourites/use-favourites.ts';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { PlaceText } from '../../../kernel/places/place-text.tsx';
import list from '../../../ui/list/list.module.css';
import styles from './device-list.module.css';
import type { Density } from './use-density.ts';
import { VehicleIcon } from '../state/vehicle-icon.tsx';
import { vehicleState } from '../../../live/vehicle-state.ts';

export interface DeviceRowProps {
  readonly id: number;
  readonly now: number;
  readonly density: Density;
  /** Names of drivers by what devices say; null = rows name none. */
  readonly drivers: ReadonlyMap<string, string> | null;
  /** Driver who has checked in to it; null = none, or rows name none. */
  readonly checkedIn: string | null;
}

/** One vehicle of the list. Draws again only when its vehicle changes. */
export const DeviceRow = memo(function DeviceRow({ id, now, density, drivers, checkedIn }: DeviceRowProps) {
  const isAnchored = useIsAnchored(id);
  const isFavourite = useFavouriteIds('devices').has(id);
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { branding } = useSignedIn();
  const vehicle = useVehicle(id);
  if (vehicle === undefined) return <span className={styles.blank} aria-label={t('common:loading')} />;
  const { device, position } = vehicle;
  const state = vehicleState(vehicle);
  const plate = plateOf(device, branding.brand);
  const driver = checkedIn ?? (drivers === null ? null : driverName(position, drivers));
  const updated = device.lastUpdate === null ? null : Date.parse(device.lastUpdate);
  return (
    <>
      <VehicleIcon vehicle={vehicle} />
      <span className={list.names}>
        <span className={list.name}>
          {isAnchored && (
            <Anchor className={styles.anchor} size={13} role="img" aria-label={t('devices:list.anchored')} />
          )}
          {isFavourite && (
            <Star className={styles.star} size={13} role="img" aria-label={t('common:favourite')} />
          )}
          {device.name}
          {driver !== null && <span className={styles.driver}> · {driver}</span>}
        </span>
        {density === 'roomy' && (
          <span className={list.detail}>{[plate, device.uniqueId].filter(Boolean).join(' · ')}</span>
        )}
        {position !== null && <PlaceText place={position} className={styles.placeLine} />}
      </span>
      <span className={styles.place}>{position !== null && <PlaceText place={position} />}</span>
      <span className={styles.figures}>
        <span className={styles.state} data-state={state}>
          {state === 'moving' && position !== null
            ? format.speed(position.speed)
            : t(`devices:state.${state}`)}
        </span>
        <span className={list.detail}>
          {updated === null ? t('devices:list.never') : format.since(updated, now)}
        </span>
      </span>
    </>
  );
});
