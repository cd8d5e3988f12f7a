import { brandHandlers, checkDomains, type BrandDeps, type BrandNews } from '@rastro/extension';
import type { RegistryBrandHeads } from '../brand-heads.ts';
import type { ServedArchive } from '../map-tiles/find-archives.ts';
import { openBrands } from '../settings/brand-options.ts';
import type { ModuleDeps, ProductModule } from './module.ts';

type Handlers = ReturnType<typeof brandHandlers>;

/** Brands of resellers: themes, domains, logos. @param heads Brands for mails and documents, opened before. */
export async function openBranding(
  { settings, storage, log, tracker, trackingApi }: ModuleDeps,
  archives: readonly ServedArchive[],
  heads: RegistryBrandHeads,
): Promise<ProductModule<Handlers> & { readonly registry: BrandDeps['registry'] }> {
  const brands = {
    ...(await openBrands(settings, storage, archives, newsOf(settings, tracker))),
    trackingApi,
  };
  const { registry } = brands;
  heads.use(brands);
  return {
    registry,
    handlers: brandHandlers(brands),
    jobs: [checkDomains(registry, brands.lookup)],
    close: registry.follow((error) => log.warn({ err: error }, 'cannot look for changed brands')),
  };
}

/** Of the processes that serve users; null = this is the only one that the bus knows. */
function newsOf(
  { NATS_URL }: Pick<ModuleDeps['settings'], 'NATS_URL'>,
  tracker: ModuleDeps['tracker'],
): BrandNews | null {
  if (NATS_URL === null || tracker === null) return null;
  const { bus } = tracker;
  return {
    announce: () => bus.publish('brands.changed', null),
    follow: (onNews) => bus.subscribe('brands.changed', onNews),
  };
}
