import type { TileSource } from '@rastro/fleet';
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { StyleOptions } from '../ground/base-style.ts';
import { BASE_PREFIX, type BaseParts } from './base-parts.ts';
import { withOurFonts } from './our-fonts.ts';

/** Reads a style of others. @throws when it cannot be reached or is no style. */
export async function fetchStyle(
  { url, darkUrl = url }: TileSource,
  { scheme, language }: StyleOptions,
  signal: AbortSignal,
): Promise<BaseParts> {
  const address = scheme === 'dark' ? darkUrl : url;
  const answer = await fetch(address, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(`Cannot read the style of the map: it answers ${answer.status}`);
  const style: unknown = await answer.json();
  if (!isStyle(style)) throw new Error('Cannot read the style of the map: it is none');
  return styleParts(style, address, language);
}

function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false;
  const { version, sources, layers }: Partial<Record<string, unknown>> = { ...value };
  return version === 8 && typeof sources === 'object' && sources !== null && Array.isArray(layers);
}

/**
 * Puts a foreign style under ours: its names get a prefix, its letters our font, its texts the language of the reader.
 * What stands up is left out, because the map is seen from above.
 * @param address Of the style: what it names may be relative to it.
 */
export function styleParts(style: StyleSpecification, address: string, language: string): BaseParts {
  const sources = Object.entries(style.sources).map(
    ([id, source]) => [BASE_PREFIX + id, absolute(source, address)] as const,
  );
  const layers = style.layers.flatMap((layer): LayerSpecification[] => {
    if (layer.type === 'fill-extrusion') return [];
    const named = { ...layer, id: BASE_PREFIX + layer.id };
    if ('source' in named) named.source = BASE_PREFIX + named.source;
    return [withOurFonts(inLanguage(named, language.slice(0, 2)))];
  });
  const sprite = typeof style.sprite === 'string' ? resolved(style.sprite, address) : null;
  return { sources: Object.fromEntries(sources), layers, sprite, covers: 'everywhere' };
}

function absolute(source: SourceSpecification, address: string): SourceSpecification {
  const part = { ...source };
  if ('url' in part && typeof part.url === 'string') part.url = resolved(part.url, address);
  if ('tiles' in part && Array.isArray(part.tiles))
    part.tiles = part.tiles.map((url) => resolved(url, address));
  return part;
}

/** Keeps the braces of templates, which addresses would escape. */
const resolved = (url: string, address: string): string =>
  new URL(url, address).href.replaceAll('%7B', '{').replaceAll('%7D', '}');

/** Names of places in the schema of OpenMapTiles; what is no name (numbers of roads and houses) stays. */
function inLanguage(layer: LayerSpecification, language: string): LayerSpecification {
  if (layer.type !== 'symbol' || layer.layout === undefined) return layer;
  const text = JSON.stringify(layer.layout['text-field'] ?? '');
  if (!/"name[:_"]|\{name[:_}]/.test(text)) return layer;
  const tag = (part: string): ExpressionSpecification => ['get', ['name', part].join(':')];
  const named: ExpressionSpecification = ['coalesce', tag(language), tag('latin'), ['get', 'name']];
  return { ...layer, layout: { ...layer.layout, 'text-field': named } };
}
