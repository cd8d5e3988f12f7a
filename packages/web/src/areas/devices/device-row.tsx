import type { Position } from '@rastro/fleet';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useVehicle } from '../../app/fleet-context.tsx';
import { useSignedIn } from '../../app/services.tsx';
import { useFormat } from '../../app/use-format.ts';
import { isPlace } from '../../live/is-place.ts';
import type { Format } from '../../i18n/format.ts';
import styles from './device-list.module.css';
import { colorOf, plateOf } from './identity.ts';
import { StateMark } from './state-mark.tsx';
import { vehicleState } from './vehicle-state.ts';

export interface DeviceRowProps {
  readonly id: number;
  readonly top: number;
  /** 1-based place in the whole list, for screen readers. */
  readonly place: number;
  readonly total: number;
  readonly now: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly onOpen: (id: number) => void;
}

/** One vehicle of the list. Draws again only when its vehicle changes. */
export const DeviceRow = memo(function DeviceRow(props: DeviceRowProps) {
  const { id, top, place, total, active, selected, onOpen } = props;
  return (
    // The list has the focus and the keys; it names its active row by aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={`device-${id}`}
      role="option"
      aria-selected={selected}
      aria-posinset={place}
      aria-setsize={total}
      className={styles.row}
      data-active={active}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onOpen(id)}
    >
      <RowText id={id} now={props.now} />
    </div>
  );
});

function RowText({ id, now }: { id: number; now: number }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { branding } = useSignedIn();
  const vehicle = useVehicle(id);
  if (vehicle === undefined) return <span className={styles.blank} aria-label={t('common:loading')} />;
  const { device, position } = vehicle;
  const state = vehicleState(vehicle);
  const plate = plateOf(device, branding.brand);
  const updated = device.lastUpdate === null ? null : Date.parse(device.lastUpdate);
  return (
    <>
      <StateMark state={state} course={position?.course ?? 0} color={colorOf(device, branding.brand)} />
      <span className={styles.names}>
        <span className={styles.name}>{device.name}</span>
        <span className={styles.detail}>
          {plate === null ? device.uniqueId : `${plate} · ${device.uniqueId}`}
        </span>
      </span>
      <span className={styles.place}>{position === null ? '' : placeText(position, format, t)}</span>
      <span className={styles.figures}>
        <span className={styles.state} data-state={state}>
          {state === 'moving' && position !== null
            ? format.speed(position.speed)
            : t(`devices:state.${state}`)}
        </span>
        <span className={styles.detail}>
          {updated === null ? t('devices:list.never') : format.since(updated, now)}
        </span>
      </span>
    </>
  );
}

/** Seen only where the list is wide. */
function placeText(position: Position, format: Format, t: TFunction<'devices'>): string {
  if (position.address !== null && position.address !== '') return position.address;
  return isPlace(position) ? format.coordinates(position) : t('devices:place.unknown');
}
