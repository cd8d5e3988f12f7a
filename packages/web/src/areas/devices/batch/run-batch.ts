import type { ApiFailure } from '@rastro/tracking-client';

export interface BatchOptions<T> {
  readonly items: readonly T[];
  /** @returns why it did not work; null = it did. */
  readonly work: (item: T, signal: AbortSignal) => Promise<ApiFailure | null>;
  readonly onProgress: (tried: number) => void;
}
export interface BatchResult<T> {
  readonly done: readonly T[];
  readonly failures: readonly { readonly item: T; readonly failure: ApiFailure }[];
  /** Not begun: canceled, or what failed would have failed for all. */
  readonly untried: readonly T[];
}

/** So many calls at once: more would wait in the browser, which keeps six connections to a server. */
const AT_ONCE = 4;
/** Errors that the next call would get, too. */
const HOPELESS = new Set([
  'SERVER_DEVICE_LIMIT_REACHED',
  'USER_DEVICE_LIMIT_REACHED',
  'ACCOUNT_IS_READONLY',
  'ACCOUNT_IS_DEVICE_READONLY',
  'CONNECTION_ERROR',
]);

/**
 * Does one thing to many, a few at once. What was begun when it is canceled is finished, so that the result is
 * true.
 */
export async function runBatch<T>(options: BatchOptions<T>, signal: AbortSignal): Promise<BatchResult<T>> {
  const { items, work, onProgress } = options;
  const done: T[] = [];
  const failures: { item: T; failure: ApiFailure }[] = [];
  const finishing = new AbortController().signal;
  let next = 0;
  let isHopeless = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !signal.aborted && !isHopeless) {
      const item = items[next++] as T;
      const failure = await work(item, finishing);
      if (failure === null) done.push(item);
      else {
        failures.push({ item, failure });
        isHopeless ||= HOPELESS.has(failure.code) || failure.status === 401;
      }
      onProgress(done.length + failures.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { done, failures, untried: items.slice(next) };
}
