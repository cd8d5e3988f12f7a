import { Button } from '@mantine/core';
import { destinationIn, distanceM, plateOf } from '@rastro/fleet';
import { LocateFixed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useHasGone, useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useSignedIn } from '../../../kernel/services.tsx';
import type { Vehicle } from '../../../live/fleet.ts';
import { vehicleState } from '../../../live/vehicle-state.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './device-panel.module.css';
import { DevicePicture } from './device-picture.tsx';
import { colorOf } from './identity.ts';
import { MissingVehicle } from './missing-vehicle.tsx';
import { PlaceCard } from './place-card.tsx';
import { StateIcon } from '../state/state-icon.tsx';
import { toggleParam } from './toggle-param.ts';
import acts from './vehicle-actions.module.css';

const SINCE_MS = 30_000;

/** One vehicle as a guest sees it: what it is called, how it looks, what it does and where; nothing else. */
export function GuestPanel() {
  const { t } = useTranslation('devices');
  const id = Number(useParams()['deviceId']);
  const vehicle = useVehicle(id);
  const hasGone = useHasGone(id);
  return (
    <Panel title={vehicle?.device.name ?? t('devices:panel.title')} back="/devices">
      {vehicle === undefined ? (
        <MissingVehicle key={id} hasGone={hasGone} />
      ) : (
        <>
          <Summary vehicle={vehicle} />
          <Follow />
          <Destination vehicle={vehicle} />
          <PlaceCard vehicle={vehicle} />
        </>
      )}
    </Panel>
  );
}

function Summary({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { brand } = useSignedIn().branding;
  const now = useNow(SINCE_MS);
  const { device, position } = vehicle;
  const state = vehicleState(vehicle);
  const updated = device.lastUpdate === null ? null : Date.parse(device.lastUpdate);
  return (
    <div className={styles.summary}>
      <StateIcon state={state} course={position?.course ?? 0} color={colorOf(device, brand)} />
      <div className={styles.summaryText}>
        <p className={styles.headline}>
          <span className={styles.stateName} data-state={state}>
            {t(`devices:state.${state}`)}
          </span>
          {position !== null && <span>{format.speed(position.speed)}</span>}
        </p>
        <p className={styles.sub} title={updated === null ? undefined : format.dateTime(updated)}>
          {updated === null
            ? t('devices:list.never')
            : t('devices:panel.updated', { since: format.since(updated, now) })}
        </p>
        <p className={styles.sub}>{plateOf(device, brand)}</p>
      </div>
      <DevicePicture
        device={device}
        alt={t('devices:panel.picture', { name: device.name })}
        className={styles.picture}
      />
    </div>
  );
}

/** Straight-line distance to the destination that the sharer entered. */
function Destination({ vehicle: { position } }: { vehicle: Vehicle }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const destination = destinationIn(useSignedIn().user.attributes);
  if (destination === null || position === null) return null;
  const away = format.distance(distanceM(position, destination));
  return <p className={styles.sub}>{t('devices:guest.destination', { away })}</p>;
}

function Follow() {
  const { t } = useTranslation('devices');
  const [search, setSearch] = useSearchParams();
  const isFollowed = search.get('follow') === '1';
  return (
    <div className={acts.row}>
      <Button
        size="xs"
        variant={isFollowed ? 'filled' : 'default'}
        aria-pressed={isFollowed}
        leftSection={<LocateFixed size={15} aria-hidden />}
        onClick={() => setSearch((old) => toggleParam(old, 'follow'), { replace: true })}
      >
        {t('devices:toggle.follow')}
      </Button>
    </div>
  );
}
