import type { Answer, ApiFailure } from '@rastro/tracking-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Session } from '../session/session.ts';
import { rereadSession } from './reread.ts';

/** Carries a failure through the query cache, which knows only thrown things. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(`Cannot complete the call: ${failure.code}`);
    this.failure = failure;
  }
}

/**
 * The value of an answer, for query functions.
 * @throws AnswerError when the answer is a failure.
 */
export function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new AnswerError(answer.error);
  return answer.value;
}

/** The failure inside what a query reports. */
export function failureIn(error: unknown): Pick<ApiFailure, 'code' | 'message'> {
  return error instanceof AnswerError ? error.failure : { code: 'UNKNOWN_ERROR', message: '' };
}

const MAX_RETRIES = 2;

/** Server lists and writes. A 401 anywhere means that the session has ended, a 403 that rights may have changed. */
export function createQueryClient(session: Session): QueryClient {
  const onError = (error: unknown): void => {
    const status = error instanceof AnswerError ? error.failure.status : null;
    if (status === 401) session.expire();
    // The lists that it leads to are read again only when something did change: this ends.
    if (status === 403) void rereadSession(session, queries, new AbortController().signal);
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Without a network a read fails and says so, rather than loading for ever (`rereadFailed`).
        networkMode: 'always',
        refetchOnReconnect: true,
        // A rejected request would be rejected again; only a lost connection is worth another try.
        retry: (count, error) =>
          count < MAX_RETRIES && error instanceof AnswerError && error.failure.status === 0,
      },
      // Without a network a write fails at once; if it were held back, it would run when the user does not expect it any more.
      mutations: { networkMode: 'always' },
    },
  });
  return queries;
}
