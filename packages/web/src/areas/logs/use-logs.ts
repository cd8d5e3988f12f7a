import type { LogLine, LogPage, User } from '@rastro/fleet';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Period } from '../../kernel/period/period.ts';
import { firstPageRereadMs, periodKey } from '../../kernel/queries/moving-period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { askedOf, type LogQuestion } from './log-question.ts';
import { loadThingNames, thingsIn, type NameOfThing } from './thing-names.ts';

/** A sheet holds no more lines than this. */
export const MAX_LINES = 10_000;
const SHEET_PAGE = 500;

/** Pages of the log, the next one when it is asked for. */
export function useLogs(question: LogQuestion, period: Period) {
  const { extension } = useServices();
  const { of, query } = askedOf(question);
  const span = { from: period.from.toISOString(), to: period.to.toISOString() };
  return useInfiniteQuery({
    queryKey: ['logs', of, query, ...periodKey(period)],
    refetchInterval: firstPageRereadMs(period),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<LogPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.logs(of, { ...query, ...span, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

/** Page after page of the same, for a sheet. @throws AnswerError when one does not come. */
export function useAllLines(question: LogQuestion, period: Period) {
  const { extension } = useServices();
  return async (signal: AbortSignal): Promise<readonly LogLine[]> => {
    const { of, query } = askedOf(question);
    const span = { from: period.from.toISOString(), to: period.to.toISOString(), limit: SHEET_PAGE };
    const lines: LogLine[] = [];
    let after: string | null = '';
    while (after !== null && lines.length < MAX_LINES) {
      const place: { readonly after?: string } = after === '' ? {} : { after };
      const page: LogPage = valueOf(await extension.logs(of, { ...query, ...span, ...place }, signal));
      lines.push(...page.lines);
      after = page.next;
    }
    return lines.slice(0, MAX_LINES);
  };
}

/** Names of all that some lines name, once they are known; numbers until then. */
export function useThingNames(lines: readonly LogLine[]): NameOfThing {
  const services = useServices();
  const wanted = thingsIn(lines).map(({ kind, id }) => `${kind} ${id}`);
  const { data } = useQuery<NameOfThing>({
    queryKey: ['logs', 'names', wanted],
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    // A function is no JSON.
    structuralSharing: false,
    queryFn: ({ signal }) => loadThingNames(services, lines, signal),
  });
  return data ?? byNumber;
}
const byNumber: NameOfThing = (_kind, id) => `#${id}`;

/** All users, for their names; a deleted user appears as an id. */
export function useLogUsers(): { readonly users: readonly User[]; readonly nameOf: (id: number) => string } {
  const { client } = useServices();
  const { data } = useQuery<readonly User[]>({
    queryKey: ['users'],
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  return useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]));
    return { users: data ?? [], nameOf: (id) => names.get(id) ?? `#${id}` };
  }, [data]);
}
