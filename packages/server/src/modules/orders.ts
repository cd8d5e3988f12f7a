import { orderHandlers, type BillingDeps } from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Orders. @param billing Knows who works for whom: a company is the account above its people, and below its reseller. */
export function openOrders(
  { storage, trackingApi, clock }: ModuleDeps,
  { tree, treeNow }: Pick<BillingDeps, 'tree' | 'treeNow'>,
): ProductModule<ReturnType<typeof orderHandlers>> {
  const handlers = orderHandlers({
    storage,
    trackingApi,
    clock,
    companiesOf: async ({ id, administrator }) => {
      const known = await tree();
      // An account of the last half minute.
      const accounts = known.user(id) === null ? await treeNow() : known;
      const own = accounts.companyOf(id);
      return { own, seen: administrator ? null : [own, ...accounts.below(id)] };
    },
  });
  return { handlers, jobs: [] };
}
