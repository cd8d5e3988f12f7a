import type { SummaryItem } from '@rastro/fleet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import type { Period } from '../../kernel/period/period.ts';
import { makeChronology, type HistoryReports, type HistoryRow } from './chronology.ts';

export interface ReadReports {
  /** undefined until they are read. */
  readonly rows: readonly HistoryRow[] | undefined;
  readonly summaries: readonly SummaryItem[];
  readonly error: Error | null;
  readonly retry: () => void;
}
const NONE: readonly SummaryItem[] = [];

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
    queryFn: async ({ signal }): Promise<HistoryReports & { readonly summaries: readonly SummaryItem[] }> => {
      const asked = { ...period, deviceIds };
      // One after another: an account has few reports at once, and the first figures should come soon.
      const trips = valueOf(await client.reports.list('trips', asked, signal));
      const stops = valueOf(await client.reports.list('stops', asked, signal));
      const summaries = valueOf(await client.reports.list('summary', { ...asked, daily: false }, signal));
      const events = mayEvents ? valueOf(await client.reports.list('events', asked, signal)) : [];
      return { trips, stops, events, summaries };
    },
  });
  const rows = useMemo(() => data && makeChronology(data), [data]);
  return { rows, summaries: data?.summaries ?? NONE, error, retry: () => void refetch() };
}
