import { MINUTE_MS } from '@rastro/base';
import { plateOf } from '@rastro/fleet';
import { RadioTower } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../../kernel/services.tsx';
import { useFormat } from '../../../kernel/formats/use-format.ts';
import type { Vehicle } from '../../../live/fleet.ts';
import { StateChip } from '../../../ui/state-chip.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './device-panel.module.css';
import { DevicePicture } from './device-picture.tsx';
import { colorOf } from './identity.ts';
import { StateIcon } from '../state/state-icon.tsx';
import { useSwipe } from './use-swipe.ts';
import { useRights } from '../../../kernel/use-rights.ts';
import { useDeviceEvents } from '../../../kernel/queries/use-device-events.ts';
import { useHistory, SHORT_HOURS } from './use-history.ts';
import { vehicleState } from '../../../live/vehicle-state.ts';
import { dataGapMs, sinceByEvents, stateSince, type Since } from '../state/vehicle-state.ts';

const SINCE_MS = 30_000;
const ROUND_MS = 5 * MINUTE_MS;
const ASKED_MS = SHORT_HOURS * 60 * MINUTE_MS;

/** State of the vehicle, its start, and the age of the data. */
export function VehicleSummary({ vehicle, states }: { vehicle: Vehicle; states?: ReactNode }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { branding } = useSignedIn();
  const now = useNow(SINCE_MS);
  const { device, position } = vehicle;
  const swipe = useSwipe(device.id);
  const state = vehicleState(vehicle);
  const isOnline = state === 'moving' || state === 'stopped';
  // Only an online vehicle's history says since when it drives or stands.
  const { may } = useRights();
  const history = useHistory(device.id, SHORT_HOURS, isOnline);
  const shortly = stateSince(vehicle, history.data ?? []);
  const maySeeEvents = isOnline && !history.isPending && shortly.kind !== 'at' && may('events.view');
  const events = useDeviceEvents(device.id, maySeeEvents);
  const since = sinceByEvents(vehicle, shortly, events.data ?? []);
  const plate = plateOf(device, branding.brand);
  const updated = device.lastUpdate === null ? null : Date.parse(device.lastUpdate);
  const sinceText = (known: Since): string => {
    if (known.kind === 'unknown') return '';
    const age = now - known.at;
    if (known.kind === 'at' && age < MINUTE_MS) return t('devices:panel.forLessThanAMinute');
    if (known.kind === 'at') return t('devices:panel.for', { duration: format.duration(age) });
    if (age < MINUTE_MS) return '';
    // The first report is a little later than the hours asked for.
    const isWhole = age > ASKED_MS - ROUND_MS;
    return t('devices:panel.forMoreThan', { duration: format.duration(isWhole ? ASKED_MS : age) });
  };
  return (
    <div className={styles.summary} {...swipe}>
      <StateIcon state={state} course={position?.course ?? 0} color={colorOf(device, branding.brand)} />
      <div className={styles.summaryText}>
        <p className={styles.headline}>
          <span className={styles.stateName} data-state={state}>
            {t(`devices:state.${state}`)}
          </span>
          {state === 'moving' && position !== null && <span>{format.speed(position.speed)}</span>}
          <span className={styles.since} title={since.kind === 'at' ? format.dateTime(since.at) : undefined}>
            {sinceText(since)}
          </span>
        </p>
        <p className={styles.sub} title={updated === null ? undefined : format.dateTime(updated)}>
          {updated === null
            ? t('devices:list.never')
            : t('devices:panel.updated', { since: format.since(updated, now) })}
        </p>
        <p className={styles.chips}>
          {states}
          <DataGapChip lastUpdate={updated} now={now} />
        </p>
        <p className={styles.sub}>{[plate, device.uniqueId].filter(Boolean).join(' · ')}</p>
      </div>
      <DevicePicture
        device={device}
        alt={t('devices:panel.picture', { name: device.name })}
        className={styles.picture}
      />
    </div>
  );
}

function DataGapChip({ lastUpdate, now }: { lastUpdate: number | null; now: number }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const gapMs = dataGapMs(lastUpdate, now);
  if (gapMs === null) return null;
  return (
    <StateChip icon={RadioTower} tone="warning">
      {t('devices:panel.silent', { duration: format.duration(gapMs) })}
    </StateChip>
  );
}
