import type { SummaryItem } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import type { Period } from '../../kernel/period/period.ts';
import { idleSpans, type IdleSpan } from './strip-lanes.ts';
import { makeChronology, type HistoryReports, type HistoryRow } from './chronology.ts';

export interface ReadReports {
  /** undefined until trips and stops are read; events come among them later. */
  readonly rows: readonly HistoryRow[] | undefined;
  /** undefined until they are read. */
  readonly summaries: readonly SummaryItem[] | undefined;
  /** Stretches in which vehicles stood with their engine on. */
  readonly idles: readonly IdleSpan[];
  readonly error: Error | null;
  readonly retry: () => void;
}
type Stretches = Pick<HistoryReports, 'trips' | 'stops'>;
interface More extends Pick<HistoryReports, 'events'> {
  readonly summaries: readonly SummaryItem[];
  readonly idles: readonly IdleSpan[];
}
const NO_IDLES: readonly IdleSpan[] = [];

/** Trips, stops and events of vehicles in a period, by the server's own rules. */
export function useHistoryReports(
  deviceIds: readonly number[],
  period: Period,
  mayEvents: boolean,
): ReadReports {
  const { client } = useServices();
  const asked = { ...period, deviceIds };
  const key = [deviceIds, period.from.getTime(), period.to.getTime()];
  // One after another: an account has few reports at once, and what is looked at first should come soon.
  const stretches = useQuery({
    queryKey: ['history', 'stretches', ...key],
    enabled: deviceIds.length > 0,
    queryFn: async ({ signal }): Promise<Stretches> => {
      const trips = valueOf(await client.reports.list('trips', asked, signal));
      return { trips, stops: valueOf(await client.reports.list('stops', asked, signal)) };
    },
  });
  const more = useQuery({
    queryKey: ['history', 'more', ...key, mayEvents],
    enabled: deviceIds.length > 0 && stretches.isSuccess,
    queryFn: async ({ signal }): Promise<More> => {
      const summaries = valueOf(await client.reports.list('summary', { ...asked, daily: false }, signal));
      const events = mayEvents ? valueOf(await client.reports.list('events', asked, signal)) : [];
      const idles = await client.reports.list('idle', asked, signal);
      // A finer look at stops: without it they are shown all the same.
      return { events, summaries, idles: idles.ok ? idleSpans(idles.value) : NO_IDLES };
    },
  });
  const rows = useRows(stretches.data, more.data);
  return {
    rows,
    summaries: more.data?.summaries,
    idles: more.data?.idles ?? NO_IDLES,
    error: stretches.error ?? more.error,
    retry: () => void (stretches.error === null ? more : stretches).refetch(),
  };
}

function useRows(
  stretches: Stretches | undefined,
  more: More | undefined,
): readonly HistoryRow[] | undefined {
  const events = more?.events;
  return useMemo(() => {
    if (stretches === undefined) return undefined;
    const rows = makeChronology({ ...stretches, events: events ?? [] });
    // "Nothing happened" is only shown once everything is known.
    return rows.length === 0 && events === undefined ? undefined : rows;
  }, [stretches, events]);
}
