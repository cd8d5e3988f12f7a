import { DAY_MS, HOUR_MS } from '@rastro/base';
import type { ExtensionStorage } from '@rastro/storage';
import type { Job } from '../../job.ts';

/**
 * A provider repeats a message for two weeks, and users ask about one within a quarter. A later one only triggers a
 * check: the comparison with the provider reads its charges, never these.
 */
const RETENTION_DAYS = 180;
const BATCH_SIZE = 5000;

/** Deletes processed events of the provider once a day, half a year after they arrived. */
export const forgetEvents = (storage: Pick<ExtensionStorage, 'removeProviderEventsBefore'>): Job => ({
  name: 'billing.events.forget',
  everyMs: HOUR_MS,
  due: (done, now) => {
    const today = now - (now % DAY_MS);
    return done === null || done < today ? [today] : [];
  },
  perform: async (today, { signal }) => {
    let removed = BATCH_SIZE;
    while (removed === BATCH_SIZE && !signal.aborted)
      removed = await storage.removeProviderEventsBefore(today - RETENTION_DAYS * DAY_MS, BATCH_SIZE);
    return {};
  },
});
