import { Button } from '@mantine/core';
import type { FleetEvent } from '@rastro/fleet';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { NONE_CHOSEN, writeChosen } from '../../kernel/fleet/chosen-address.ts';
import { ChosenChip } from '../../kernel/fleet/chosen-chip.tsx';
import { UNKNOWN_MEMBERS, useChosenVehicles } from '../../kernel/fleet/use-chosen-vehicles.ts';
import { Panel } from '../../ui/panel.tsx';
import { useFailureText } from '../../ui/use-failure-text.ts';
import { failureIn } from '../../kernel/queries/query-client.ts';
import { useFormat } from '../../kernel/formats/use-format.ts';
import {
  facetsOf,
  filterEvents,
  isNarrowed,
  NO_FILTER,
  readFilter,
  writeFilter,
  type EventFilter,
} from './event-filter.ts';
import { POSITION_PARAM } from './event-path.ts';
import { EventListState } from './event-list-state.tsx';
import { EventRows } from './event-rows.tsx';
import { eventText } from './event-text.ts';
import { CountBar } from './count-bar.tsx';
import { EventTools } from './event-tools.tsx';
import styles from './events-panel.module.css';
import type { Acknowledged } from './use-acknowledged.ts';
import { useDeviceNames } from '../../kernel/fleet/use-device-names.ts';
import { useEvents } from './use-events.ts';
import { useSeen } from './use-seen.ts';

const NOTHING: readonly FleetEvent[] = [];

/** Events of the last days, with live ones on top. */
export function EventsPanel() {
  const { t } = useTranslation('events');
  return (
    <Panel title={t('events:title')} expandable>
      <EventsView />
    </Panel>
  );
}

function EventsView() {
  const { t } = useTranslation(['devices', 'attributes', 'events']);
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const { events, error, retry, chosen } = useLimitedEvents(filter.period);
  const names = useDeviceNames();
  const acknowledged = useSeen();
  const all = events ?? NOTHING;
  const facets = useMemo(() => facetsOf(all), [all]);
  const visibleEvents = filterEvents(all, filter, {
    searchTextOf: (event) => `${names.get(event.deviceId) ?? ''} ${eventText(event, { t, format })}`,
    isAcknowledged: acknowledged.isDone,
    isWaiting: ({ id }) => acknowledged.waiting.has(id),
    isSeen: ({ id }) => acknowledged.by.has(id),
  });
  const open = visibleEvents.filter((event) => !acknowledged.isDone(event));

  const change = (part: Partial<EventFilter>): void =>
    setSearch((old) => writeFilter(old, part), { replace: true });
  const reset = (): void =>
    setSearch((old) => writeChosen(writeFilter(old, NO_FILTER), NONE_CHOSEN), { replace: true });
  const show = ({ positionId }: FleetEvent): void =>
    setSearch(
      (old) => {
        old.set(POSITION_PARAM, String(positionId));
        return old;
      },
      { replace: true },
    );

  return (
    <>
      <EventTools filter={filter} facets={facets} onChange={change} />
      <ChosenChip {...chosen} />
      <Failures list={error} acknowledging={acknowledged.failure} onRetry={retry} />
      {events !== undefined && (
        <CountBar
          visibleCount={visibleEvents.length}
          open={open}
          // A filter that only hides what is acknowledged leaves nothing open out.
          isAll={chosen.members === null && !isNarrowed({ ...filter, openOnly: false })}
          acknowledged={acknowledged}
        />
      )}
      {(events !== undefined || error === null) && (
        <EventListState
          count={events === undefined && visibleEvents.length === 0 ? undefined : visibleEvents.length}
          isNarrowed={chosen.members !== null || isNarrowed(filter)}
          onReset={reset}
        >
          <EventRows
            events={visibleEvents}
            names={names}
            acknowledged={acknowledged}
            positionId={Number(search.get(POSITION_PARAM))}
            onShow={show}
          />
        </EventListState>
      )}
    </>
  );
}

/** Events of the vehicles that the address names. */
function useLimitedEvents(period: EventFilter['period']) {
  const { events: inPeriod, ...list } = useEvents(period);
  const chosen = useChosenVehicles();
  const { members } = chosen;
  const events = useMemo(() => {
    if (members === null) return inPeriod;
    return members === UNKNOWN_MEMBERS
      ? undefined
      : inPeriod?.filter(({ deviceId }) => members.has(deviceId));
  }, [inPeriod, members]);
  return { ...list, events, chosen };
}

interface FailuresProps {
  readonly list: Error | null;
  readonly acknowledging: Acknowledged['failure'];
  readonly onRetry: () => void;
}

/** Why the list, or what was seen to, is not there. */
function Failures({ list, acknowledging, onRetry }: FailuresProps) {
  const { t } = useTranslation('events');
  const failureText = useFailureText();
  return (
    <>
      {list !== null && (
        <div className={styles.failure} role="alert">
          <span>{failureText(failureIn(list))}</span>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('events:retry')}
          </Button>
        </div>
      )}
      {acknowledging !== null && (
        <div className={styles.failure} role="alert">
          <span>{failureText(acknowledging)}</span>
        </div>
      )}
    </>
  );
}
