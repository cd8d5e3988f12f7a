import { layoutHandlers, layoutReader, type BillingDeps, type WallLayouts } from '@rastro/extension';
import type { ModuleDeps, ProductModule } from './module.ts';

const INSTALLATION = 0;

/** Overviews. @param billing Knows who sells to whom: customers see the default of the nearest reseller above. */
export function openLayouts(
  { storage, log }: Pick<ModuleDeps, 'storage' | 'log'>,
  { source, tree, treeNow }: Pick<BillingDeps, 'source' | 'tree' | 'treeNow'>,
): ProductModule<ReturnType<typeof layoutHandlers>> & { readonly reader: WallLayouts } {
  async function nearestAbove(userId: number, has: (ownerId: number) => boolean): Promise<number> {
    // Nobody answers for whom: then the installation's default counts for everybody.
    if (source === null) return INSTALLATION;
    try {
      const known = await tree();
      // An account of the last half minute.
      const sellers = known.user(userId) === null ? await treeNow() : known;
      return sellers.brandOf(sellers.issuerOf(userId), has);
    } catch (error) {
      log.warn({ err: error }, 'cannot ask whose customer a user is; the default of the installation counts');
      return INSTALLATION;
    }
  }
  const deps = { storage, nearestAbove };
  return { reader: layoutReader(deps), handlers: layoutHandlers(deps), jobs: [] };
}
