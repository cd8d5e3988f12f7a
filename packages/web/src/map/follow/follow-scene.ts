import type { Position, TileSource } from '@rastro/fleet';
import { AttributionControl, Map as MapLibre, Marker, setWorkerUrl } from 'maplibre-gl';
import type { Fleet } from '../../live/fleet.ts';
import { isPlace } from '../../live/is-place.ts';
import { BASE_MAP_VERSION } from '../ground/base-map-version.ts';
import { makeStyle, type StyleOptions } from '../ground/base-style.ts';
import { SelectedVehicle } from '../vehicles/selected-vehicle.ts';
import { TileBase } from '../bases/tile-base.ts';
import { mapWorkerUrl } from '../ground/map-worker-url.ts';
import { groundOf } from '../ground/inland-source.ts';
import { isStyled } from '../is-styled.ts';
import { prefersLessMotion } from '../prefers-less-motion.ts';
import { MOVE_MS } from '../vehicles/vehicle-instances.ts';

setWorkerUrl(mapWorkerUrl);

const START = { zoom: 15 } as const;

export interface FollowSceneOptions {
  readonly container: HTMLElement;
  readonly fleet: Fleet;
  readonly vehicleId: number;
  readonly style: StyleOptions;
  /** Texts of the map itself, by MapLibre's keys. */
  readonly texts: Readonly<Record<string, string>>;
  /** Element of the vehicle; the scene moves it. */
  readonly markerElement: HTMLElement;
  /** Turned to the course; within the mark. */
  readonly turned: HTMLElement;
  readonly onFollowEnd: () => void;
}

/**
 * A light map about one vehicle: base, trail and a mark, no fleet. It can stand next to the live map, which alone
 * may listen to the stream of all vehicles.
 * @throws When the browser gives no WebGL context.
 */
export class FollowScene {
  readonly map: MapLibre;
  readonly #options: FollowSceneOptions;
  readonly #selected: SelectedVehicle;
  readonly #tiles: TileBase;
  readonly #marker: Marker;
  readonly #unwatch: () => void;
  #frame = 0;
  #at: readonly [number, number] | null = null;

  constructor(options: FollowSceneOptions) {
    const { container, fleet, vehicleId, style, texts, markerElement } = options;
    this.#options = options;
    const place = this.#place();
    this.map = new MapLibre({
      container,
      style: makeStyle(style, BASE_MAP_VERSION),
      ...(place === null ? { zoom: 2 } : { center: [place[0], place[1]], ...START }),
      minZoom: 1,
      maxZoom: 20,
      maxPitch: 0,
      ...(prefersLessMotion() ? { fadeDuration: 0 } : {}),
      attributionControl: false,
      locale: { ...texts },
    });
    this.map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
    groundOf(this.map, style);
    this.#tiles = new TileBase(this.map, { style });
    this.#marker = new Marker({ element: markerElement });
    this.#selected = new SelectedVehicle(this.map, { fleet, onMoved: () => undefined });
    this.#selected.select(vehicleId);
    this.#unwatch = fleet.watchVehicle(vehicleId, () => this.#take());
    this.map.on('style.load', () => {
      this.#tiles.restore();
      this.#selected.pourTrail();
    });
    this.map.on('dragstart', () => {
      if (this.#selected.isFollowed) options.onFollowEnd();
    });
    this.#take();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#unwatch();
    this.#selected.stop();
    this.#tiles.stop();
    this.#marker.remove();
    this.map.remove();
  }
  setFollow(isFollowed: boolean): void {
    this.#selected.follow(isFollowed);
  }
  setTrail(recent: readonly Position[]): void {
    this.#selected.showTrail(true, recent);
  }
  setTiles(source: TileSource | null, beneath: TileSource | null): void {
    if (isStyled(this.map)) this.#tiles.show(source, beneath);
    else this.map.once('style.load', () => this.#tiles.show(source, beneath));
  }

  #place(): readonly [number, number] | null {
    const { fleet, vehicleId } = this.#options;
    const position = fleet.vehicle(vehicleId)?.position ?? null;
    return position === null || !isPlace(position) ? null : [position.longitude, position.latitude];
  }

  /** Glides to the newest place as the map does, so that a followed vehicle stands still. */
  #take(): void {
    const to = this.#place();
    if (to === null) return;
    const { fleet, vehicleId, turned } = this.#options;
    turned.style.setProperty('transform', `rotate(${fleet.vehicle(vehicleId)?.position?.course ?? 0}deg)`);
    const from = this.#at;
    this.#at = to;
    cancelAnimationFrame(this.#frame);
    if (from === null || prefersLessMotion() || (from[0] === to[0] && from[1] === to[1])) {
      this.#marker.setLngLat([to[0], to[1]]).addTo(this.map);
      return;
    }
    const start = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - start) / MOVE_MS));
      const eased = part * part * (3 - 2 * part);
      const at = [from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased] as const;
      this.#at = part < 1 ? at : to;
      this.#marker.setLngLat([at[0], at[1]]);
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}
