import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { groupNameLayer } from '../layers/group-layers.ts';
import type { MapPalette } from '../map-palette.ts';
import { BOLD_FONT, CLUSTER_LAYER, FONT, SPACER_IMAGE, Source } from '../map-sources.ts';

/** From the number of a circle to its edge. */
const CIRCLE_PADDING_PX = 10;
/** From the middle of a vehicle to the edge of its ring. */
const VEHICLE_PADDING_PX = 13;

/** Ems from the middle of a vehicle to its label; more under the selected one and where icons stay large. */
const labelGap = (ems: number): ExpressionSpecification => [
  'case',
  ['==', ['get', 'order'], 0],
  ['literal', [0, Math.max(ems + 0.8, 1.9)]],
  ['get', 'roomy'],
  ['literal', [0, Math.max(ems, 1.5)]],
  ['literal', [0, ems]],
];

/** Circles with counts, and the texts under the vehicles. */
export function overlayLayers(palette: MapPalette): LayerSpecification[] {
  const { circles, count } = clusterLayers(palette);
  // Layers drawn later place their symbols first: names of the base yield to all of this, labels to names of groups
  // and to circles.
  return [...circles, labelLayer(palette), groupNameLayer(palette), ...stackLayers(palette), count];
}

const bySize = (few: number, some: number, many: number) =>
  [
    'interpolate',
    ['linear'],
    ['ln', ['get', 'count']],
    Math.log(3),
    few,
    Math.log(100),
    some,
    Math.log(10_000),
    many,
  ] as never;

function clusterLayers(palette: MapPalette) {
  return { circles: circleLayers(palette), count: countLayer(palette) };
}

function circleLayers(palette: MapPalette): LayerSpecification[] {
  return [
    {
      id: CLUSTER_LAYER,
      type: 'circle',
      source: Source.clusters,
      paint: {
        'circle-color': palette.cluster,
        'circle-radius': bySize(14, 20, 31),
        'circle-opacity': 0.94,
        'circle-stroke-color': palette.clusterRing,
        'circle-stroke-width': 2,
        'circle-stroke-opacity': 0.9,
      },
    },
    {
      id: 'cluster-moving',
      type: 'circle',
      source: Source.clusters,
      filter: ['>', ['get', 'moving'], 0],
      paint: {
        'circle-color': 'transparent',
        'circle-radius': bySize(17.5, 23.5, 34.5),
        'circle-stroke-color': '#16a34a',
        'circle-stroke-width': 2.5,
        'circle-stroke-opacity': [
          'interpolate',
          ['linear'],
          ['/', ['get', 'moving'], ['get', 'count']],
          0,
          0.35,
          0.6,
          1,
        ],
      },
    },
  ];
}

function countLayer(palette: MapPalette): LayerSpecification {
  return {
    id: 'cluster-count',
    type: 'symbol',
    source: Source.clusters,
    layout: {
      'text-field': ['get', 'text'],
      'text-font': BOLD_FONT,
      'text-size': bySize(12, 13, 16),
      'text-allow-overlap': true,
      // Nothing is written over the circle either.
      'text-padding': CIRCLE_PADDING_PX,
    },
    paint: { 'text-color': palette.clusterText },
  };
}

/** A number at the shoulder of vehicles that look like one. */
function stackLayers(palette: MapPalette): LayerSpecification[] {
  const source = Source.stacks;
  const shoulder: ExpressionSpecification = [
    'interpolate',
    ['linear'],
    ['zoom'],
    12,
    ['literal', [9, -9]],
    17,
    ['literal', [14, -14]],
  ];
  return [
    {
      id: 'stack-badge',
      type: 'circle',
      source,
      paint: {
        'circle-color': palette.cluster,
        'circle-radius': 8.5,
        'circle-stroke-color': palette.clusterRing,
        'circle-stroke-width': 1.5,
        'circle-translate': shoulder,
      },
    },
    {
      id: 'stack-count',
      type: 'symbol',
      source,
      layout: {
        'text-field': ['get', 'text'],
        'text-font': BOLD_FONT,
        'text-size': 10.5,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': palette.clusterText, 'text-translate': shoulder },
    },
  ];
}

function labelLayer(palette: MapPalette): LayerSpecification {
  return {
    id: 'labels',
    type: 'symbol',
    source: Source.labels,
    layout: {
      'text-field': [
        'case',
        ['==', ['get', 'detail'], ''],
        ['get', 'text'],
        ['format', ['get', 'text'], {}, '\n', {}, ['get', 'detail'], { 'font-scale': 0.88 }],
      ],
      'text-font': FONT,
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [
        'interpolate',
        ['linear'],
        ['zoom'],
        4,
        labelGap(0.5),
        12,
        labelGap(1.5),
        17,
        labelGap(2.1),
      ],
      'text-max-width': 20,
      // The vehicle itself: an empty image, which keeps its space free of other names.
      'icon-image': SPACER_IMAGE,
      'icon-allow-overlap': true,
      'icon-padding': VEHICLE_PADDING_PX,
      'text-optional': true,
      'symbol-sort-key': ['get', 'order'],
      'text-padding': 1,
    },
    paint: { 'text-color': palette.label, 'text-halo-color': palette.labelHalo, 'text-halo-width': 1.8 },
  };
}
