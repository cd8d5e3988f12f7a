import { readStoredCorrection } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { rewriteDocuments } from '../rewrite-documents.ts';
import { CORRECTION_KIND, removalsOf } from './hours-store.ts';

type Storage = Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>;

/** People in working hours, as they are forgotten: all of a driver goes, and the names of those who corrected. */
export const hoursSubjects = (storage: Storage) => ({
  forgetUser: (id: number): Promise<void> =>
    rewriteDocuments(storage, {
      kind: CORRECTION_KIND,
      change: (body) => {
        const correction = readStoredCorrection(body);
        const isMatch = correction.byId === id && correction.byName !== `#${id}`;
        return isMatch ? { ...correction, byName: `#${id}` } : null;
      },
    }),
  forgetDriver: async (driver: { readonly id: number }): Promise<void> => {
    for (const each of await removalsOf(storage, driver.id)) await storage.commit({ remove: [each] });
  },
});
