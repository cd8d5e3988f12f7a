import type { Feature, FeatureCollection, Point } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { latitudeOf, longitudeOf } from '../../live/mercator.ts';
import { BOLD_FONT, FONT } from '../map-sources.ts';
import { PALETTES, type ColourScheme } from '../map-palette.ts';

/** Marker next to a track; coordinates in Web Mercator. */
export interface TrackMarker {
  /** Passed back when the user points at it. */
  readonly key: string;
  readonly kind: 'start' | 'end' | 'stop' | 'event';
  readonly x: number;
  readonly y: number;
  readonly label: string;
  /** Of several at one place the weightiest is shown; absent = 0. */
  readonly weight?: number;
}

const MARKERS = 'history-markers';
const ARROWS = 'history-arrows';
const ARROW_IMAGE = 'history-arrow';
const ARROW_PX = 28;
const REACH_PX = 10;

const circle = (
  colour: string,
  radius: number,
  kinds: readonly TrackMarker['kind'][],
): LayerSpecification => ({
  id: `${MARKERS}-${kinds[0]}`,
  type: 'circle',
  source: MARKERS,
  filter: ['in', ['get', 'kind'], ['literal', kinds]],
  paint: {
    'circle-radius': radius,
    'circle-color': colour,
    'circle-stroke-color': '#ffffff',
    'circle-stroke-width': 2,
  },
});

function layersOf(scheme: ColourScheme): readonly LayerSpecification[] {
  const { label, labelHalo } = PALETTES[scheme];
  return [
    {
      id: ARROWS,
      type: 'symbol',
      source: ARROWS,
      layout: {
        'icon-image': ARROW_IMAGE,
        'icon-rotate': ['get', 'course'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
    },
    circle('#6b7280', 6, ['stop']),
    circle('#cc3399', 5.5, ['event']),
    circle('#15803d', 7.5, ['start']),
    circle('#111827', 7.5, ['end']),
    {
      id: `${MARKERS}-text`,
      type: 'symbol',
      source: MARKERS,
      filter: ['!=', ['get', 'label'], ''],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': ['match', ['get', 'kind'], 'stop', ['literal', FONT], ['literal', BOLD_FONT]],
        'text-size': 11.5,
        'text-anchor': 'left',
        'text-offset': [0.9, 0],
        'text-optional': true,
        'symbol-sort-key': ['match', ['get', 'kind'], 'start', 0, 'end', 0, 'event', 1, 2],
      },
      paint: { 'text-color': label, 'text-halo-color': labelHalo, 'text-halo-width': 1.8 },
    },
  ];
}

const NOTHING: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

/** Ends, stops, events and arrows of the ways on a map. */
export class TrackMarkers {
  readonly #map: MapLibre;
  #scheme: ColourScheme;
  #markers = NOTHING;
  #arrows = NOTHING;

  constructor(map: MapLibre, scheme: ColourScheme) {
    this.#map = map;
    this.#scheme = scheme;
  }

  /** A style has just loaded: nothing of this is in it. */
  attach(): void {
    const map = this.#map;
    if (!map.hasImage(ARROW_IMAGE)) map.addImage(ARROW_IMAGE, paintArrow(), { pixelRatio: 2 });
    for (const source of [MARKERS, ARROWS])
      if (map.getSource(source) === undefined) map.addSource(source, { type: 'geojson', data: NOTHING });
    for (const layer of layersOf(this.#scheme)) if (map.getLayer(layer.id) === undefined) map.addLayer(layer);
    this.#pour();
  }
  remove(): void {
    for (const { id } of layersOf(this.#scheme))
      if (this.#map.getLayer(id) !== undefined) this.#map.removeLayer(id);
    for (const source of [MARKERS, ARROWS])
      if (this.#map.getSource(source) !== undefined) this.#map.removeSource(source);
  }
  setScheme(scheme: ColourScheme): void {
    if (scheme === this.#scheme) return;
    this.remove();
    this.#scheme = scheme;
    this.attach();
  }
  show(markers: readonly TrackMarker[]): void {
    this.#markers = {
      type: 'FeatureCollection',
      features: markers.map(({ key, kind, x, y, label }) => ({
        type: 'Feature',
        properties: { key, kind, label },
        geometry: { type: 'Point', coordinates: [longitudeOf(x), latitudeOf(y)] },
      })),
    };
    this.#pour();
  }
  showArrows(features: readonly Feature<Point>[]): void {
    this.#arrows = { type: 'FeatureCollection', features: [...features] };
    this.#pour();
  }
  /** Key of the mark that lies there. */
  at({ x, y }: { readonly x: number; readonly y: number }): string | null {
    const layers = (['event', 'stop', 'start', 'end'] as const)
      .map((kind) => `${MARKERS}-${kind}`)
      .filter((id) => this.#map.getLayer(id) !== undefined);
    const around: [[number, number], [number, number]] = [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ];
    const key: unknown = this.#map.queryRenderedFeatures(around, { layers })[0]?.properties['key'];
    return typeof key === 'string' ? key : null;
  }

  #pour(): void {
    void this.#map.getSource<GeoJSONSource>(MARKERS)?.setData(this.#markers);
    void this.#map.getSource<GeoJSONSource>(ARROWS)?.setData(this.#arrows);
  }
}

/** A white tip with a dark edge: seen on every color of a line. */
function paintArrow(): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = ARROW_PX;
  canvas.height = ARROW_PX;
  const pen = canvas.getContext('2d');
  if (pen === null) return new ImageData(ARROW_PX, ARROW_PX);
  const path = new Path2D('M14 5 L23 22 L14 17 L5 22 Z');
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = '#10151d';
  pen.fillStyle = '#ffffff';
  pen.stroke(path);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- A pen is no array.
  pen.fill(path);
  return pen.getImageData(0, 0, ARROW_PX, ARROW_PX);
}
