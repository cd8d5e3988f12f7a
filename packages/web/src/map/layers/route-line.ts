import type { Position } from '@rastro/fleet';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import type { ContributedData, SceneLayer } from './contributions.ts';
import type { MapPalette } from '../map-palette.ts';
import { Source } from '../map-sources.ts';
import { routeShape, type RouteShape } from './route-features.ts';

const FIT_PADDING_PX = 56;
const FIT_MAX_ZOOM = 16;
const FIT_MS = 700;
const START_COLOUR = '#16a34a';
const EMPTY: RouteShape = routeShape([]);

/** The way of one vehicle over a stretch of time, drawn whole; brought into sight once. */
export class RouteLine implements SceneLayer<ContributedData['route']> {
  readonly #map: MapLibre;
  #shape = EMPTY;
  #visibleId: number | null = null;

  constructor(map: MapLibre) {
    this.#map = map;
  }

  show(positions: readonly Position[] | null): void {
    this.#shape = positions === null ? EMPTY : routeShape(positions);
    this.attach();
    const id = positions?.[0]?.deviceId ?? null;
    const { bounds } = this.#shape;
    if (id !== this.#visibleId && bounds !== null) {
      const { west, south, east, north } = bounds;
      this.#map.fitBounds([west, south, east, north], {
        padding: FIT_PADDING_PX,
        maxZoom: FIT_MAX_ZOOM,
        duration: FIT_MS,
      });
    }
    this.#visibleId = bounds === null ? null : id;
  }

  attach(): void {
    void this.#map.getSource<GeoJSONSource>(Source.route)?.setData(this.#shape.features);
  }
}

export function routeLayers(accent: string, palette: MapPalette): LayerSpecification[] {
  const layout = { 'line-join': 'round', 'line-cap': 'round' } as const;
  return [
    {
      id: 'route-casing',
      type: 'line',
      source: Source.route,
      layout,
      paint: { 'line-color': palette.labelHalo, 'line-width': 7, 'line-opacity': 0.7 },
    },
    {
      id: 'route',
      type: 'line',
      source: Source.route,
      layout,
      paint: { 'line-color': accent, 'line-width': 3.5, 'line-opacity': 0.9 },
    },
    {
      id: 'route-ends',
      type: 'circle',
      source: Source.route,
      filter: ['has', 'end'],
      paint: {
        'circle-radius': 6,
        'circle-color': ['case', ['==', ['get', 'end'], 'start'], START_COLOUR, accent],
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2.5,
      },
    },
  ];
}
