import { brandHandlers, checkDomains, type BrandDeps } from '@rastro/extension';
import type { RegistryBrandHeads } from '../brand-heads.ts';
import type { ServedArchive } from '../map-tiles/find-archives.ts';
import { openBrands } from '../settings/brand-options.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

type Handlers = ReturnType<typeof brandHandlers>;

/** Brands of resellers: themes, domains, logos. @param heads Brands for mails and documents, opened before. */
export async function openBranding(
  { settings, storage, log, trackingApi }: ModuleDeps,
  archives: readonly ServedArchive[],
  heads: RegistryBrandHeads,
): Promise<ProductModule<Handlers> & { readonly registry: BrandDeps['registry'] }> {
  const brands = { ...(await openBrands(settings, storage, archives)), trackingApi };
  const { registry } = brands;
  heads.use(brands);
  return {
    registry,
    handlers: brandHandlers(brands),
    jobs: [checkDomains(registry, brands.lookup)],
    close: registry.follow((error) => log.warn({ err: error }, 'cannot look for changed brands')),
  };
}
