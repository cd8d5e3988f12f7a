import { useEffect, useRef, useState } from 'react';
import { useWhenBack } from '../../kernel/fleet/use-when-back.ts';
import { ReportRun, type RunState, type RunWish } from './report-run.ts';

export interface ReportRunControl {
  readonly state: RunState | null;
  /** Request of this run. */
  readonly wish: Omit<RunWish, 'onState'> | null;
  readonly start: (wish: Omit<RunWish, 'onState'>) => void;
  readonly cancel: () => void;
  /** Reads what is missing. */
  readonly goOn: () => void;
}

const PROGRESS_INTERVAL_MS = 100;

/** One report at a time: another one, or leaving the screen, ends the one before. */
export function useReportRun(): ReportRunControl {
  const run = useRef<ReportRun | null>(null);
  const [state, setState] = useState<RunState | null>(null);
  const [wish, setWish] = useState<ReportRunControl['wish']>(null);
  useEffect(() => () => run.current?.leave(), []);
  useWhenBack(() => {
    // A rejected request would be rejected again.
    if (state?.state === 'failed' && state.failure?.status === 0) void run.current?.read();
  });
  const start = (next: Omit<RunWish, 'onState'>): void => {
    run.current?.leave();
    let publishedAt = 0;
    const made = new ReportRun({
      ...next,
      onState: (news) => {
        if (run.current !== made) return;
        const now = performance.now();
        // Counts change with each piece; they cannot be read faster.
        if (news.state === 'reading' && now - publishedAt < PROGRESS_INTERVAL_MS) return;
        publishedAt = now;
        setState(news);
      },
    });
    run.current = made;
    setWish(next);
    void made.read();
  };
  return {
    state,
    wish,
    start,
    cancel: () => run.current?.cancel(),
    goOn: () => void run.current?.read(),
  };
}
