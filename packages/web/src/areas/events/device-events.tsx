import type { EventItem } from '@rastro/fleet';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EVENT_DAYS, useDeviceEvents } from '../../kernel/queries/use-device-events.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './device-events.module.css';
import { POSITION_PARAM } from './event-path.ts';
import { EventCircumstances } from './event-circumstances.tsx';
import { eventText } from './event-text.ts';

/** More belong on the screen of events. */
const MAX_EVENTS = 100;

/** Recent events of one vehicle, live; a click shows the place. */
export function DeviceEvents({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation(['devices', 'attributes', 'events']);
  const failureText = useFailureText();
  const { data, error } = useDeviceEvents(deviceId, true);
  const live = useLiveEvents(deviceId);
  const events = useMemo(() => {
    const known = new Set(data?.map(({ id }) => id));
    return [...live.filter(({ id }) => !known.has(id)), ...(data ?? [])].slice(0, MAX_EVENTS);
  }, [data, live]);
  if (events.length === 0) {
    return (
      <p className={styles.nothing} role="status">
        {error !== null
          ? failureText(failureIn(error))
          : data === undefined
            ? t('common:loading')
            : t('events:ofDevice.none', { count: EVENT_DAYS })}
      </p>
    );
  }
  return (
    <ol className={styles.list} aria-label={t('devices:tab.events')}>
      {events.map((event) => (
        <li key={event.id}>
          <DeviceEvent event={event} />
        </li>
      ))}
    </ol>
  );
}

function DeviceEvent({ event }: { event: EventItem }) {
  const { t } = useTranslation(['devices', 'attributes', 'events']);
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const isVisible = search.get(POSITION_PARAM) === String(event.positionId);
  const show = (): void =>
    setSearch(
      (old) => {
        if (isVisible) old.delete(POSITION_PARAM);
        else old.set(POSITION_PARAM, String(event.positionId));
        return old;
      },
      { replace: true },
    );
  return (
    <button
      type="button"
      className={styles.event}
      data-type={event.type}
      aria-pressed={isVisible}
      disabled={event.positionId === 0}
      onClick={show}
    >
      <span className={styles.what}>
        <span>{eventText(event, { t, format })}</span>
        <EventCircumstances event={event} />
      </span>
      <time className={styles.time} dateTime={event.eventTime}>
        {format.moment(Date.parse(event.eventTime))}
      </time>
    </button>
  );
}

/** Newest first, since the panel opened. */
function useLiveEvents(deviceId: number): readonly EventItem[] {
  const fleet = useFleet();
  const [live, setLive] = useState<readonly EventItem[]>([]);
  useEffect(
    () =>
      fleet?.watchEvents((events) => {
        const ours = events.filter((event) => event.deviceId === deviceId);
        if (ours.length > 0) setLive((old) => [...ours.toReversed(), ...old].slice(0, MAX_EVENTS));
      }),
    [fleet, deviceId],
  );
  return live;
}
