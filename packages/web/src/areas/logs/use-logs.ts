import type { Device, Group, LogLine, LogPage, User } from '@rastro/fleet';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Period } from '../../kernel/period/period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { askedOf, type LogQuestion } from './log-question.ts';

/** A sheet holds no more lines than this. */
export const MOST_LINES = 10_000;
const SHEET_PAGE = 500;

/** Pages of the log, the next one when it is asked for. */
export function useLogs(question: LogQuestion, period: Period) {
  const { extension } = useServices();
  const { of, query } = askedOf(question);
  const span = { from: period.from.toISOString(), to: period.to.toISOString() };
  return useInfiniteQuery({
    // The end moves on with the clock; the minute tells it apart.
    queryKey: ['logs', of, query, span.from, span.to.slice(0, 16)],
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
    while (after !== null && lines.length < MOST_LINES) {
      const place: { readonly after?: string } = after === '' ? {} : { after };
      const page: LogPage = valueOf(await extension.logs(of, { ...query, ...span, ...place }, signal));
      lines.push(...page.lines);
      after = page.next;
    }
    return lines.slice(0, MOST_LINES);
  };
}

/** Vehicles and groups of some lines, to be called by name; what is gone, or not for this person, is a number. */
export function useThingNames(lines: readonly LogLine[]): NameOfThing {
  const { client } = useServices();
  const wanted = lines.flatMap(({ objectType, objectId }) => (objectType === 'device' ? [objectId] : []));
  const ids = [...new Set(wanted)].filter((id) => id > 0).toSorted((a, b) => a - b);
  const hasGroups = lines.some(({ objectType }) => objectType === 'group');
  const devices = useQuery<readonly Device[]>({
    queryKey: ['logs', 'devices', ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => valueOf(await client.devices.list({ id: ids }, signal)),
  });
  const groups = useQuery<readonly Group[]>({
    queryKey: ['groups', 'all'],
    enabled: hasGroups,
    queryFn: async ({ signal }) => valueOf(await client.groups.list({ all: true }, signal)),
  });
  return useMemo(() => {
    const named = (all: readonly { readonly id: number; readonly name: string }[] = []) =>
      new Map(all.map(({ id, name }) => [id, name]));
    const names = new Map([
      ['device', named(devices.data)],
      ['group', named(groups.data)],
    ]);
    return (kind, id) => names.get(kind)?.get(id) ?? `#${id}`;
  }, [devices.data, groups.data]);
}
export type NameOfThing = (kind: string, id: number) => string;

/** Everybody, to be called by name; whoever is gone is a number. */
export function usePeople(): { readonly people: readonly User[]; readonly nameOf: (id: number) => string } {
  const { client } = useServices();
  const { data } = useQuery<readonly User[]>({
    queryKey: ['users'],
    queryFn: async ({ signal }) => valueOf(await client.users.list({}, signal)),
  });
  return useMemo(() => {
    const names = new Map((data ?? []).map(({ id, name }) => [id, name]));
    return { people: data ?? [], nameOf: (id) => names.get(id) ?? `#${id}` };
  }, [data]);
}
