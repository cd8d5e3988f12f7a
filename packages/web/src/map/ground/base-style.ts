import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { groupAreaLayers } from '../layers/group-layers.ts';
import { FONT, Source } from '../map-sources.ts';
import { BASE_MAP_PROTOCOL } from './base-map-protocol.ts';
import { overlayLayers } from './overlay-layers.ts';
import { routeLayers } from '../layers/route-line.ts';
import { DETAIL_ZOOM, worldLayers } from './world-layers.ts';
import { PALETTES, type ColourScheme, type MapPalette } from '../map-palette.ts';

export const BASE_MAP_FOLDER = 'base-map';
const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The first layer over the base: tile bases come right below it. With the lines, what can be pointed at. */
export const FENCE_FILL_LAYER = 'fences-fill';
export const FENCE_LINE_LAYER = 'fences-line';
export interface StyleOptions {
  readonly scheme: ColourScheme;
  /** Address of the product, without a slash at the end. */
  readonly basePath: string;
  /** `pt-BR`, `es` or `en`: names of countries and numbers. */
  readonly language: string;
  /** Color of the selected vehicle and its trail. */
  readonly accent: string;
}

const whenOpen = (open: number, otherwise: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'open'], false],
  open,
  otherwise,
];
const ZOOMS = Array.from({ length: 21 }, (_, zoom) => zoom);
/** From within a geofence, the streets are visible rather than its color. */
const FENCE_OPACITY: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...ZOOMS.flatMap((zoom): [number, ExpressionSpecification] => [
    zoom,
    ['case', ['>', zoom, ['get', 'fillsAt']], whenOpen(0.05, 0.02), whenOpen(0.26, 0.13)],
  ]),
];

/** @param version Of the files of the base map. */
export function makeStyle(options: StyleOptions, version: string): StyleSpecification {
  const file = (name: string) => ({
    type: 'geojson' as const,
    data: baseMapFile(options, name, version),
    attribution: 'Natural Earth',
  });
  return {
    version: 8,
    sources: {
      [Source.coarse]: { ...file('coarse'), maxzoom: DETAIL_ZOOM },
      [Source.fine]: { ...file('fine'), maxzoom: 9, tolerance: 0.3 },
      [Source.places]: file('places'),
      // Read when the map is near enough (`inland-source.ts`).
      [Source.inland]: { type: 'geojson', data: EMPTY, attribution: 'GeoNames' },
      [Source.grid]: { type: 'geojson', data: EMPTY },
      [Source.fences]: { type: 'geojson', data: EMPTY },
      [Source.groups]: { type: 'geojson', data: EMPTY },
      [Source.route]: { type: 'geojson', data: EMPTY },
      [Source.trail]: { type: 'geojson', data: EMPTY, lineMetrics: true },
      [Source.clusters]: { type: 'geojson', data: EMPTY },
      [Source.precision]: { type: 'geojson', data: EMPTY },
      [Source.labels]: { type: 'geojson', data: EMPTY },
      [Source.stacks]: { type: 'geojson', data: EMPTY },
    },
    layers: layersOf(options),
  };
}

export const baseMapFile = ({ basePath }: StyleOptions, name: string, version: string): string =>
  `${BASE_MAP_PROTOCOL}://${basePath}/${BASE_MAP_FOLDER}/${name}.json?v=${version}`;

/** All layers with the colors of a scheme; a change of scheme pours their paint into the living map. */
export function layersOf({ scheme, language, accent }: StyleOptions): LayerSpecification[] {
  const palette = PALETTES[scheme];
  return [
    ...worldLayers(palette, language),
    ...fenceLayers(palette),
    ...groupAreaLayers(palette),
    ...precisionLayers(accent),
    ...routeLayers(accent, palette),
    ...trailLayers(accent, palette),
    ...overlayLayers(palette),
  ];
}

function fenceLayers(palette: MapPalette): LayerSpecification[] {
  const isDrawn: ExpressionSpecification = ['>=', ['zoom'], ['get', 'from']];
  return [
    {
      id: FENCE_FILL_LAYER,
      type: 'fill',
      source: Source.fences,
      filter: ['all', ['==', ['geometry-type'], 'Polygon'], isDrawn],
      paint: { 'fill-color': ['get', 'color'], 'fill-opacity': FENCE_OPACITY },
    },
    {
      // A line as dark as the night, or as pale as paper, is seen by its edge.
      id: 'fences-casing',
      type: 'line',
      source: Source.fences,
      filter: ['all', ['!=', ['geometry-type'], 'Point'], isDrawn],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': palette.label, 'line-opacity': 0.3, 'line-width': whenOpen(6, 3.8) },
    },
    {
      id: FENCE_LINE_LAYER,
      type: 'line',
      source: Source.fences,
      filter: ['all', ['!=', ['geometry-type'], 'Point'], isDrawn],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': ['get', 'color'], 'line-width': whenOpen(3.5, 1.8) },
    },
    {
      id: 'fences-dot',
      type: 'circle',
      source: Source.fences,
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', isDrawn]],
      // From afar a dot for each would hide the land.
      minzoom: 9,
      paint: {
        'circle-radius': 3.5,
        'circle-color': ['get', 'color'],
        'circle-stroke-color': palette.labelHalo,
        'circle-stroke-width': 1.4,
      },
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
