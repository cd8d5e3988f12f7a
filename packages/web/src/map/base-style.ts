import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { FONT, Source } from './map-sources.ts';
import { overlayLayers } from './overlay-layers.ts';
import { routeLayers } from './route-line.ts';
import { PALETTES, type ColourScheme, type MapPalette } from './map-palette.ts';

export const BASE_MAP_FOLDER = 'base-map';
/** Zoom from which the detailed coast is read. */
export const DETAIL_ZOOM = 3;
/** Drawn only below that zoom once the detailed coast is there. */
export const COARSE_LAYERS: readonly string[] = ['land', 'coast', 'border'];
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The first layer over the base: tile bases come right below it. With the lines, what can be pointed at. */
export const FENCE_FILL_LAYER = 'fences-fill';
export const FENCE_LINE_LAYER = 'fences-line';
/** From here on the names of the built-in world: streets come below it. */
export const FIRST_WORLD_NAME = 'grid-labels';
/** Layers with names of places, which streets have themselves, and what they show. */
export const WORLD_NAMES: Readonly<Record<'cities' | 'countries', ExpressionSpecification>> = {
  cities: [
    'all',
    ['==', ['get', 'kind'], 'city'],
    ['>=', ['zoom'], ['match', ['get', 'rank'], 0, 4, 1, 5, 6.4]],
  ],
  countries: ['==', ['get', 'kind'], 'country'],
};
/** Layers of the offline base that would disturb a tile base. */
export const OFFLINE_LAYERS: readonly string[] = [
  'coast',
  'coast-fine',
  'border',
  'border-fine',
  'grid',
  'grid-labels',
  'cities',
  'countries',
];

export interface StyleOptions {
  readonly scheme: ColourScheme;
  /** Address of the product, without a slash at the end. */
  readonly basePath: string;
  /** `pt-BR`, `es` or `en`: names of countries and numbers. */
  readonly language: string;
  /** Colour of the selected vehicle and its trail. */
  readonly accent: string;
}

/** @param version Of the files of the base map. */
export function makeStyle(options: StyleOptions, version: string): StyleSpecification {
  const file = (name: string) => ({
    type: 'geojson' as const,
    data: `${options.basePath}/${BASE_MAP_FOLDER}/${name}.json?v=${version}`,
    attribution: 'Natural Earth',
  });
  return {
    version: 8,
    sources: {
      [Source.coarse]: { ...file('coarse'), maxzoom: DETAIL_ZOOM },
      [Source.fine]: { ...file('fine'), maxzoom: 9, tolerance: 0.3 },
      [Source.places]: file('places'),
      [Source.grid]: { type: 'geojson', data: EMPTY },
      [Source.fences]: { type: 'geojson', data: EMPTY },
      [Source.route]: { type: 'geojson', data: EMPTY },
      [Source.trail]: { type: 'geojson', data: EMPTY, lineMetrics: true },
      [Source.clusters]: { type: 'geojson', data: EMPTY },
      [Source.precision]: { type: 'geojson', data: EMPTY },
      [Source.labels]: { type: 'geojson', data: EMPTY },
    },
    layers: layersOf(options),
  };
}

/** All layers with the colours of a scheme; a change of scheme pours their paint into the living map. */
export function layersOf({ scheme, language, accent }: StyleOptions): LayerSpecification[] {
  const palette = PALETTES[scheme];
  return [
    ...worldLayers(palette, language),
    ...fenceLayers(palette),
    ...precisionLayers(accent),
    ...routeLayers(accent, palette),
    ...trailLayers(accent, palette),
    ...overlayLayers(palette),
  ];
}

function worldLayers(palette: MapPalette, language: string): LayerSpecification[] {
  return [
    { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
    // The coarse land stands in at every zoom until the fine one is there: no ground is ever drawn as water.
    ...landLayers(palette, '', { source: Source.coarse }),
    ...landLayers(palette, '-fine', { source: Source.fine, minzoom: DETAIL_ZOOM }),
    ...gridLayers(palette),
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

function fenceLayers(palette: MapPalette): LayerSpecification[] {
  const whenOpen = (open: number, otherwise: number) =>
    ['case', ['boolean', ['feature-state', 'open'], false], open, otherwise] as never;
  return [
    {
      id: FENCE_FILL_LAYER,
      type: 'fill',
      source: Source.fences,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': whenOpen(0.26, 0.13) },
    },
    {
      id: FENCE_LINE_LAYER,
      type: 'line',
      source: Source.fences,
      // The places of names have no colour, and the map would complain of it.
      filter: ['has', 'color'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ['get', 'color'], 'line-width': whenOpen(3.5, 1.8) },
    },
    {
      id: 'fences-name',
      type: 'symbol',
      source: Source.fences,
      filter: ['==', ['geometry-type'], 'Point'],
      minzoom: 9,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 12,
        'text-max-width': 9,
        'text-padding': 4,
      },
      paint: { 'text-color': palette.label, 'text-halo-color': palette.labelHalo, 'text-halo-width': 1.4 },
    },
  ];
}

/** Under the vehicles: where each of them may be. */
function precisionLayers(accent: string): LayerSpecification[] {
  const source = Source.precision;
  return [
    { id: 'precision', type: 'fill', source, paint: { 'fill-color': accent, 'fill-opacity': 0.12 } },
    {
      id: 'precision-edge',
      type: 'line',
      source,
      paint: { 'line-color': accent, 'line-width': 1.2, 'line-opacity': 0.6 },
    },
  ];
}

function trailLayers(accent: string, palette: MapPalette): LayerSpecification[] {
  const width = (px: number) =>
    ['interpolate', ['linear'], ['zoom'], 6, px * 0.6, 14, px, 18, px * 1.5] as never;
  const layout = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return [
    {
      id: 'trail-casing',
      type: 'line',
      source: Source.trail,
      layout,
      paint: { 'line-color': palette.labelHalo, 'line-width': width(7), 'line-opacity': 0.55 },
    },
    {
      id: 'trail',
      type: 'line',
      source: Source.trail,
      layout,
      paint: {
        'line-width': width(4),
        'line-gradient': [
          'interpolate',
          ['linear'],
          ['line-progress'],
          0,
          `${accent}33`,
          0.6,
          `${accent}b3`,
          1,
          accent,
        ],
      },
    },
  ];
}
