import { VIEWING_KINDS, type Viewing, type ViewingKind, type ViewingPage } from '@rastro/fleet';
import type { ViewingSubject } from '@rastro/tracking-client';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Period } from '../../kernel/period/period.ts';
import { valueOf } from '../../kernel/queries/query-client.ts';
import { useServices } from '../../kernel/services.tsx';
import { MOST_LINES } from './use-logs.ts';

const SHEET_PAGE = 500;

/** What the address asks for: who saw a vehicle or a driver, or what somebody saw. */
export interface ViewingQuestion {
  readonly of: ViewingSubject;
  readonly kind: ViewingKind | null;
  readonly text: string;
  readonly isOldestFirst: boolean;
}

const idIn = (text: string | null): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);

export function readViewingQuestion(search: URLSearchParams): ViewingQuestion {
  const [userId, driverId] = [idIn(search.get('user')), idIn(search.get('driver'))];
  const seen = driverId > 0 ? { driverId } : { deviceId: idIn(search.get('device')) };
  return {
    of: userId > 0 ? { userId } : seen,
    kind: VIEWING_KINDS.find((kind) => kind === search.get('kind')) ?? null,
    text: search.get('q') ?? '',
    isOldestFirst: search.get('sort') === 'oldest',
  };
}

/** Nobody says whose record is wanted. */
export const isOfNobody = ({ of }: ViewingQuestion): boolean => 'deviceId' in of && of.deviceId <= 0;

function queryOf({ kind, text, isOldestFirst }: ViewingQuestion, { from, to }: Period) {
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(kind === null ? {} : { kind }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(isOldestFirst ? { oldest: true } : {}),
  };
}

/** Pages of who read positions, the next one when it is asked for. */
export function useViewings(question: ViewingQuestion, period: Period) {
  const { extension } = useServices();
  const query = queryOf(question, period);
  return useInfiniteQuery({
    // The end moves on with the clock; the minute tells it apart.
    queryKey: ['viewings', question, query.from, query.to.slice(0, 16)],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }): Promise<ViewingPage> => {
      const place = pageParam === '' ? {} : { after: pageParam };
      return valueOf(await extension.viewings(question.of, { ...query, ...place }, signal));
    },
    getNextPageParam: (page) => page.next,
  });
}

/** Page after page of the same, for a sheet. @throws AnswerError when one does not come. */
export function useAllViewings(question: ViewingQuestion, period: Period) {
  const { extension } = useServices();
  return async (signal: AbortSignal): Promise<readonly Viewing[]> => {
    const query = { ...queryOf(question, period), limit: SHEET_PAGE };
    const lines: Viewing[] = [];
    let after: string | null = '';
    while (after !== null && lines.length < MOST_LINES) {
      const place: { readonly after?: string } = after === '' ? {} : { after };
      const page: ViewingPage = valueOf(
        await extension.viewings(question.of, { ...query, ...place }, signal),
      );
      lines.push(...page.lines);
      after = page.next;
    }
    return lines.slice(0, MOST_LINES);
  };
}
