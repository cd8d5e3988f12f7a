import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl';
import { OFFLINE_LAYERS, WORLD_NAMES } from '../ground/world-layers.ts';
import type { BaseParts } from './base-parts.ts';

const NEAREST_ZOOM = 24;

/** Lets the built-in world step back under a base: no line or name of its own where the base has better ones. */
export function stepBack(map: MapLibre, covers: BaseParts['covers'] | null): void {
  for (const id of OFFLINE_LAYERS) {
    if (map.getLayer(id) === undefined) continue;
    // The net of degrees tells the scale of empty land; over streets its numbers only disturb.
    const isAway = covers === 'everywhere' || (covers !== null && id === 'grid-labels');
    map.setLayoutProperty(id, 'visibility', isAway ? 'none' : 'visible');
  }
  const places = typeof covers === 'string' || covers === null ? [] : covers;
  // A net that ends where streets begin would draw the seam between them.
  const netEnds = Math.min(NEAREST_ZOOM, ...places.map(({ minZoom }) => minZoom));
  if (map.getLayer('grid') !== undefined) map.setLayerZoomRange('grid', 0, netEnds);
  for (const [id, own] of Object.entries(WORLD_NAMES)) {
    if (map.getLayer(id) !== undefined) map.setFilter(id, outside(own, places));
  }
}

/** Filter for features that pass `own` and lie outside the places, from the zoom at which these are drawn. */
export function outside(
  own: ExpressionSpecification,
  places: Exclude<BaseParts['covers'], string>,
): ExpressionSpecification {
  const apart = places.map(({ bounds: { west, south, east, north }, minZoom }): ExpressionSpecification => {
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return ['any', ['<', ['zoom'], minZoom], ['!', ['within', { type: 'Polygon', coordinates: [ring] }]]];
  });
  return apart.length === 0 ? own : ['all', own, ...apart];
}
