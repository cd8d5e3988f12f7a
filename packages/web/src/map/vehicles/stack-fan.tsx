import { useCallback, useEffect, useRef, useSyncExternalStore, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Fleet, Vehicle } from '../../live/fleet.ts';
import { MapIcon } from '../controls/map-icons.tsx';
import styles from '../live-map.module.css';
import { VehiclePicture } from './vehicle-picture.tsx';

/** More vehicles than this do not fit around a point: they become a list. */
const FAN_LIMIT = 9;
const FAN_RADIUS_PX = 62;
const FAN_RADIUS_PER_ITEM_PX = 7;
const FAN_WIDTH = 1.35;

export interface StackFanProps {
  readonly fleet: Fleet;
  readonly brand: string;
  readonly ids: readonly number[];
  readonly point: readonly [number, number];
  readonly onPick: (id: number) => void;
  readonly onClose: () => void;
}

/** Vehicles of one spot, spread out so that each can be taken: around the spot, or as a list when many. */
export function StackFan({ fleet, brand, ids, point, onPick, onClose }: StackFanProps) {
  const { t } = useTranslation('map');
  const list = useRef<HTMLDivElement>(null);
  const isFan = ids.length <= FAN_LIMIT;
  const spots = ids.map((_, at) => spotAround(at, ids.length));
  return (
    // Keys bubble up from the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={list}
      role="group"
      aria-label={t('stack.title', { count: ids.length })}
      className={isFan ? styles['fan'] : styles['stackList']}
      style={{ left: point[0], top: point[1] }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else moveFocus(event.key, list.current);
      }}
    >
      {isFan ? (
        <svg className={styles['fanLines']} aria-hidden="true">
          {spots.map(([x, y], at) => (
            <line key={ids[at]} x2={x} y2={y} />
          ))}
        </svg>
      ) : (
        <header className={styles['stackHead']}>
          <strong>{t('stack.title', { count: ids.length })}</strong>
          <button type="button" aria-label={t('close')} onClick={onClose}>
            <MapIcon name="close" />
          </button>
        </header>
      )}
      {ids.map((id, at) => (
        <StackItem
          key={id}
          fleet={fleet}
          brand={brand}
          id={id}
          isFirst={at === 0}
          onPick={onPick}
          spot={isFan ? spots[at] : undefined}
        />
      ))}
    </div>
  );
}

function StackItem({
  fleet,
  brand,
  id,
  isFirst,
  onPick,
  spot,
}: Pick<StackFanProps, 'fleet' | 'brand' | 'onPick'> & {
  readonly id: number;
  /** Takes the focus when it is there. */
  readonly isFirst: boolean;
  readonly spot: Spot | undefined;
}) {
  const vehicle = useVehicle(fleet, id);
  const button = useRef<HTMLButtonElement>(null);
  const isThere = vehicle !== undefined;
  useEffect(() => {
    if (isFirst && isThere) button.current?.focus({ preventScroll: true });
  }, [isFirst, isThere]);
  if (vehicle === undefined) return null;
  const place = spot === undefined ? {} : { '--fan-x': `${spot[0]}px`, '--fan-y': `${spot[1]}px` };
  return (
    <button
      ref={button}
      type="button"
      className={styles['stackItem']}
      style={place as CSSProperties}
      title={vehicle.device.name}
      onClick={() => onPick(id)}
    >
      <VehiclePicture device={vehicle.device} brand={brand} sizePx={34} />
      <span>{vehicle.device.name}</span>
    </button>
  );
}

function useVehicle(fleet: Fleet, id: number): Vehicle | undefined {
  const watch = useCallback((wake: () => void) => fleet.watchVehicle(id, wake), [fleet, id]);
  return useSyncExternalStore(watch, () => fleet.vehicle(id));
}

type Spot = readonly [x: number, y: number];

/** Evenly around the point, the first one above it; wider than high, as names are. */
function spotAround(at: number, count: number): Spot {
  const radius = FAN_RADIUS_PX + count * FAN_RADIUS_PER_ITEM_PX;
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2;
  return [Math.cos(angle) * radius * FAN_WIDTH, Math.sin(angle) * radius];
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
function moveFocus(key: string, list: HTMLElement | null): void {
  const step = STEPS[key];
  if (step === undefined || list === null) return;
  const buttons = [...list.querySelectorAll('button')];
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(now + step + buttons.length) % buttons.length]?.focus();
}
