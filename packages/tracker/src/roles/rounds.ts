import { performNow, runJobs, type Job, type JobStatus, type JobStore, type Work } from '@rastro/base/jobs';
import type { CursorStorage, LeaseStorage } from '@rastro/storage';
import { SCOUT_MS, type PlaceScout } from '../reports/addresses/place-scout.ts';
import type { ReportDeps } from '../reports/report-deps.ts';
import { MAILED_REPORTS } from '../reports/schedule/mail-cursors.ts';
import { mailDueReports } from '../reports/schedule/scheduled-reports.ts';
import type { ApiBase } from './api-base.ts';
import type { ApiOptions } from './api-options.ts';
import { forgetTheOld, UPKEEP_MS } from './upkeep.ts';

const REPORT_ROUND_MS = 900_000;
/** After so long without a sign of life another process takes over. */
const LEASE_MS = 60_000;
const PAUSE_MS = 5000;

/** Work of the api that recurs; of several processes one does it. */
export interface Rounds {
  /** Mails scheduled reports that are due now. @returns how many were mailed. */
  mailDueReports(): Promise<number>;
  jobs(): ReadonlyMap<string, JobStatus>;
  close(): Promise<void>;
}

export function startRounds(
  options: ApiOptions,
  base: ApiBase,
  { reports, scout }: { readonly reports: ReportDeps; readonly scout: PlaceScout },
): Rounds {
  const running = {
    storage: storeOf(base.storage),
    clock: options.clock,
    log: options.log,
    leaseMs: LEASE_MS,
    pauseMs: PAUSE_MS,
  };
  const mailing = (done: (mailed: number) => void): Job<object> =>
    round(MAILED_REPORTS, REPORT_ROUND_MS, async (now) => done(await mailDueReports(reports, now)));
  const jobs = [
    round('upkeep', UPKEEP_MS, () => forgetTheOld(options, base)),
    { ...round('scouted-places', SCOUT_MS, () => scout.round()), isIdle: async () => scout.isIdle },
    // Reports about copies are mailed when the owner of the copies says so.
    ...(options.source ? [] : [mailing(() => {})]),
  ];
  const work: Work = runJobs({ ...running, jobs });
  return {
    async mailDueReports() {
      let mailed = 0;
      await performNow(
        mailing((count) => (mailed = count)),
        running,
      );
      return mailed;
    },
    jobs: () => work.jobs(),
    close: () => work.close(),
  };
}

/** Something that is done again after an interval, by whichever process comes first. */
const round = (name: string, everyMs: number, work: (now: number) => Promise<void>): Job<object> => ({
  name,
  everyMs,
  beginsLater: true,
  // A clock that was set back does not stop it.
  due: (done, now) => (done === null || done > now || now - done >= everyMs ? [now] : []),
  perform: async (now) => {
    await work(now);
    return {};
  },
});

const storeOf = (storage: CursorStorage & LeaseStorage): JobStore<object> => ({
  readCursor: (name) => storage.readCursor(name),
  takeLease: (hold) => storage.takeLease(hold),
  releaseLease: (lease) => storage.releaseLease(lease),
  async commit({ cursors = [], under }) {
    for (const { name, instant } of cursors) await storage.setCursor(name, instant, under);
  },
});
