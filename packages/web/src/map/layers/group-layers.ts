import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibre,
  Point,
} from 'maplibre-gl';
import type { ContributedData, SceneLayer } from './contributions.ts';
import { groupFeatures, type GroupShape } from './group-features.ts';
import { isStyled } from '../is-styled.ts';
import type { MapPalette } from '../map-palette.ts';
import { BOLD_FONT, Source } from '../map-sources.ts';

const LINE_LAYER = 'groups-line';
export const GROUP_NAME_LAYER = 'groups-name';
/** Distance by which a click may miss a line or a name. */
const REACH_PX = 4;

/** On the place, else next to a circle that lies there; ems. */
const NAME_PLACES: (string | [number, number])[] = [
  'bottom',
  [0, -0.4],
  'top',
  [0, 0.6],
  'bottom',
  [0, -2.4],
  'left',
  [2.6, 0],
  'right',
  [-2.6, 0],
  'top',
  [0, 2.6],
];
/** Groups on the map: an area around each, its name on top of it. */
export class GroupLayers implements SceneLayer<ContributedData['groups']> {
  readonly #map: MapLibre;
  #shapes: readonly GroupShape[] = [];

  constructor(map: MapLibre) {
    this.#map = map;
  }

  show(shapes: readonly GroupShape[] | null): void {
    this.#shapes = shapes ?? [];
    this.attach();
  }
  attach(): void {
    if (!isStyled(this.#map)) return;
    void this.#map.getSource<GeoJSONSource>(Source.groups)?.setData(groupFeatures(this.#shapes));
  }
  /** Its name or its edge: within it users point at what else is there. */
  at({ x, y }: Point): number | null {
    if (this.#shapes.length === 0 || !isStyled(this.#map)) return null;
    const around: [[number, number], [number, number]] = [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ];
    const [found] = this.#map.queryRenderedFeatures(around, { layers: [GROUP_NAME_LAYER, LINE_LAYER] });
    return found === undefined ? null : Number(found.properties['id']);
  }
}

/** One of the colors for each group, the same as long as it lives. */
const colourOf = ({ groups }: MapPalette): ExpressionSpecification => [
  'at',
  ['%', ['get', 'id'], groups.length],
  ['literal', [...groups]],
];

/** Below the vehicles. */
export function groupAreaLayers(palette: MapPalette): LayerSpecification[] {
  const source = Source.groups;
  const filter: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
  const color: ExpressionSpecification = ['to-color', colourOf(palette)];
  return [
    {
      id: 'groups-fill',
      type: 'fill',
      source,
      filter,
      paint: { 'fill-color': color, 'fill-opacity': 0.07 },
    },
    {
      id: LINE_LAYER,
      type: 'line',
      source,
      filter,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': color, 'line-width': 1.6, 'line-dasharray': [3, 2] },
    },
  ];
}

/** Above the labels of the vehicles, which give way to it; where two meet, the larger group wins. */
export function groupNameLayer(palette: MapPalette): LayerSpecification {
  return {
    id: GROUP_NAME_LAYER,
    type: 'symbol',
    source: Source.groups,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: {
      'text-field': ['get', 'text'],
      'text-font': BOLD_FONT,
      'text-size': 12.5,
      'text-max-width': 16,
      'text-variable-anchor-offset': NAME_PLACES,
      'symbol-sort-key': ['-', 0, ['get', 'count']],
    },
    paint: {
      'text-color': ['to-color', colourOf(palette)],
      'text-halo-color': palette.labelHalo,
      'text-halo-width': 2,
    },
  };
}
