import type { ApiFailure } from '@rastro/tracking-client';
import { useRef, useState } from 'react';

type AttemptFailure = Pick<ApiFailure, 'code' | 'message'>;

export interface Attempt {
  readonly busy: boolean;
  /** Error of the last attempt. */
  readonly failure: AttemptFailure | null;
  /** @returns whether it worked; while one is under way another does nothing. */
  readonly run: (work: (signal: AbortSignal) => Promise<AttemptFailure | null>) => Promise<boolean>;
  /** Sets an error found before the server was asked, or clears it. */
  readonly setFailure: (failure: AttemptFailure | null) => void;
}

/** As `useWrite`, before the sign-in: a 401 is an answer here, and the first file needs no query cache. */
export function useAttempt(first: AttemptFailure | null = null): Attempt {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<AttemptFailure | null>(first);
  const isRunning = useRef(false);
  const run: Attempt['run'] = async (work) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    const found = await work(new AbortController().signal);
    isRunning.current = false;
    setBusy(false);
    setFailure(found);
    return found === null;
  };
  return { busy, failure, run, setFailure };
}
