import { Resolver } from 'node:dns/promises';
import { systemClock } from '@rastro/base';
import { BrandRegistry, type BrandDeps, type BrandNews } from '@rastro/extension';
import type { TileArchive } from '@rastro/fleet';
import { imageKindOf, reencode, squares } from '@rastro/outgoing';
import type { ExtensionStorage } from '@rastro/storage';
import { brandingOptions } from './branding-options.ts';
import { askOutside } from './outside-options.ts';
import type { Settings } from './registry.ts';

const TIMEOUT_MS = 3000;

/** The brands of this installation, with the tools that verify domains and make pictures. */
export async function openBrands(
  settings: Settings,
  storage: ExtensionStorage,
  archives: readonly TileArchive[],
  news: BrandNews | null,
): Promise<Omit<BrandDeps, 'trackingApi'>> {
  const filesPath = `${settings.EXT_PATH}/assets/custom/`;
  const registry = await BrandRegistry.open({
    storage,
    settings: brandingOptions(settings, archives),
    filesPath,
    ...(news ? { news } : {}),
  });
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  return {
    registry,
    storage,
    clock: systemClock,
    pictures: {
      logo: async (bytes) => {
        const kind = imageKindOf(bytes);
        return kind && reencode(kind, bytes);
      },
      icons: async (bytes, sizes) => {
        const kind = imageKindOf(bytes);
        return kind && squares(kind, bytes, sizes);
      },
    },
    lookup: {
      // A long record is split into pieces.
      resolveTxt: async (name) => (await resolver.resolveTxt(name)).map((pieces) => pieces.join('')),
      ask: askOutside(settings),
    },
  };
}
