import type { SummaryItem } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import type { Period } from '../../kernel/period/period.ts';
import { idleSpans, type IdleSpan } from './strip-lanes.ts';
import { makeChronology, type HistoryReports, type HistoryRow } from './chronology.ts';

export interface ReadReports {
  /** undefined until they are read. */
  readonly rows: readonly HistoryRow[] | undefined;
  readonly summaries: readonly SummaryItem[];
  /** When vehicles stood with their engine on. */
  readonly idles: readonly IdleSpan[];
  readonly error: Error | null;
  readonly retry: () => void;
}
const NONE: readonly SummaryItem[] = [];
const NO_IDLES: readonly IdleSpan[] = [];

interface Read extends HistoryReports {
  readonly summaries: readonly SummaryItem[];
  readonly idles: readonly IdleSpan[];
}

/** What vehicles did in a period, by the server's own rules. */
export function useHistoryReports(
  deviceIds: readonly number[],
  period: Period,
  mayEvents: boolean,
): ReadReports {
  const { client } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['history', deviceIds, period.from.getTime(), period.to.getTime(), mayEvents],
    enabled: deviceIds.length > 0,
    queryFn: async ({ signal }): Promise<Read> => {
      const asked = { ...period, deviceIds };
      // One after another: an account has few reports at once, and the first figures should come soon.
      const trips = valueOf(await client.reports.list('trips', asked, signal));
      const stops = valueOf(await client.reports.list('stops', asked, signal));
      const summaries = valueOf(await client.reports.list('summary', { ...asked, daily: false }, signal));
      const events = mayEvents ? valueOf(await client.reports.list('events', asked, signal)) : [];
      const idles = await client.reports.list('idle', asked, signal);
      // A finer look at stops: without it they are shown all the same.
      return { trips, stops, events, summaries, idles: idles.ok ? idleSpans(idles.value) : NO_IDLES };
    },
  });
  const rows = useMemo(() => data && makeChronology(data), [data]);
  const { summaries = NONE, idles = NO_IDLES } = data ?? {};
  return { rows, summaries, idles, error, retry: () => void refetch() };
}
