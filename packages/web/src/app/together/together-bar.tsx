import { Button } from '@mantine/core';
import { LocateFixed, X } from 'lucide-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { AddVehicle } from '../../kernel/fleet/add-vehicle.tsx';
import { useFleet, useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { openTogether, type FollowTogether } from '../../kernel/map/entry-points.ts';
import { MAX_SPLIT_MAPS, togetherPath } from '../../kernel/map/split-path.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import styles from './together-bar.module.css';

export interface TogetherBarProps {
  /** null = there is none, or it is on its way. */
  readonly map: MapLibre | null;
  readonly ids: readonly number[];
}

/** The vehicles followed on the one map; their ids are in the address, and the map keeps them in view. */
export function TogetherBar({ map, ids }: TogetherBarProps) {
  const { t } = useTranslation('together');
  const navigate = useNavigate();
  const { isPaused, resume } = useTogether(map, ids);
  const show = (next: readonly number[]): void => void navigate(togetherPath(next), { replace: true });
  return (
    <section className={styles.bar} aria-label={t('together:title')}>
      <ul className={styles.names}>
        {ids.map((id) => (
          <Followed key={id} id={id} onRemove={() => show(ids.filter((each) => each !== id))} />
        ))}
      </ul>
      {ids.length < MAX_SPLIT_MAPS && <AddVehicle visibleIds={ids} onAdd={(id) => show([...ids, id])} />}
      {isPaused && (
        <Button size="xs" leftSection={<LocateFixed size={15} aria-hidden />} onClick={resume}>
          {t('together:again')}
        </Button>
      )}
      <IconAction label={t('together:close')} onClick={() => show([])}>
        <X size={17} aria-hidden />
      </IconAction>
    </section>
  );
}

function Followed({ id, onRemove }: { readonly id: number; readonly onRemove: () => void }) {
  const { t } = useTranslation('together');
  const vehicle = useVehicle(id);
  const name = vehicle?.device.name ?? t('together:unknown', { id });
  return (
    <li className={styles.followed}>
      <Link className={styles.name} to={`/devices/${id}`} title={name}>
        {name}
      </Link>
      {vehicle?.position === null && <span className={styles.placeless}>{t('together:placeless')}</span>}
      <IconAction label={t('together:remove', { name })} onClick={onRemove}>
        <X size={14} aria-hidden />
      </IconAction>
    </li>
  );
}

/** Moving the map pauses following; another choice of vehicles resumes it. */
function useTogether(map: MapLibre | null, ids: readonly number[]) {
  const fleet = useFleet();
  const [camera, setCamera] = useState<FollowTogether | null>(null);
  const [pausedFor, setPausedFor] = useState<string | null>(null);
  const key = ids.join(',');
  const chosen = useEffectEvent(() => ids);
  useEffect(() => {
    if (map === null || fleet === null) return undefined;
    let isGone = false;
    let opened: FollowTogether | null = null;
    const open = async (): Promise<void> => {
      const made = await openTogether(map, { fleet, ids: chosen(), onPause: () => setPausedFor(key) });
      if (isGone) made.stop();
      else setCamera((opened = made));
    };
    open().catch((error: unknown) => console.warn('Cannot follow on the map', error));
    return () => {
      isGone = true;
      opened?.stop();
      setCamera(null);
      setPausedFor(null);
    };
  }, [map, fleet, key]);
  const resume = (): void => {
    setPausedFor(null);
    camera?.resume();
  };
  return { isPaused: pausedFor === key, resume };
}
