import { COST_KINDS } from '@rastro/fleet/costs';
import { readStoredCost } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { rewriteDocuments } from '../rewrite-documents.ts';
import { DRIVER_PARTS, driverState, LINES, listingOf } from './cost-store.ts';

const PAGE = 200;
type Storage = Pick<ExtensionStorage, 'documents' | 'document' | 'commit' | 'listedDocuments'>;

/** Drivers in costs, as they are forgotten; the amounts stay, those of closed months too. */
export const costSubjects = (storage: Storage) => ({
  forgetDriver: async ({
    id,
    uniqueId,
  }: {
    readonly id: number;
    readonly uniqueId: string;
  }): Promise<void> => {
    if (uniqueId === '') return;
    await rewriteDocuments(storage, {
      kind: LINES,
      change: (body) => {
        const line = readStoredCost(body);
        const isMatch = line.driverUniqueId === uniqueId;
        if (!isMatch) return null;
        // The papers stay with the books; their files may be called after the driver.
        const receipts = line.receipts.map((receipt) => ({ ...receipt, name: '' }));
        return { ...line, driverUniqueId: '', driverName: `#${id}`, receipts };
      },
      listingOf: (body) => listingOf(readStoredCost(body)),
    });
    await removeParts(storage, uniqueId);
  },
});

/** Parts by driver have their identifier: they go, and the amounts count for no driver. */
async function removeParts(storage: Storage, uniqueId: string): Promise<void> {
  for (let isLeft = true; isLeft;) {
    const { documents, next } = await storage.listedDocuments({
      kind: DRIVER_PARTS,
      ownerIds: null,
      deviceIds: null,
      states: COST_KINDS.map((kind) => driverState(kind, uniqueId)),
      from: null,
      to: null,
      text: null,
      sort: 'at',
      isDescending: false,
      after: null,
      limit: PAGE,
    });
    await storage.commit({
      remove: documents.map(({ key }) => ({ kind: DRIVER_PARTS, key, replaces: null })),
    });
    isLeft = next !== null;
  }
}
