import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapPalette } from '../map-palette.ts';
import { FONT, Source } from '../map-sources.ts';

/** Zoom from which the detailed coast is read. */
export const DETAIL_ZOOM = 3;
/** Below all others. */
export const GROUND_LAYER = 'water';
/** Drawn only below that zoom once the detailed coast is there. */
export const COARSE_LAYERS: readonly string[] = ['land', 'coast', 'border'];

/** From here on the names of the built-in world: streets come below it. */
export const FIRST_WORLD_NAME = 'grid-labels';
/** Layers with names of places, which streets have themselves, and what they show. */
export const WORLD_NAMES: Readonly<Record<'towns' | 'cities' | 'countries', ExpressionSpecification>> = {
  cities: [
    'all',
    ['==', ['get', 'kind'], 'city'],
    ['>=', ['zoom'], ['match', ['get', 'rank'], 0, 4, 1, 5, 6.4]],
  ],
  towns: ['all', ['==', ['get', 'kind'], 'town'], ['>=', ['zoom'], ['get', 'zoom']]],
  countries: ['==', ['get', 'kind'], 'country'],
};
/** Layers of the offline base that would disturb a tile base. */
export const OFFLINE_LAYERS: readonly string[] = [
  'coast',
  'coast-fine',
  'border',
  'border-fine',
  'states',
  'rivers',
  'lakes',
  'grid',
  'grid-labels',
  'towns',
  'cities',
  'countries',
];

/** The built-in world, from below: ground, waters, lines, net of degrees, names. */
export function worldLayers(palette: MapPalette, language: string): LayerSpecification[] {
  return [
    // Land until the coast is drawn (`ground.ts`).
    { id: GROUND_LAYER, type: 'background', paint: { 'background-color': palette.land } },
    // The coarse land stands in at every zoom until the fine one is there: no ground is ever drawn as water.
    ...landLayers(palette, '', { source: Source.coarse }),
    ...landLayers(palette, '-fine', { source: Source.fine, minzoom: DETAIL_ZOOM }),
    ...waterLayers(palette),
    stateLayer(palette),
    ...gridLayers(palette),
    townLayer(palette),
    cityLayer(palette),
    countryLayer(palette, language),
  ];
}

function landLayers(
  palette: MapPalette,
  suffix: '' | '-fine',
  where: { readonly source: string; readonly minzoom?: number },
): LayerSpecification[] {
  return [
    {
      id: `land${suffix}`,
      type: 'fill',
      ...where,
      filter: ['==', ['get', 'kind'], 'land'],
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    {
      id: `coast${suffix}`,
      type: 'line',
      ...where,
      filter: ['==', ['get', 'kind'], 'land'],
      paint: {
        'line-color': palette.coast,
        'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.6, 8, 1.4],
      },
    },
    {
      id: `border${suffix}`,
      type: 'line',
      ...where,
      filter: ['==', ['get', 'kind'], 'border'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.5, 4, 0.9, 9, 1.8],
        'line-dasharray': [3, 1.5],
      },
    },
  ];
}

function waterLayers(palette: MapPalette): LayerSpecification[] {
  const source = Source.inland;
  return [
    {
      id: 'rivers',
      type: 'line',
      source,
      // Nearer by its bends are corners.
      maxzoom: 9,
      filter: ['==', ['get', 'kind'], 'river'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': palette.water,
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.8, 10, 2.4],
      },
    },
    {
      id: 'lakes',
      type: 'fill',
      source,
      maxzoom: 11,
      filter: ['==', ['get', 'kind'], 'lake'],
      paint: { 'fill-color': palette.water, 'fill-antialias': false },
    },
  ];
}

function stateLayer(palette: MapPalette): LayerSpecification {
  return {
    id: 'states',
    type: 'line',
    source: Source.fine,
    minzoom: DETAIL_ZOOM,
    maxzoom: 10,
    filter: ['==', ['get', 'kind'], 'state'],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': palette.border,
      'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 9, 1.3],
      'line-opacity': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 6, 0.9],
      'line-dasharray': [1, 2],
    },
  };
}

function townLayer(palette: MapPalette): LayerSpecification {
  return {
    id: 'towns',
    type: 'symbol',
    source: Source.inland,
    minzoom: 5,
    maxzoom: 15,
    filter: WORLD_NAMES.towns,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 5, 10, 9, 12, 13, 15],
      'text-padding': 10,
      'symbol-sort-key': ['get', 'order'],
    },
    paint: { 'text-color': palette.country, 'text-halo-color': palette.countryHalo, 'text-halo-width': 1.4 },
  };
}

function gridLayers(palette: MapPalette): LayerSpecification[] {
  return [
    {
      id: 'grid',
      type: 'line',
      source: Source.grid,
      paint: { 'line-color': palette.grid, 'line-width': 0.6, 'line-opacity': 0.28 },
    },
    {
      id: 'grid-labels',
      type: 'symbol',
      source: Source.grid,
      minzoom: 9,
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 420,
        'text-field': ['get', 'label'],
        'text-font': FONT,
        'text-size': 10.5,
        'text-padding': 6,
      },
      paint: { 'text-color': palette.country, 'text-halo-color': palette.countryHalo, 'text-halo-width': 2 },
    },
  ];
}

function cityLayer(palette: MapPalette): LayerSpecification {
  return {
    id: 'cities',
    type: 'symbol',
    source: Source.places,
    minzoom: 4,
    maxzoom: 15,
    filter: WORLD_NAMES.cities,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 4, 10.5, 8, 13, 13, 17],
      // Above the place itself, where a fleet gathers to a circle.
      'text-anchor': 'bottom',
      'text-offset': [
        'interpolate',
        ['linear'],
        ['zoom'],
        6,
        ['literal', [0, -1.7]],
        12,
        ['literal', [0, 0]],
      ],
      'text-padding': 8,
      'symbol-sort-key': ['get', 'order'],
    },
    paint: { 'text-color': palette.city, 'text-halo-color': palette.countryHalo, 'text-halo-width': 1.4 },
  };
}

function countryLayer(palette: MapPalette, language: string): LayerSpecification {
  return {
    id: 'countries',
    type: 'symbol',
    source: Source.places,
    filter: WORLD_NAMES.countries,
    minzoom: 1.6,
    maxzoom: 9,
    layout: {
      'text-field': ['coalesce', ['get', language.slice(0, 2)], ['get', 'en']],
      'text-font': FONT,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        2,
        ['match', ['get', 'rank'], 0, 12, 1, 10.5, 9.5],
        6,
        ['match', ['get', 'rank'], 0, 17, 1, 15, 13],
      ],
      'text-letter-spacing': 0.12,
      'text-transform': 'uppercase',
      'text-max-width': 7,
      'text-padding': 12,
      'symbol-sort-key': ['get', 'order'],
    },
    paint: {
      'text-color': palette.country,
      'text-halo-color': palette.countryHalo,
      'text-halo-width': 1.2,
      'text-opacity': ['interpolate', ['linear'], ['zoom'], 7.5, 0.85, 9, 0],
    },
  };
}
