import type { Answer, ApiFailure } from '@rastro/tracking-client';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AnswerError, valueOf } from './query-client.ts';

export interface Write<I, T> {
  readonly busy: boolean;
  /** Error of the last write, for the place where it happened. */
  readonly failure: ApiFailure | null;
  /**
   * @returns null when the one before is still under way: a second click does nothing; or when the screen was left
   * meanwhile: nobody waits for it.
   */
  readonly run: (input: I) => Promise<Answer<T> | null>;
  readonly forget: () => void;
}

export interface WriteOptions {
  /** Lists that begin with it are read again, whatever became of the write. */
  readonly touches?: QueryKey;
  /** Several steps that must not stop half way: it goes on when the screen is left. */
  readonly goesOn?: boolean;
  /** Writes of this name wait for each other, instead of the second being dropped. */
  readonly scope?: string;
}

/**
 * The one shape of everything that this application writes. Leaving the screen stops it, a 401 ends the session
 * (`createQueryClient`), nothing is tried twice.
 */
export function useWrite<I, T>(
  write: (input: I, signal: AbortSignal) => Promise<Answer<T>>,
  { touches, goesOn = false, scope }: WriteOptions = {},
): Write<I, T> {
  const queries = useQueryClient();
  const stop = useRef<AbortController | null>(null);
  const isUnderWay = useRef(false);
  const { mutateAsync, isPending, error, reset } = useMutation<T, Error, I>({
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    mutationFn: async (input) => {
      stop.current ??= new AbortController();
      return valueOf(await write(input, stop.current.signal));
    },
    onSettled: async () => {
      if (touches !== undefined) await queries.invalidateQueries({ queryKey: touches });
    },
  });
  useEffect(
    () => () => {
      if (!goesOn) stop.current?.abort();
      stop.current = null;
    },
    [goesOn],
  );
  const run = async (input: I): Promise<Answer<T> | null> => {
    if (isUnderWay.current && scope === undefined) return null;
    isUnderWay.current = true;
    stop.current ??= new AbortController();
    const { signal } = stop.current;
    try {
      return { ok: true, value: await mutateAsync(input) };
    } catch (thrown) {
      if (signal.aborted) return null;
      // Anything else is a mistake of ours and is not hidden.
      if (!(thrown instanceof AnswerError)) throw thrown;
      return { ok: false, error: thrown.failure };
    } finally {
      isUnderWay.current = false;
    }
  };
  return {
    busy: isPending,
    failure: error instanceof AnswerError ? error.failure : null,
    run,
    forget: reset,
  };
}
