import type { StoredOrder } from '@rastro/fleet/schemas';
import { readStoredOrder } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { rewriteDocuments } from '../rewrite-documents.ts';
import { listingOf, ORDERS } from './order-store.ts';

type Storage = Pick<ExtensionStorage, 'documents' | 'document' | 'commit'>;
const rewriteOrders = (storage: Storage, change: (order: StoredOrder) => StoredOrder | null): Promise<void> =>
  rewriteDocuments(storage, {
    kind: ORDERS,
    change: (body) => change(readStoredOrder(body)),
    listingOf: (body) => listingOf(readStoredOrder(body)),
  });

/** Takes the name of a user out of what happened to orders. */
function forgetUser(storage: Storage, id: number): Promise<void> {
  const nobody = `#${id}`;
  return rewriteOrders(storage, (order) => {
    if (!order.steps.some(({ userId, userName }) => userId === id && userName !== nobody)) return null;
    const steps = order.steps.map((step) => (step.userId === id ? { ...step, userName: nobody } : step));
    return { ...order, steps };
  });
}

/** Takes a driver out of the orders that they did. */
const forgetDriver = (
  storage: Storage,
  { id, uniqueId }: { readonly id: number; readonly uniqueId: string },
): Promise<void> =>
  rewriteOrders(storage, (order) =>
    uniqueId !== '' && order.driverUniqueId === uniqueId
      ? { ...order, driverUniqueId: '', driverName: `#${id}` }
      : null,
  );

/** People in orders, as they are forgotten. */
export const orderSubjects = (storage: Storage) => ({
  forgetUser: (id: number) => forgetUser(storage, id),
  forgetDriver: (driver: { readonly id: number; readonly uniqueId: string }) => forgetDriver(storage, driver),
});
