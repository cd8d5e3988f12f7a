import type { BrandingSettings } from '@rastro/extension';
import type { TileArchive } from '@rastro/fleet';
import type { Settings } from './registry.ts';

/** Branding settings for browsers: the installation and its maps. */
export function brandingOptions(settings: Settings, archives: readonly TileArchive[]): BrandingSettings {
  const { MAP_TILES_URL: url, MAP_TILES_NAME: name, MAP_TILES_ATTRIBUTION: attribution } = settings;
  return {
    brand: settings.BRAND,
    title: settings.TITLE,
    tiles: url === '' ? null : { url, name, attribution },
    archives,
    mapStyle: settings.MAP_STYLE_URL,
    mapTiler: {
      streets: settings.MAP_MAPTILER_STREETS_URL,
      satellite: settings.MAP_MAPTILER_SATELLITE_URL,
    },
    here: { streets: settings.MAP_HERE_STREETS_URL, satellite: settings.MAP_HERE_SATELLITE_URL },
  };
}
