import { MINUTE_MS } from '@rastro/base';
import type { EventItem } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useFleet } from '../../kernel/fleet/fleet-context.tsx';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { mergeEvents, newestFirst } from './event-filter.ts';
import { periodOf, type PeriodName } from './event-period.ts';
import { watchCalmly } from './watch-calmly.ts';

/** Live events held between two readings of the list. */
const MAX_LIVE_EVENTS = 5000;
const STEP_MS = 500;
/**
 * Users with rules receive live only the events that these name: the rest comes with the next poll. Long lists are
 * polled rarely.
 */
const READ_AGAIN_MS = {
  '24h': MINUTE_MS,
  today: MINUTE_MS,
  yesterday: false,
  '7d': 5 * MINUTE_MS,
  '30d': 15 * MINUTE_MS,
  thisWeek: 5 * MINUTE_MS,
  lastWeek: false,
  thisMonth: 15 * MINUTE_MS,
  lastMonth: false,
} as const satisfies Record<PeriodName, number | false>;

export interface EventList {
  /** Newest first; undefined until the first answer. */
  readonly events: readonly EventItem[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Events of a period, and those that happen meanwhile. */
export function useEvents(period: PeriodName): EventList {
  const { client } = useServices();
  const place = usePlace();
  const live = useLiveEvents();
  const { data, error, refetch } = useQuery({
    queryKey: ['events', period, place],
    refetchInterval: READ_AGAIN_MS[period],
    queryFn: async ({ signal }) => {
      const { from, to, isOpen } = periodOf(period, new Date(), place);
      const answer = valueOf(await client.reports.list('events', { from, to }, signal));
      return { from, isOpen, listed: newestFirst(answer) };
    },
  });
  const events = useMemo(
    () => data && mergeEvents(data.listed, data.isOpen ? live : [], data.from),
    [data, live],
  );
  return { events, error, retry: () => void refetch() };
}

function useLiveEvents(): readonly EventItem[] {
  const fleet = useFleet();
  const [live, setLive] = useState<readonly EventItem[]>([]);
  useEffect(
    () =>
      fleet?.watchGone((gone) => setLive((old) => old.filter(({ deviceId }) => !gone.includes(deviceId)))),
    [fleet],
  );
  useEffect(
    () =>
      fleet === null
        ? undefined
        : watchCalmly(fleet, STEP_MS, (events) =>
            // A test of the notifications (device 0) is no event of the fleet.
            setLive((old) =>
              [...old, ...events.filter(({ deviceId }) => deviceId !== 0)].slice(-MAX_LIVE_EVENTS),
            ),
          ),
    [fleet],
  );
  return live;
}
