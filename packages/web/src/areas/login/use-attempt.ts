import type { ApiFailure } from '@rastro/tracking-client';
import { useRef, useState } from 'react';

type Refusal = Pick<ApiFailure, 'code' | 'message'>;

export interface Attempt {
  readonly busy: boolean;
  /** Why the last one was refused. */
  readonly failure: Refusal | null;
  /** @returns whether it worked; while one is under way another does nothing. */
  readonly run: (work: (signal: AbortSignal) => Promise<Refusal | null>) => Promise<boolean>;
  /** Refused before the server was asked, or nothing to tell any more. */
  readonly tell: (failure: Refusal | null) => void;
}

/** As `useWrite`, where nobody is signed in: a 401 is an answer here, and the first file needs no query cache. */
export function useAttempt(first: Refusal | null = null): Attempt {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Refusal | null>(first);
  const isRunning = useRef(false);
  const run: Attempt['run'] = async (work) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setFailure(null);
    const refused = await work(new AbortController().signal);
    isRunning.current = false;
    setBusy(false);
    setFailure(refused);
    return refused === null;
  };
  return { busy, failure, run, tell: setFailure };
}
