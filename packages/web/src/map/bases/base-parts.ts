import type { TileArchive, TileSource } from '@rastro/fleet';
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { StyleOptions } from '../ground/base-style.ts';

/** All sources and layers of a base begin with it; nothing else does. */
export const BASE_PREFIX = 'base:';

/** Parts that a base adds to the style. */
export interface BaseParts {
  readonly sources: Readonly<Record<string, SourceSpecification>>;
  /** From below. */
  readonly layers: readonly LayerSpecification[];
  /** Address of its icons; null = they are drawn here. */
  readonly sprite: string | null;
  /** Areas in which the built-in world needs no names of its own: everywhere, or these. */
  readonly covers: 'everywhere' | readonly Pick<TileArchive, 'bounds' | 'minZoom'>[];
}

/** Loads what draws streets, when streets are drawn. @throws when the base cannot be had. */
export async function partsOf(
  source: TileSource,
  style: StyleOptions,
  signal: AbortSignal,
): Promise<BaseParts> {
  if (source.format === 'archives')
    return (await import('./open-streets.ts')).openStreets(source.archives ?? [], style);
  if (source.format === 'style') return (await import('./style-parts.ts')).fetchStyle(source, style, signal);
  return rasterParts(source);
}

function rasterParts({ url, maxZoom, attribution }: TileSource): BaseParts {
  const id = `${BASE_PREFIX}tiles`;
  return {
    sources: {
      [id]: { type: 'raster', tiles: [url], tileSize: 256, maxzoom: maxZoom, attribution },
    },
    layers: [{ id, type: 'raster', source: id }],
    sprite: null,
    covers: 'everywhere',
  };
}
