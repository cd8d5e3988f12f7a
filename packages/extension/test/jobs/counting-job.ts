import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../../src/job.ts';

export const RUNS = 60;
export const keyOf = (instant: number): string => String(instant).padStart(4, '0');

/** Counts to TURNS; each number is a document that must be new, and says who made it. */
export const countingJob = (pauseMs: number): Job => ({
  name: 'count',
  everyMs: 20,
  due: (done) => Array.from({ length: RUNS - (done ?? 0) }, (_, at) => (done ?? 0) + at + 1),
  perform: async (instant) => {
    await sleep(pauseMs);
    return { put: [{ kind: 'count', key: keyOf(instant), body: process.pid, replaces: 0 }] };
  },
});
