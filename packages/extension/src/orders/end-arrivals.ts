import { HOUR_MS, isConflict } from '@rastro/base';
import { arrivalEnd } from '@rastro/fleet/orders';
import { storedArrival } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import type { Job } from '../job.ts';
import { ARRIVALS, arrivalRemovals } from './arrival-store.ts';
import { orderOf } from './order-store.ts';

const PAGE = 200;

/** Removes the shares of arrivals that are over: their links show nothing any more. */
export const endArrivalsJob = (storage: Pick<ExtensionStorage, 'document' | 'documents'>): Job => ({
  name: 'arrivals.end',
  everyMs: HOUR_MS,
  due: (done, now) => (done === null || now - done >= HOUR_MS ? [now] : []),
  perform: async (now, run) => {
    for await (const page of storage.documents({ kind: ARRIVALS, prefix: '', pageSize: PAGE }))
      for (const { key, body } of page) {
        if (run.signal.aborted) return {};
        const order = await orderOf(storage, Number(key));
        if (order !== null && arrivalEnd(order, storedArrival.parse(body).sharedAt) > now) continue;
        try {
          await run.save({ remove: await arrivalRemovals(storage, Number(key)) });
        } catch (error) {
          // It was shared again meanwhile: the next round looks at it.
          if (!isConflict(error)) throw error;
        }
      }
    return {};
  },
});
