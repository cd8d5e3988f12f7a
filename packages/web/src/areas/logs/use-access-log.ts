import { ACCESS_KINDS, type AccessLogEntry, type AccessKind, type AccessLogPage } from '@rastro/fleet';
import type { AccessLogSubject } from '@rastro/tracking-client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Period } from '../../kernel/period/period.ts';
import { firstPageRereadMs, periodKey } from '../../kernel/queries/moving-period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { MAX_LINES } from './use-logs.ts';

const SHEET_PAGE = 500;

/** Query of the address: who saw a vehicle or a driver, or what a user saw. */
export interface AccessLogQuestion {
  readonly of: AccessLogSubject;
  readonly kind: AccessKind | null;
  readonly text: string;
  readonly isOldestFirst: boolean;
}

const idIn = (text: string | null): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);

export function readAccessLogQuestion(search: URLSearchParams): AccessLogQuestion {
  const [userId, driverId] = [idIn(search.get('user')), idIn(search.get('driver'))];
  const seen = driverId > 0 ? { driverId } : { deviceId: idIn(search.get('device')) };
  return {
    of: userId > 0 ? { userId } : seen,
    kind: ACCESS_KINDS.find((kind) => kind === search.get('kind')) ?? null,
    text: search.get('q') ?? '',
    isOldestFirst: search.get('sort') === 'oldest',
  };
}

/** Neither user nor vehicle was chosen. */
export const isOfNobody = ({ of }: AccessLogQuestion): boolean => 'deviceId' in of && of.deviceId <= 0;

function queryOf({ kind, text, isOldestFirst }: AccessLogQuestion, { from, to }: Period) {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(kind === null ? {} : { kind }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(isOldestFirst ? { oldest: true } : {}),
  };
}

/** Pages of who read positions, the next one when it is asked for. */
export function useAccessLog(accessLogQuestion: AccessLogQuestion, period: Period) {
  const { extension } = useServices();
  const query = queryOf(accessLogQuestion, period);
  return useInfiniteQuery({
    queryKey: ['access-log', accessLogQuestion, ...periodKey(period)],
    refetchInterval: firstPageRereadMs(period),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<AccessLogPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.accessLog(accessLogQuestion.of, { ...query, ...place }, signal));
    },
    getNextPageParam: (accessLogPage) => accessLogPage.next,
  });
}

/** Page after page of the same, for a sheet. @throws AnswerError when one does not come. */
export function useFullAccessLog(accessLogQuestion: AccessLogQuestion, period: Period) {
  const { extension } = useServices();
  return async (signal: AbortSignal): Promise<readonly AccessLogEntry[]> => {
    const query = { ...queryOf(accessLogQuestion, period), limit: SHEET_PAGE };
    const lines: AccessLogEntry[] = [];
    let after: string | null = '';
    while (after !== null && lines.length < MAX_LINES) {
      const place: { readonly after?: string } = after === '' ? {} : { after };
      const accessLogPage: AccessLogPage = valueOf(
        await extension.accessLog(accessLogQuestion.of, { ...query, ...place }, signal),
      );
      lines.push(...accessLogPage.lines);
      after = accessLogPage.next;
    }
    return lines.slice(0, MAX_LINES);
  };
}
