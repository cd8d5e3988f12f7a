import { BrandRegistry } from '@rastro/extension';
import { brandingOptions } from '../src/settings/branding-options.ts';
import { readSettings } from '../src/settings/read-settings.ts';

/** An installation that nobody has given a brand. */
export const noBrands = (): Promise<BrandRegistry> =>
  BrandRegistry.open({
    storage: { documents: async function* () {}, document: async () => null, commit: async () => {} },
    settings: brandingOptions(readSettings({}, null), []),
    filesPath: '/ext/assets/custom/',
  });
