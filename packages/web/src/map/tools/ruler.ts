import type { LatLng } from '@rastro/fleet';
import type { GeoJSONSource, LngLat, Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { FONT } from '../map-sources.ts';
import { addPoint, measure, rulerFeatures, type Measured } from './ruler-line.ts';

const SOURCE = 'ruler';
const LAYERS = ['ruler-line', 'ruler-live', 'ruler-node', 'ruler-text'];

export interface RulerState extends Measured {
  readonly points: number;
  /** The total if the pointer were the next point; null = no pointer. */
  readonly liveM: number | null;
}
export interface RulerOptions {
  readonly write: (metres: number) => string;
  readonly accent: string;
  readonly onChange: (state: RulerState) => void;
}

/** Measures what is clicked on the map until it is stopped. Mouse, finger, and the center of the map by keyboard. */
export class Ruler {
  readonly #map: MapLibre;
  readonly #options: RulerOptions;
  #points: readonly LatLng[] = [];
  #pointer: LatLng | null = null;

  constructor(map: MapLibre, options: RulerOptions) {
    this.#map = map;
    this.#options = options;
    map.on('click', this.#click);
    map.on('mousemove', this.#move);
    map.on('mouseout', this.#leave);
    map.on('style.load', this.#attach);
    map.doubleClickZoom.disable();
    map.getCanvas().style.cursor = 'crosshair';
    this.#attach();
    this.#notify();
  }

  /** A point where the middle of the free part of the map is. */
  addCentre(): void {
    this.#add(this.#map.getCenter());
  }
  undo(): void {
    this.#points = this.#points.slice(0, -1);
    this.#notify();
  }
  clear(): void {
    this.#points = [];
    this.#notify();
  }
  stop(): void {
    const map = this.#map;
    map.off('click', this.#click);
    map.off('mousemove', this.#move);
    map.off('mouseout', this.#leave);
    map.off('style.load', this.#attach);
    // A map that is gone has no style any more.
    const style: unknown = map.style;
    if (style === null || style === undefined) return;
    map.doubleClickZoom.enable();
    map.getCanvas().style.cursor = '';
    for (const layer of LAYERS) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
    if (map.getSource(SOURCE) !== undefined) map.removeSource(SOURCE);
  }

  readonly #click = ({ lngLat }: MapMouseEvent): void => this.#add(lngLat);
  readonly #move = ({ lngLat }: MapMouseEvent): void => {
    this.#pointer = placeOf(lngLat);
    if (this.#points.length > 0) this.#notify();
  };
  readonly #leave = (): void => {
    this.#pointer = null;
    this.#notify();
  };
  readonly #attach = (): void => {
    const map = this.#map;
    if (map.getSource(SOURCE) === undefined)
      map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    if (map.getLayer('ruler-line') !== undefined) return;
    const { accent } = this.#options;
    const line = {
      type: 'line',
      source: SOURCE,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
    } as const;
    map.addLayer({
      ...line,
      id: 'ruler-line',
      filter: ['==', ['get', 'live'], false],
      paint: { 'line-color': accent, 'line-width': 3 },
    });
    map.addLayer({
      ...line,
      id: 'ruler-live',
      filter: ['==', ['get', 'live'], true],
      paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [1, 2] },
    });
    map.addLayer({
      id: 'ruler-node',
      type: 'circle',
      source: SOURCE,
      filter: ['has', 'node'],
      paint: {
        'circle-radius': 5,
        'circle-color': '#ffffff',
        'circle-stroke-color': accent,
        'circle-stroke-width': 3,
      },
    });
    map.addLayer({
      id: 'ruler-text',
      type: 'symbol',
      source: SOURCE,
      filter: ['has', 'text'],
      layout: { 'text-field': ['get', 'text'], 'text-font': FONT, 'text-size': 13, 'text-offset': [0, -0.9] },
      paint: { 'text-color': '#16202c', 'text-halo-color': '#ffffff', 'text-halo-width': 2 },
    });
    this.#pour();
  };

  #add(at: LngLat): void {
    this.#points = addPoint(this.#points, placeOf(at));
    this.#notify();
  }
  #notify(): void {
    this.#pour();
    const { segmentsM, totalM } = measure(this.#points);
    const live =
      this.#pointer === null || this.#points.length === 0 ? null : measure([...this.#points, this.#pointer]);
    this.#options.onChange({ segmentsM, totalM, points: this.#points.length, liveM: live?.totalM ?? null });
  }
  #pour(): void {
    void this.#map
      .getSource<GeoJSONSource>(SOURCE)
      ?.setData(rulerFeatures(this.#points, this.#pointer, this.#options.write));
  }
}

const placeOf = (at: LngLat): LatLng => {
  const { lat: latitude, lng: longitude } = at.wrap();
  return { latitude, longitude };
};
