import type { LayerSpecification } from 'maplibre-gl';
import { BOLD_FONT, FONT } from '../map-sources.ts';

/** Letters are drawn by the browser in the font of the product, whatever font a style names: no glyphs are fetched. */
export function withOurFonts(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol' || layer.layout?.['text-field'] === undefined) return layer;
  const isBold = /bold|semibold|medium/i.test(JSON.stringify(layer.layout['text-font'] ?? ''));
  return { ...layer, layout: { ...layer.layout, 'text-font': isBold ? BOLD_FONT : FONT } };
}
