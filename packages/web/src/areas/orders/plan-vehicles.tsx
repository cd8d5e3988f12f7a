import { ActionIcon, Checkbox } from '@mantine/core';
import type { RouteLine } from '@rastro/fleet/road-routes';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDeviceNames } from '../../kernel/fleet/use-device-names.ts';
import { VehiclePicker } from '../../kernel/fleet/vehicle-picker.tsx';
import styles from './orders.module.css';
import type { PlanValues } from './plan-values.ts';

interface PlanVehiclesProps {
  /** Of the day. */
  readonly routes: readonly RouteLine[];
  readonly values: PlanValues;
  readonly onChange: (part: Partial<PlanValues>) => void;
}

/** Vehicles of a plan: those that have a route on the day, and others, which get one. */
export function PlanVehicles({ routes, values: { deviceIds, leftRoutes }, onChange }: PlanVehiclesProps) {
  const { t } = useTranslation('routes');
  const names = useDeviceNames();
  const hasRoute = new Set(routes.map(({ deviceId }) => deviceId));
  const add = (id: number): void => {
    if (!hasRoute.has(id) && !deviceIds.includes(id)) onChange({ deviceIds: [...deviceIds, id] });
    const route = routes.find(({ deviceId }) => deviceId === id);
    if (route) onChange({ leftRoutes: leftRoutes.filter((each) => each !== route.id) });
  };
  return (
    <section className={styles.stops} aria-label={t('routes:plan.vehicles')}>
      <h2>{t('routes:plan.vehicles')}</h2>
      <ul className={styles.stopList}>
        {routes.map(({ id, deviceName, driverName, stopCount }) => (
          <li key={id} className={styles.candidate}>
            <Checkbox
              checked={!leftRoutes.includes(id)}
              label={deviceName}
              description={[t('routes:plan.hasRoute', { count: stopCount }), driverName]
                .filter((text) => text !== '')
                .join(' · ')}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  leftRoutes: checked ? leftRoutes.filter((each) => each !== id) : [...leftRoutes, id],
                })
              }
            />
          </li>
        ))}
        {deviceIds.map((id) => (
          <li key={id} className={styles.candidate}>
            <strong dir="auto">{names.get(id) ?? `#${id}`}</strong>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('routes:plan.withoutVehicle', { vehicle: names.get(id) ?? `#${id}` })}
              onClick={() => onChange({ deviceIds: deviceIds.filter((each) => each !== id) })}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <VehiclePicker size="sm" label={t('routes:plan.addVehicle')} value={null} onPick={add} />
    </section>
  );
}
