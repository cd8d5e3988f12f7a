import { DAY_MS, HOUR_MS } from '@rastro/base';
import { hasDocuments } from '../has-documents.ts';
import type { Job } from '../job.ts';
import { CASES } from './case-store.ts';
import type { CoachingDeps } from './coaching-deps.ts';

const PAGE = 200;

/**
 * Deletes cases, which are about persons, once a day, when their events are older than positions are stored. That an
 * event counts no more stays as long as the sums it is taken from: it names nobody.
 */
export const forgetCases = (storage: CoachingDeps['storage'], days: number): Job => ({
  name: 'coaching.forget',
  everyMs: HOUR_MS,
  due: (done, now) => {
    const today = now - (now % DAY_MS);
    return days > 0 && (done === null || done < today) ? [today] : [];
  },
  isIdle: async () => !(await hasDocuments(storage, CASES)),
  perform: async (today) => {
    const first = new Date(today - days * DAY_MS).toISOString().slice(0, 10);
    const remove: { readonly kind: string; readonly key: string; readonly replaces: null }[] = [];
    for await (const page of storage.documents({ kind: CASES, prefix: '', pageSize: PAGE })) {
      const old = page.filter(({ key }) => key < first);
      remove.push(...old.map(({ key }) => ({ kind: CASES, key, replaces: null })));
      // Keys begin with their days.
      if (old.length < page.length) break;
    }
    return { remove };
  },
});
