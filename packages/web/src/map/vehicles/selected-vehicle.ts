import type { Position } from '@rastro/fleet';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import type { Fleet } from '../../live/fleet.ts';
import { isPlace } from '../../live/is-place.ts';
import { Source } from '../map-sources.ts';
import { CollectedTrail } from './collected-trail.ts';
import { trailFeature } from '../map-features.ts';
import { MOVE_MS } from './vehicle-instances.ts';

/**
 * Zoom at which a vehicle chosen from a list is shown, unless the map is nearer
 * (docs/reference/requirements.md SPEC §9: 17).
 */
const SHOW_ZOOM = 17;
const SHOW_MS = 900;
/** Nearer to the zoom of a flight than this is there. */
const NEAR_ZOOM = 0.01;
/** A flight that something cut off begins again so often; a bound, in case the map can never get there. */
const MAX_ATTEMPTS = 5;

/** The vehicle that is selected: shown when it was chosen elsewhere, followed and trailed when asked. */
export class SelectedVehicle {
  readonly #map: MapLibre;
  readonly #fleet: Fleet;
  readonly #onMoved: () => void;
  readonly #trail = new CollectedTrail();
  #id: number | null = null;
  #pointedId: number | null = null;
  #unwatch: (() => void) | null = null;
  #isFollowed = false;
  #hasTrail = false;
  /** Zoom of a flight that is not over; null = none, or the user has taken the zoom over. */
  #flightZoom: number | null = null;
  #starts = 0;
  #recent: readonly Position[] = [];

  constructor(map: MapLibre, { fleet, onMoved }: { readonly fleet: Fleet; readonly onMoved: () => void }) {
    this.#map = map;
    this.#fleet = fleet;
    this.#onMoved = onMoved;
    map.on('zoomstart', ({ originalEvent }) => {
      if (originalEvent !== undefined) this.#flightZoom = null;
    });
    map.on('dragstart', () => {
      this.#flightZoom = null;
    });
    // What opens a panel moves the map, too, and ends the flight half way: look again when that is over.
    map.on('moveend', () => queueMicrotask(() => this.#flyOn()));
  }

  get id(): number | null {
    return this.#id;
  }
  get isFollowed(): boolean {
    return this.#isFollowed && this.#id !== null;
  }

  /** The user pointed at a vehicle on the map: when it becomes the selected one, the map stays. */
  point(id: number | null): void {
    this.#pointedId = id;
  }

  select(id: number | null): void {
    if (id === this.#id) return;
    this.stop();
    this.#id = id;
    this.#restartTrail();
    if (id === null) return;
    let mustShow = id !== this.#pointedId;
    this.#pointedId = null;
    const take = (): void => {
      const position = this.#position();
      if (position === null) return;
      if (mustShow) this.#show(position);
      else if (this.#isFollowed) this.#centre(position);
      mustShow = false;
      if (this.#hasTrail && this.#trail.add(position)) this.pourTrail();
      this.#onMoved();
    };
    this.#unwatch = this.#fleet.watchVehicle(id, take);
    take();
  }

  follow(isFollowed: boolean): void {
    this.#isFollowed = isFollowed;
    // The wheel zooms about the followed vehicle, not about the pointer.
    this.#map.scrollZoom.enable(isFollowed ? { around: 'center' } : undefined);
    this.#map.touchZoomRotate.enable(isFollowed ? { around: 'center' } : null);
    const position = this.#position();
    if (isFollowed && position !== null) this.#show(position);
  }

  showTrail(hasTrail: boolean, recent: readonly Position[]): void {
    this.#hasTrail = hasTrail;
    this.#recent = recent;
    this.#restartTrail();
  }

  pourTrail(): void {
    const places = this.#hasTrail && this.#id !== null ? this.#trail.places : [];
    void this.#map.getSource<GeoJSONSource>(Source.trail)?.setData(trailFeature(places));
  }

  stop(): void {
    this.#unwatch?.();
    this.#unwatch = null;
    this.#flightZoom = null;
  }

  #restartTrail(): void {
    this.#trail.start(this.#recent.filter(({ deviceId }) => deviceId === this.#id));
    const position = this.#position();
    if (position !== null) this.#trail.add(position);
    this.pourTrail();
  }
  #position(): Position | null {
    return this.#id === null ? null : (this.#fleet.vehicle(this.#id)?.position ?? null);
  }

  #show(position: Position): void {
    if (!isPlace(position)) return;
    this.#starts = 0;
    this.#fly(position, Math.max(this.#map.getZoom(), SHOW_ZOOM));
  }
  #fly({ longitude, latitude }: Position, zoom: number): void {
    this.#starts++;
    this.#flightZoom = zoom;
    this.#map.easeTo({ center: [longitude, latitude], zoom, duration: SHOW_MS });
  }
  /** Goes on with a flight that was cut off, by whatever was not the user. */
  #flyOn(): void {
    const zoom = this.#flightZoom;
    const position = this.#position();
    if (zoom === null || position === null || this.#map.isMoving()) return;
    if (this.#map.getZoom() >= zoom - NEAR_ZOOM || this.#starts >= MAX_ATTEMPTS) this.#flightZoom = null;
    else this.#fly(position, zoom);
  }
  #centre(position: Position): void {
    if (!isPlace(position)) return;
    const { longitude, latitude } = position;
    // The movement of the vehicle itself, so that it stands still on screen.
    const easing = (part: number): number => part * part * (3 - 2 * part);
    // A position that comes during the flight to the vehicle goes on with it, or the map would stay half way up.
    if (this.#flightZoom !== null && this.#map.getZoom() >= this.#flightZoom - NEAR_ZOOM)
      this.#flightZoom = null;
    const zoom = this.#flightZoom === null ? {} : { zoom: this.#flightZoom };
    this.#map.easeTo({ center: [longitude, latitude], ...zoom, duration: MOVE_MS, easing });
  }
}
