import { readStoredCost } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { rewriteDocuments } from '../rewrite-documents.ts';
import { LINES, listingOf } from './cost-store.ts';

/** Drivers in costs, as they are forgotten; the amounts stay, those of closed months too. */
export const costSubjects = (storage: Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>) => ({
  forgetDriver: ({ id, uniqueId }: { readonly id: number; readonly uniqueId: string }): Promise<void> =>
    rewriteDocuments(storage, {
      kind: LINES,
      change: (body) => {
        const line = readStoredCost(body);
        const isMatch = uniqueId !== '' && line.driverUniqueId === uniqueId;
        return isMatch ? { ...line, driverUniqueId: '', driverName: `#${id}` } : null;
      },
      listingOf: (body) => listingOf(readStoredCost(body)),
    }),
});
