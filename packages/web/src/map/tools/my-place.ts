import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { geometryOf } from '../drawing/area-shapes.ts';

const SOURCE = 'my-place';
const LAYERS = ['my-place-circle', 'my-place-edge', 'my-place-dot'];
const NEAR_ZOOM = 15;
const PATIENCE_MS = 20_000;

/** `unsupported`: the browser gives no place, e.g. because the page came without TLS. */
export type PlaceFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported';
export type MyPlaceState = 'waiting' | 'visible' | PlaceFailure;

/** @source Geolocation API, `GeolocationPositionError.code` */
export const placeFailure = (code: number): PlaceFailure => {
  if (code === 1) return 'denied';
  return code === 3 ? 'timeout' : 'unavailable';
};

/** Shows where this browser is, with the circle it may be in, until it is stopped. */
export class MyPlace {
  readonly #map: MapLibre;
  readonly #geolocation: Geolocation | undefined;
  readonly #accent: string;
  #watch: number | null = null;
  #position: GeolocationCoordinates | null = null;

  constructor(
    map: MapLibre,
    { accent, onState }: { readonly accent: string; readonly onState: (state: MyPlaceState) => void },
    geolocation: Geolocation | undefined = navigator.geolocation,
  ) {
    this.#map = map;
    this.#accent = accent;
    this.#geolocation = geolocation;
    if (geolocation === undefined) {
      onState('unsupported');
      return;
    }
    onState('waiting');
    map.on('style.load', this.#pour);
    this.#watch = geolocation.watchPosition(
      ({ coords }) => {
        const isFirst = this.#position === null;
        this.#position = coords;
        this.#pour();
        if (isFirst) this.#show(coords);
        onState('visible');
      },
      ({ code }) => onState(placeFailure(code)),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 10_000 },
    );
  }

  stop(): void {
    const map = this.#map;
    if (this.#watch !== null) this.#geolocation?.clearWatch(this.#watch);
    map.off('style.load', this.#pour);
    // A map that is gone has no style any more.
    const style: unknown = map.style;
    if (style === null || style === undefined) return;
    for (const layer of LAYERS) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
    if (map.getSource(SOURCE) !== undefined) map.removeSource(SOURCE);
  }

  #show({ latitude, longitude }: GeolocationCoordinates): void {
    const zoom = Math.max(this.#map.getZoom(), NEAR_ZOOM);
    this.#map.easeTo({ center: [longitude, latitude], zoom, duration: 700 });
  }
  readonly #pour = (): void => {
    const map = this.#map;
    if (this.#position === null) return;
    if (map.getSource(SOURCE) === undefined) this.#attach();
    const { latitude, longitude, accuracy } = this.#position;
    const circle = {
      kind: 'circle',
      centre: { latitude, longitude },
      radiusM: Math.max(1, accuracy),
    } as const;
    void map.getSource<GeoJSONSource>(SOURCE)?.setData({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: {}, geometry: geometryOf(circle) },
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [longitude, latitude] } },
      ],
    });
  };
  #attach(): void {
    const map = this.#map;
    map.addSource(SOURCE, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    const source = SOURCE;
    const filter = ['==', ['geometry-type'], 'Polygon'] as never;
    const colour = this.#accent;
    map.addLayer({
      id: 'my-place-circle',
      type: 'fill',
      source,
      filter,
      paint: { 'fill-color': colour, 'fill-opacity': 0.14 },
    });
    map.addLayer({
      id: 'my-place-edge',
      type: 'line',
      source,
      filter,
      paint: { 'line-color': colour, 'line-width': 1.5 },
    });
    map.addLayer({
      id: 'my-place-dot',
      type: 'circle',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 7,
        'circle-color': colour,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 3,
      },
    });
  }
}
