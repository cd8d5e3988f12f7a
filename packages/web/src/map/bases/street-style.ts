import { layers, namedFlavor, type Flavor } from '@protomaps/basemaps';
import type { LayerSpecification, VectorSourceSpecification } from 'maplibre-gl';
import type { StyleOptions } from '../ground/base-style.ts';
import { PALETTES } from '../map-palette.ts';
import type { ArchiveGroup } from './archive-tiles.ts';
import { BASE_PREFIX, type BaseParts } from './base-parts.ts';
import { withOurFonts } from './our-fonts.ts';
import { streetFlavor } from './street-flavor.ts';

export const STREET_PROTOCOL = 'streets';

/** Sources and layers for archives in the schema of Protomaps 4. @param key Of these archives, in addresses of tiles. */
export function streetParts(groups: readonly ArchiveGroup[], key: string, style: StyleOptions): BaseParts {
  const flavor: Flavor = {
    ...namedFlavor(style.scheme),
    ...streetFlavor(PALETTES[style.scheme], style.scheme),
  };
  const named = groups.map((group) => ({ group, id: `${BASE_PREFIX}streets-${group.maxZoom}` }));
  return {
    sources: Object.fromEntries(named.map(({ group, id }) => [id, sourceOf(group, key)])),
    layers: named.flatMap(({ id }) => layersOf(id, flavor, style.language)),
    sprite: null,
    covers: groups.flatMap(({ archives }) => archives),
  };
}

function sourceOf(
  { maxZoom, minZoom, bounds, attribution }: ArchiveGroup,
  key: string,
): VectorSourceSpecification {
  const { west, south, east, north } = bounds;
  return {
    type: 'vector',
    tiles: [`${STREET_PROTOCOL}://${key}-${maxZoom}/{z}/{x}/{y}`],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [west, south, east, north],
    attribution,
  };
}

/** Without the background: beneath lies the built-in world, in the same colors. */
function layersOf(source: string, flavor: Flavor, language: string): LayerSpecification[] {
  return layers(source, flavor, { lang: language.slice(0, 2) })
    .filter(({ type }) => type !== 'background')
    .map((layer) => withOurFonts({ ...layer, id: `${source}-${layer.id}` }));
}
