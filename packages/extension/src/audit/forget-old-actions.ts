import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { AuditStorage } from '@rastro/storage';
import type { Job } from '../job.ts';

/** Deletes audit entries once a day, when they are past their retention. */
export const forgetOldActions = (storage: Pick<AuditStorage, 'removeActionsBefore'>, days: number): Job => ({
  name: 'audit.forget',
  everyMs: HOUR_MS,
  due: (done, now) => {
    const today = now - (now % DAY_MS);
    return done === null || done < today ? [today] : [];
  },
  perform: async (today) => {
    await storage.removeActionsBefore(today - days * DAY_MS);
    return {};
  },
});
