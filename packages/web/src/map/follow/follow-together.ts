import type { Map as MapLibre } from 'maplibre-gl';
import type { Fleet } from '../../live/fleet.ts';
import { isPlace } from '../../live/is-place.ts';
import { shortestSpan } from '../vehicles/fleet-bounds.ts';
import { prefersLessMotion } from '../prefers-less-motion.ts';

/** Vehicles close together are seen with the streets around them. */
const MAX_ZOOM = 16;
const MOVE_MS = 700;
/** So much nearer the map could be before it goes nearer: else it would breathe with every position. */
const NEARER_ZOOM = 1;
/** Margin around the vehicles; one that enters half of it is about to leave the view. */
const PADDING_PX = 88;
/** Buttons of the map stand on the right, the names of who is followed on top. */
const SIGNS_PX = { top: 72, right: 40 } as const;
/** Something else may move the map at the same time, e.g. an opening panel; a bound, in case it never ends. */
const MAX_ATTEMPTS = 5;

export interface TogetherOptions {
  readonly fleet: Fleet;
  readonly ids: readonly number[];
  /** The user moved the map: it stays where it was put until `resume`. */
  readonly onPause: () => void;
}

/** Keeps some vehicles in sight on one map, all of them, and moves it only when it must. */
export class FollowTogether {
  readonly #map: MapLibre;
  readonly #options: TogetherOptions;
  readonly #undo: (() => void)[] = [];
  #isPaused = false;
  #hasFitted = false;
  #starts = 0;

  constructor(map: MapLibre, options: TogetherOptions) {
    this.#map = map;
    this.#options = options;
    const pause = (): void => {
      if (this.#isPaused) return;
      this.#isPaused = true;
      options.onPause();
    };
    const zoom = ({ originalEvent }: { readonly originalEvent?: unknown }): void => {
      if (originalEvent !== undefined) pause();
    };
    const settle = (): void => queueMicrotask(() => this.#check());
    map.on('dragstart', pause);
    map.on('zoomstart', zoom);
    map.on('moveend', settle);
    this.#undo.push(() => {
      map.off('dragstart', pause);
      map.off('zoomstart', zoom);
      map.off('moveend', settle);
    });
    for (const id of options.ids) {
      this.#undo.push(options.fleet.watchVehicle(id, () => this.#wake()));
    }
    this.#wake();
  }

  resume(): void {
    this.#isPaused = false;
    this.#hasFitted = false;
    this.#wake();
  }
  stop(): void {
    this.#isPaused = true;
    for (const undo of this.#undo) undo();
  }

  #wake(): void {
    this.#starts = 0;
    this.#check();
  }
  #check(): void {
    if (this.#isPaused || this.#starts >= MAX_ATTEMPTS || this.#map.isMoving()) return;
    const places = this.#places();
    if (places.length === 0) return;
    const [west, east] = shortestSpan(
      places.map(([longitude]) => longitude),
      360,
    );
    const latitudes = places.map(([, latitude]) => latitude);
    const box = [west, Math.min(...latitudes), east, Math.max(...latitudes)] as const;
    const around = Math.min(PADDING_PX, this.#map.getContainer().clientWidth / 8);
    const camera = this.#map.cameraForBounds([...box], {
      padding: { top: around + SIGNS_PX.top, right: around + SIGNS_PX.right, bottom: around, left: around },
      maxZoom: MAX_ZOOM,
    });
    if (camera?.zoom === undefined) return;
    const couldBeNearer = camera.zoom - this.#map.getZoom() > NEARER_ZOOM;
    if (this.#hasFitted && !couldBeNearer && this.#areInSight(places, around / 2)) return;
    this.#hasFitted = true;
    this.#starts++;
    this.#map.easeTo({ ...camera, duration: prefersLessMotion() ? 0 : MOVE_MS });
  }

  #places(): readonly (readonly [longitude: number, latitude: number])[] {
    const { fleet, ids } = this.#options;
    return ids.flatMap((id) => {
      const position = fleet.vehicle(id)?.position ?? null;
      return position === null || !isPlace(position)
        ? []
        : [[position.longitude, position.latitude] as const];
    });
  }
  #areInSight(places: readonly (readonly [number, number])[], edge: number): boolean {
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    const { left = 0, right = 0, top = 0, bottom = 0 } = this.#map.getPadding();
    return places.every((place) => {
      const { x, y } = this.#map.project([...place]);
      const isAcross = x >= left + edge && x <= width - right - edge - SIGNS_PX.right;
      return isAcross && y >= top + edge + SIGNS_PX.top && y <= height - bottom - edge;
    });
  }
}
