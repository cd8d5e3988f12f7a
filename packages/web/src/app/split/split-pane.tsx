import { useComputedColorScheme } from '@mantine/core';
import { LocateFixed, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SHORT_HOURS, useHistory } from '../../areas/devices/panel/use-history.ts';
import { vehicleState } from '../../live/vehicle-state.ts';
import type { Vehicle } from '../../live/fleet.ts';
import { brandColor, mapColor } from '../../ui/brand-color.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { loadFollowMap, standIn } from '../../kernel/map/entry-points.ts';
import { useFleet, useFleetList, useVehicle } from '../../kernel/fleet/fleet-context.tsx';
import { useMapBase } from '../../kernel/map-defaults/use-map-base.ts';
import { PlaceText } from '../../kernel/places/place-text.tsx';
import { useSignedIn } from '../../kernel/services.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import { useRights } from '../../kernel/use-rights.ts';
import styles from './split.module.css';

const FollowMap = latePart('notice', loadFollowMap);

export interface SplitPaneProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One vehicle, followed, with what it does now. */
export function SplitPane({ id, onClose }: SplitPaneProps) {
  const { t, i18n } = useTranslation(['split', 'devices']);
  const fleet = useFleet();
  const vehicle = useVehicle(id);
  const { loaded } = useFleetList();
  const { server, branding } = useSignedIn();
  const scheme = useComputedColorScheme('light');
  const { baseId, sources } = useMapBase();
  const base = sources.find((source) => source.id === baseId) ?? null;
  const mayHistory = useRights().may('reports.view');
  const recent = useHistory(id, SHORT_HOURS, mayHistory);
  const [isFollowed, setFollowed] = useState(true);
  const state = vehicle === undefined ? null : vehicleState(vehicle);
  const name = vehicle?.device.name ?? t(loaded ? 'devices:panel.missing' : 'common:loading');
  return (
    <article className={styles.pane} aria-label={name}>
      <PaneHead
        id={id}
        name={name}
        vehicle={vehicle}
        onFollow={isFollowed ? null : () => setFollowed(true)}
        onClose={onClose}
      />
      <div className={styles.map}>
        {fleet !== null && vehicle !== undefined && (
          <FollowMap
            fleet={fleet}
            vehicleId={id}
            device={vehicle.device}
            brand={branding.brand}
            name={t('split:map', { name })}
            state={state ?? 'unknown'}
            isFollowed={isFollowed}
            onFollowEnd={() => setFollowed(false)}
            {...(recent.data === undefined ? {} : { recentPositions: recent.data })}
            base={base}
            beneath={standIn(sources)}
            basePath=""
            colourScheme={scheme}
            language={i18n.language}
            accent={mapColor(brandColor(branding.color, server.server.attributes['colorPrimary']), scheme)}
          />
        )}
      </div>
    </article>
  );
}

interface PaneHeadProps extends SplitPaneProps {
  readonly name: string;
  readonly vehicle: Vehicle | undefined;
  /** null = the map follows the vehicle. */
  readonly onFollow: (() => void) | null;
}

function PaneHead({ id, name, vehicle, onFollow, onClose }: PaneHeadProps) {
  const { t } = useTranslation(['split', 'devices']);
  const format = useFormat();
  const state = vehicle === undefined ? null : vehicleState(vehicle);
  return (
    <header className={styles.paneHead}>
      <span className={styles.who}>
        <Link className={styles.name ?? ''} to={`/devices/${id}`}>
          {name}
        </Link>
        {vehicle?.position != null && <PlaceText place={vehicle.position} className={styles.where} />}
      </span>
      {state !== null && (
        <span className={styles.state} data-state={state}>
          {t(`devices:state.${state}`)}
        </span>
      )}
      {vehicle?.position != null && (
        <span className={styles.speed}>{format.speed(vehicle.position.speed)}</span>
      )}
      {onFollow !== null && (
        <IconAction label={t('split:follow', { name })} onClick={onFollow}>
          <LocateFixed size={16} aria-hidden />
        </IconAction>
      )}
      <IconAction label={t('split:remove', { name })} onClick={onClose}>
        <X size={16} aria-hidden />
      </IconAction>
    </header>
  );
}
