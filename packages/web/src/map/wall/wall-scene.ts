import type { TileSource } from '@rastro/fleet';
import type { WallVehicle } from '@rastro/fleet/figures';
import type { FeatureCollection } from 'geojson';
import {
  AttributionControl,
  LngLatBounds,
  Map as MapLibre,
  setWorkerUrl,
  type GeoJSONSource,
  type LayerSpecification,
} from 'maplibre-gl';
import { TileBase } from '../bases/tile-base.ts';
import { BASE_MAP_VERSION } from '../ground/base-map-version.ts';
import { makeStyle, type StyleOptions } from '../ground/base-style.ts';
import { groundOf } from '../ground/inland-source.ts';
import { mapWorkerUrl } from '../ground/map-worker-url.ts';
import { isStyled } from '../is-styled.ts';
import { PALETTES } from '../map-palette.ts';
import { FONT } from '../map-sources.ts';

setWorkerUrl(mapWorkerUrl);

const SOURCE = 'wall-vehicles';
/** Nearer, one vehicle alone would show a single house. */
const MAX_ZOOM = 15;
const PADDING_PX = 90;

export interface WallSceneOptions {
  readonly container: HTMLElement;
  readonly style: StyleOptions;
  /** Texts of the map itself, by MapLibre's keys. */
  readonly texts: Readonly<Record<string, string>>;
  /** `#rrggbb` by state. */
  readonly colours: Readonly<Record<WallVehicle['state'], string>>;
}

/**
 * A map for a screen that nobody touches: base and vehicles, all of them in sight.
 * @throws When the browser gives no WebGL context.
 */
export class WallScene {
  readonly #map: MapLibre;
  readonly #tiles: TileBase;
  #vehicles: readonly WallVehicle[] = [];
  #fitted = '';

  constructor({ container, style, texts, colours }: WallSceneOptions) {
    this.#map = new MapLibre({
      container,
      style: makeStyle(style, BASE_MAP_VERSION),
      zoom: 2,
      maxPitch: 0,
      interactive: false,
      fadeDuration: 0,
      attributionControl: false,
      locale: { ...texts },
      // The page tells nobody its address; tile servers check the origin for the owner of a key.
      transformRequest: (url) => ({ url, referrerPolicy: 'strict-origin' }),
    });
    this.#map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
    groundOf(this.#map, style);
    this.#tiles = new TileBase(this.#map, { style });
    this.#map.on('style.load', () => {
      this.#tiles.restore();
      this.#addVehicles(style, colours);
    });
  }

  dispose(): void {
    this.#tiles.stop();
    this.#map.remove();
  }
  setTiles(source: TileSource | null, beneath: TileSource | null): void {
    if (isStyled(this.#map)) this.#tiles.show(source, beneath);
    else this.#map.once('style.load', () => this.#tiles.show(source, beneath));
  }
  show(vehicles: readonly WallVehicle[]): void {
    this.#vehicles = vehicles;
    void this.#map.getSource<GeoJSONSource>(SOURCE)?.setData(featuresOf(vehicles));
    this.#fit();
  }

  /** Only when the frame around them has changed: a map that trembles is hard to look at. */
  #fit(): void {
    const bounds = new LngLatBounds();
    for (const { longitude, latitude } of this.#vehicles) bounds.extend([longitude, latitude]);
    if (bounds.isEmpty()) return;
    const frame = bounds
      .toArray()
      .flat()
      .map((degrees) => degrees.toFixed(2))
      .join();
    if (frame === this.#fitted) return;
    this.#fitted = frame;
    this.#map.fitBounds(bounds, { padding: PADDING_PX, maxZoom: MAX_ZOOM, animate: false });
  }

  #addVehicles(style: StyleOptions, colours: WallSceneOptions['colours']): void {
    if (this.#map.getSource(SOURCE) !== undefined) return;
    this.#map.addSource(SOURCE, { type: 'geojson', data: featuresOf(this.#vehicles) });
    for (const layer of layersOf(style, colours)) this.#map.addLayer(layer);
  }
}

const featuresOf = (vehicles: readonly WallVehicle[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: vehicles.map(({ name, latitude, longitude, state }) => ({
    type: 'Feature',
    properties: { name, state },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

/** Dots by state, those that move above; names where there is room. */
function layersOf(
  { scheme }: StyleOptions,
  { moving, stopped, offline, unknown }: WallSceneOptions['colours'],
): readonly LayerSpecification[] {
  const { label, labelHalo } = PALETTES[scheme];
  return [
    {
      id: 'wall-dots',
      type: 'circle',
      source: SOURCE,
      layout: { 'circle-sort-key': ['match', ['get', 'state'], 'moving', 1, 0] },
      paint: {
        'circle-radius': ['match', ['get', 'state'], 'moving', 12, 9],
        'circle-color': [
          'match',
          ['get', 'state'],
          'moving',
          moving,
          'stopped',
          stopped,
          'offline',
          offline,
          unknown,
        ],
        'circle-stroke-color': labelHalo,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'wall-names',
      type: 'symbol',
      source: SOURCE,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 24,
        'text-anchor': 'left',
        'text-offset': [0.8, 0],
        'text-optional': true,
      },
      paint: { 'text-color': label, 'text-halo-color': labelHalo, 'text-halo-width': 2 },
    },
  ];
}
