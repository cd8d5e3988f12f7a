import { DAY_MS } from '@rastro/base';
import type { DeviceSpan } from '@rastro/fleet/working-hours';
import type { OrderDeps } from './order-deps.ts';
import { orderIn, ORDERS } from './order-store.ts';

/** Orders are listed by their time window, and done around it. */
const MARGIN_MS = 7 * DAY_MS;
const AT_ONCE = 500;

/** Time of vehicles at stops of orders, from the arrival until the order was done or failed, or the end of the period. */
export const orderStops =
  (storage: Pick<OrderDeps['storage'], 'listedDocuments'>) =>
  async (
    deviceIds: readonly number[],
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<readonly DeviceSpan[]> => {
    if (deviceIds.length === 0) return [];
    const spans: DeviceSpan[] = [];
    let after: Parameters<typeof storage.listedDocuments>[0]['after'] = null;
    do {
      const page: Awaited<ReturnType<typeof storage.listedDocuments>> = await storage.listedDocuments({
        kind: ORDERS,
        ownerIds: null,
        deviceIds,
        states: null,
        from: from - MARGIN_MS,
        to: to + MARGIN_MS,
        text: null,
        sort: 'at',
        isDescending: false,
        after,
        limit: AT_ONCE,
      });
      for (const { deviceId, arrivedAt, endedAt } of page.documents.map(orderIn)) {
        const end = endedAt === null ? to : Date.parse(endedAt);
        if (arrivedAt !== null) spans.push({ deviceId, begin: Date.parse(arrivedAt), end });
      }
      after = page.next;
    } while (after !== null);
    return spans;
  };
