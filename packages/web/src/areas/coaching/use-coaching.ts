import { MINUTE_MS } from '@rastro/base';
import { coachingRows } from '@rastro/fleet/coaching';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { usePlace } from '../../kernel/formats/use-place.ts';
import { periodOf, readPeriod, type Period, type PeriodChoice } from '../../kernel/period/period.ts';
import { periodKey, rereadMs } from '../../kernel/queries/moving-period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { Row } from './coaching-filter.ts';

/** Begins the keys of all that is read here. */
export const COACHING_KEY = ['coaching'] as const;

export interface Coaching {
  readonly choice: PeriodChoice;
  readonly period: Period;
  readonly query: UseQueryResult<readonly Row[]>;
}

/** Events worth talking about in the period of the address, with what was done about them. */
export function useCoaching(): Coaching {
  const { client, extension } = useServices();
  const [search] = useSearchParams();
  const hasPeriod = ['period', 'from'].some((name) => search.has(name));
  const choice = hasPeriod ? readPeriod(search) : ({ preset: '30d' } as const);
  const period = periodOf(choice, useNow(MINUTE_MS), usePlace());
  const query = useQuery<readonly Row[]>({
    queryKey: [...COACHING_KEY, ...periodKey(period)],
    refetchInterval: rereadMs(period),
    queryFn: async ({ signal }) => {
      const { from, to } = period;
      const [events, cases] = await Promise.all([
        client.reports.list('harsh', { from, to }, signal),
        extension.coaching.cases({ from: from.toISOString(), to: to.toISOString() }, signal),
      ]);
      return coachingRows(valueOf(events), valueOf(cases));
    },
  });
  return { choice, period, query };
}

/** Those that occur in the list, by name: each with its value. */
export function useOccurring(
  rows: readonly Row[] | undefined,
  entryOf: (row: Row) => readonly [value: string, label: string] | null,
): readonly { readonly value: string; readonly label: string }[] {
  return useMemo(() => {
    const found = new Map((rows ?? []).flatMap((row) => [entryOf(row)].filter((each) => each !== null)));
    const named = [...found].map(([value, label]) => ({ value, label }));
    return named.toSorted((a, b) => a.label.localeCompare(b.label));
  }, [rows, entryOf]);
}
