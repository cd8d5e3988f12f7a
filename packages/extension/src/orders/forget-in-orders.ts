import type { StoredOrder } from '@rastro/fleet/schemas';
import { readStoredOrder } from '@rastro/fleet/schemas';
import type { SubjectDeps } from '../data-subjects/subject-deps.ts';
import { rewriteDocuments } from '../data-subjects/rewrite-documents.ts';
import { listingOf, ORDERS } from './order-store.ts';

type Storage = SubjectDeps['storage'];
const rewriteOrders = (storage: Storage, change: (order: StoredOrder) => StoredOrder | null): Promise<void> =>
  rewriteDocuments(storage, {
    kind: ORDERS,
    change: (body) => change(readStoredOrder(body)),
    listingOf: (body) => listingOf(readStoredOrder(body)),
  });

/** Takes the name of a user out of what happened to orders. */
export function forgetUserInOrders(storage: Storage, id: number): Promise<void> {
  const nobody = `#${id}`;
  return rewriteOrders(storage, (order) => {
    if (!order.steps.some(({ userId, userName }) => userId === id && userName !== nobody)) return null;
    const steps = order.steps.map((step) => (step.userId === id ? { ...step, userName: nobody } : step));
    return { ...order, steps };
  });
}

/** Takes a driver out of the orders that they did. */
export const forgetDriverInOrders = (
  storage: Storage,
  { id, uniqueId }: { readonly id: number; readonly uniqueId: string },
): Promise<void> =>
  rewriteOrders(storage, (order) =>
    uniqueId !== '' && order.driverUniqueId === uniqueId
      ? { ...order, driverUniqueId: '', driverName: `#${id}` }
      : null,
  );
