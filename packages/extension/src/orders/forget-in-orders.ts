import type { StoredOrder } from '@rastro/fleet/schemas';
import { readStoredOrder, readStoredRoute } from '@rastro/fleet/schemas';
import type { ExtensionStorage } from '@rastro/storage';
import { rewriteDocuments } from '../rewrite-documents.ts';
import { forgetDriverSteps } from './driver-step-store.ts';
import { listingOf, ORDERS } from './order-store.ts';
import { routeListing, ROUTES } from './route-store.ts';

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

/** Takes a driver out of the orders and routes that they did. */
async function forgetDriver(
  storage: Storage,
  { id, uniqueId }: { readonly id: number; readonly uniqueId: string },
): Promise<void> {
  const without = <T extends { readonly driverUniqueId: string }>(written: T): T | null =>
    uniqueId !== '' && written.driverUniqueId === uniqueId
      ? { ...written, driverUniqueId: '', driverName: `#${id}` }
      : null;
  await rewriteOrders(storage, without);
  await forgetReports(storage, id);
  await rewriteDocuments(storage, {
    kind: ROUTES,
    change: (body) => without(readStoredRoute(body)),
    listingOf: (body) => routeListing(readStoredRoute(body)),
  });
}

/** Takes the name of a driver out of what they reported. */
async function forgetReports(storage: Storage, driverId: number): Promise<void> {
  const ids = await forgetDriverSteps(storage, driverId);
  const nobody = `#${driverId}`;
  const isTheirs = ({ id, by, userName }: StoredOrder['steps'][number]): boolean =>
    by === 'driver' && userName !== nobody && ids.has(id);
  await rewriteOrders(storage, (order) => {
    if (!order.steps.some(isTheirs)) return null;
    return {
      ...order,
      steps: order.steps.map((step) => (isTheirs(step) ? { ...step, userName: nobody } : step)),
    };
  });
}

/** People in orders, as they are forgotten. */
export const orderSubjects = (storage: Storage) => ({
  forgetUser: (id: number) => forgetUser(storage, id),
  forgetDriver: (driver: { readonly id: number; readonly uniqueId: string }) => forgetDriver(storage, driver),
});
