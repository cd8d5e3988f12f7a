import type { BrandingConfig, TileArchive, TileSource } from '@rastro/fleet';

export interface BrandingSettings {
  readonly brand: string;
  readonly title: string;
  readonly tiles: { readonly url: string; readonly name: string; readonly attribution: string } | null;
  /** The operator's own street maps, the upper ones first; empty = none. */
  readonly archives: readonly TileArchive[];
  /** A vector style by address, for light and dark pages; null = none. */
  readonly mapStyle: { readonly light: string; readonly dark: string } | null;
  /** Templates of the services that a key unlocks; empty = not offered. */
  readonly mapTiler: KeyedService;
  readonly here: KeyedService;
}
export interface KeyedService {
  readonly streets: string;
  readonly satellite: string;
}

/** Config that the browser needs before sign-in. @source docs/reference/requirements.md SPEC §3 "Branding config" */
export function brandingConfig(settings: BrandingSettings): BrandingConfig {
  const { brand, title, tiles, mapTiler, here } = settings;
  const own: TileSource[] = tiles ? [{ id: 'tiles', maxZoom: 19, ...tiles }] : [];
  const tileSources = [
    ...own,
    ...archiveSource(settings),
    ...styleSource(settings),
    ...keyedSources(MAPTILER, mapTiler),
    ...keyedSources(HERE, here),
  ];
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

/** Names are in the reader's language: the browser has them. */
function archiveSource({ archives }: BrandingSettings): TileSource[] {
  if (archives.length === 0) return [];
  const maxZoom = Math.max(...archives.map((archive) => archive.maxZoom));
  return [
    // Only what browsers need: where the files lie on this machine is nobody's business.
    {
      id: 'archives',
      format: 'archives',
      name: '',
      url: '',
      attribution: '',
      maxZoom,
      archives: archives.map(publicArchive),
    },
  ];
}
const publicArchive = ({ url, bounds, minZoom, maxZoom, attribution }: TileArchive): TileArchive => ({
  url,
  bounds,
  minZoom,
  maxZoom,
  attribution,
});

/** The attribution comes with the style; it is called after its host, so that one knows who is asked. */
function styleSource({ mapStyle }: BrandingSettings): TileSource[] {
  if (mapStyle === null) return [];
  const { light, dark } = mapStyle;
  return [
    {
      id: 'style',
      format: 'style',
      name: new URL(light).hostname,
      url: light,
      darkUrl: dark,
      attribution: '',
      maxZoom: 20,
    },
  ];
}

type Provider = Required<Pick<TileSource, 'id' | 'name' | 'keyAttribute' | 'attribution' | 'maxZoom'>>;
/**
 * The two maps services of docs/reference/requirements.md SPEC §3 "Settings". Both sell raster tiles for third-party
 * maps; Google's may be drawn by its own kit or with sessions and a logo only. Names of the attributes are those that
 * Traccar's clients know.
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
