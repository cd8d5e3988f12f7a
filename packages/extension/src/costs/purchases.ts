import { isConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { VehiclePurchase } from '@rastro/fleet/costs';
import { inSight, isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { pageByName } from '../page-by-name.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { costErrors, forMembers, type CostContext, type CostDeps } from './cost-deps.ts';
import { purchaseIn, purchaseKey, purchasePut, PURCHASES } from './cost-store.ts';

/** Purchases of vehicles, in pages. */
export const listPurchases = (deps: CostDeps): ExtensionHandler<'GET /costs/purchases'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const asked = { kind: PURCHASES, ...inSight(await sightOf(here, caller), query.deviceId) };
      const page = await pageByName(here.storage, asked, query);
      if (page === null) return costErrors.invalid('after is not the next of a page');
      const purchases = page.documents.map(purchaseIn);
      return { status: 200, body: { purchases, next: page.next } };
    }),
  );

export const writePurchase = (deps: CostDeps): ExtensionHandler<'PUT /costs/purchases/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params: { id: deviceId }, body }) => {
      const { version, ownerId: asked, ...content } = body;
      const found = await purchaseOf(here, caller, { deviceId, ownerId: asked });
      if ('status' in found) return found;
      const { ownerId, before } = found;
      if ((before?.version ?? 0) !== version) return costErrors.changed();
      const device = await here.trackingApi.device(caller.id, deviceId, soon());
      const deviceName = device?.name ?? before?.deviceName;
      if (deviceName === undefined) return costErrors.noVehicle();
      const purchase: VehiclePurchase = { ...content, deviceId, deviceName, ownerId, version };
      try {
        await here.storage.commit({ put: [purchasePut(purchase)] });
      } catch (error) {
        if (isConflict(error)) return costErrors.changed();
        throw error;
      }
      return { status: 200, body: { ...purchase, version: version + 1 } };
    }),
  );

export const removePurchase = (deps: CostDeps): ExtensionHandler<'DELETE /costs/purchases/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params: { id: deviceId }, query: { ownerId } }) => {
      const found = await purchaseOf(here, caller, { deviceId, ownerId });
      if ('status' in found) return found;
      if (found.before === null) return costErrors.unknown();
      await here.storage.commit({
        remove: [{ kind: PURCHASES, key: purchaseKey(found.before), replaces: null }],
      });
      return { status: 204, body: '' };
    }),
  );

interface FoundPurchase {
  readonly ownerId: number;
  /** Null = there is none yet. */
  readonly before: VehiclePurchase | null;
}
/** The purchase of a vehicle in the books of a company: the own one, or one that the caller sees. */
async function purchaseOf(
  here: CostContext,
  caller: User,
  { deviceId, ownerId: asked }: { readonly deviceId: number; readonly ownerId: number | null },
): Promise<FoundPurchase | ExtensionReply> {
  const sight = await sightOf(here, caller);
  const ownerId = asked ?? sight.own;
  if (!isInSight(sight, { ownerId, deviceId })) return costErrors.unknown();
  const document = await here.storage.document(PURCHASES, purchaseKey({ ownerId, deviceId }));
  // Books of others are not begun for them.
  if (document === null && ownerId !== sight.own) return costErrors.unknown();
  return { ownerId, before: document && purchaseIn(document) };
}
