import type { LatLng } from '@rastro/fleet';
import { Radar } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useFleet, useFleetList, useVehicle } from '../../../kernel/fleet/fleet-context.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import { useMapFocus } from '../../../kernel/map/map-focus.tsx';
import { PlaceText } from '../../../kernel/places/place-text.tsx';
import type { NearVehicle } from '../../../live/near-vehicles.ts';
import listStyles from '../../../ui/list/list.module.css';
import { ListLoading, ListMessage } from '../../../ui/list/list-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { VehicleIcon } from '../state/vehicle-icon.tsx';
import { readPlace } from '../../../kernel/map/place-param.ts';
import { nearestPath } from './nearest-place.ts';
import { PlaceForm } from './place-form.tsx';
import styles from './nearest.module.css';

const MAX_RESULTS = 20;
const AGAIN_MS = 5_000;
const SINCE_MS = 30_000;

/** The vehicles nearest to a place: an address, coordinates, or a press on the map. */
export function NearestPanel() {
  const { t } = useTranslation('nearest');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const asked = search.get('at');
  const at = useMemo(() => readPlace(asked), [asked]);
  useMapMarker(at, hash === '#seen');
  return (
    <Panel title={t('nearest:title')} back="/devices">
      <PlaceForm onPlace={(place) => void navigate(nearestPath(place), { replace: true })} />
      {at === null ? (
        <ListMessage icon={<Radar strokeWidth={1.25} aria-hidden />} title="" text={t('nearest:hint')} />
      ) : (
        <Nearest at={at} />
      )}
    </Panel>
  );
}

/** Marks the place on the map for as long as this screen is open. */
function useMapMarker(at: LatLng | null, isInSight: boolean): void {
  const { focus } = useMapFocus();
  useEffect(() => {
    focus(at === null ? null : { ...at, isInSight });
    return () => focus(null);
  }, [focus, at, isInSight]);
}

function Nearest({ at }: { at: LatLng }) {
  const { t } = useTranslation('nearest');
  const near = useNearest(at);
  const now = useNow(SINCE_MS);
  if (near === null) return <ListLoading rowPx={64} />;
  return (
    <>
      <p className={styles.from}>
        {t('nearest:from')} <PlaceText place={at} />
      </p>
      {near.length === 0 && <p className={styles.from}>{t('nearest:none')}</p>}
      <ul className={styles.rows} aria-label={t('nearest:list')}>
        {near.map((vehicle) => (
          <NearRow key={vehicle.id} vehicle={vehicle} now={now} />
        ))}
      </ul>
    </>
  );
}

function NearRow({ vehicle: { id, metres }, now }: { vehicle: NearVehicle; now: number }) {
  const { t } = useTranslation('devices');
  const navigate = useNavigate();
  const format = useFormat();
  const vehicle = useVehicle(id);
  if (vehicle === undefined) return null;
  const updated = vehicle.device.lastUpdate === null ? null : Date.parse(vehicle.device.lastUpdate);
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => void navigate(`/devices/${id}`)}>
        <VehicleIcon vehicle={vehicle} />
        <span className={listStyles.names}>
          <span className={listStyles.name}>{vehicle.device.name}</span>
          <span className={listStyles.detail}>
            {updated === null ? t('devices:list.never') : format.since(updated, now)}
          </span>
        </span>
        <span className={styles.distance}>{format.length(metres)}</span>
      </button>
    </li>
  );
}

/** Asked again while it is looked at: vehicles move. null = not known yet. */
function useNearest(at: LatLng): readonly NearVehicle[] | null {
  const fleet = useFleet();
  const { loaded } = useFleetList();
  const [near, setNear] = useState<readonly NearVehicle[] | null>(null);
  useEffect(() => {
    if (fleet === null || !loaded) return undefined;
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const found = await fleet.nearest(at, MAX_RESULTS);
      if (isCurrent) setNear(found);
    };
    void ask();
    const timer = setInterval(() => void ask(), AGAIN_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [fleet, loaded, at]);
  return near;
}
