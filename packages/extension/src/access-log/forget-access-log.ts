import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { AccessLogStorage } from '@rastro/storage';
import type { Job } from '../job.ts';

/** Deletes access log entries once a day, when they are older than the retention of the audit log. */
export const forgetAccessLog = (
  storage: Pick<AccessLogStorage, 'removeAccessLogBefore'>,
  days: number,
): Job => ({
  name: 'viewings.forget',
  everyMs: HOUR_MS,
  due: (done, now) => {
    const today = now - (now % DAY_MS);
    return done === null || done < today ? [today] : [];
  },
  perform: async (today) => {
    await storage.removeAccessLogBefore((today - days * DAY_MS) / HOUR_MS);
    return {};
  },
});
