import type { BrandingConfig, TileSource } from '@rastro/fleet';

export interface BrandingSettings {
  readonly brand: string;
  readonly title: string;
  readonly tiles: { readonly url: string; readonly name: string; readonly attribution: string } | null;
  /** Templates of the services that a key unlocks; empty = not offered. */
  readonly mapTiler: KeyedService;
  readonly here: KeyedService;
}
export interface KeyedService {
  readonly streets: string;
  readonly satellite: string;
}

/** What the browser needs before anybody has signed in. @source SPEC §3 "Branding config" */
export function brandingConfig({ brand, title, tiles, mapTiler, here }: BrandingSettings): BrandingConfig {
  const own: TileSource[] = tiles ? [{ id: 'tiles', maxZoom: 19, ...tiles }] : [];
  const tileSources = [...own, ...keyedSources(MAPTILER, mapTiler), ...keyedSources(HERE, here)];
  return {
    brand,
    title,
    headLogo: null,
    whatsapp: null,
    androidApp: null,
    appleApp: null,
    dataPolicy: null,
    push: null,
    tileSources,
  };
}

type Provider = Required<Pick<TileSource, 'id' | 'name' | 'keyAttribute' | 'attribution' | 'maxZoom'>>;
/**
 * The two maps services of SPEC §3 "Settings". Both sell raster tiles for third-party maps; Google's may be drawn by
 * its own kit or with sessions and a logo only. Names of the attributes are those that Traccar's clients know.
 */
const MAPTILER: Provider = {
  id: 'mapTiler',
  name: 'MapTiler',
  keyAttribute: 'mapTilerKey',
  attribution:
    '<a href="https://www.maptiler.com/copyright/">© MapTiler</a> <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>',
  maxZoom: 20,
};
const HERE: Provider = {
  id: 'here',
  name: 'HERE',
  keyAttribute: 'hereKey',
  attribution: '© HERE',
  maxZoom: 20,
};

function keyedSources({ id, ...provider }: Provider, service: KeyedService): TileSource[] {
  return (['streets', 'satellite'] as const)
    .filter((kind) => service[kind] !== '')
    .map((kind) => ({ ...provider, id: `${id}.${kind}`, kind, url: service[kind] }));
}
