import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { dropEarlyPicture, dropEarlyPictureWhenDrawn, hasEarlyPicture } from '../../live/early-picture.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../../live/mercator.ts';
import type { MapBounds } from '../../live/map-feed.ts';
import type { ColourScheme } from '../map-palette.ts';
import { CLUSTER_LAYER } from '../map-sources.ts';
import { prefersLessMotion } from '../prefers-less-motion.ts';
import { VEHICLE_LAYER } from '../vehicles/vehicle-layer.ts';
import { thinMarkers } from './thin-markers.ts';
import { trackArrows, type ArrowView } from './track-arrows.ts';
import type { TrackFocus, TrackLine } from './track-buffer.ts';
import type { TrackColouring } from './track-colours.ts';
import { TrackCursors, type TrackCursor } from './track-cursors.ts';
import { FIT_MAX_ZOOM, fitPadding } from './track-fit.ts';
import { TRACK_LAYER, TrackLayer } from './track-layer.ts';
import { TrackMarkers, type TrackMarker } from './track-markers.ts';

/** The live fleet steps back while the past is shown. */
const LIVE_LAYERS = [VEHICLE_LAYER, CLUSTER_LAYER, 'cluster-moving', 'cluster-count', 'labels', 'precision'];
const FIT_MS = 500;
const TILE_PX = 512;
const EARTH_M = 40_075_017;
/** Near a click: so many px, but never less than a road is wide. */
const NEAR_PX = 12;
const NEAR_M = 30;
/** A followed vehicle stays within the middle of the view. */
const MIDDLE = 0.25;
const FOLLOW_MS = 350;
const ARROWS_MS = 120;

export interface TrackView {
  readonly zoom: number;
  readonly bounds: MapBounds;
}
export interface TrackSceneOptions {
  readonly scheme: ColourScheme;
  /** A mark was pointed at. */
  readonly onMarker: (key: string) => void;
  /** The ground was pointed at; Web Mercator, and how far is near. */
  readonly onGround: (place: { readonly x: number; readonly y: number }, near: number) => void;
  /** Another part of the world is in view, or closer. */
  readonly onView: (view: TrackView) => void;
  /** The user took the map away from what it followed. */
  readonly onDrag: () => void;
}

/** The past on the living map: ways, marks and cursors. Everything goes when it is stopped. */
export class TrackScene {
  readonly #map: MapLibre;
  readonly #options: TrackSceneOptions;
  readonly #markers: TrackMarkers;
  readonly #cursors: TrackCursors;
  #layer: TrackLayer;
  #lines: readonly TrackLine[] = [];
  #allMarkers: readonly TrackMarker[] = [];
  #arrowTimer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(map: MapLibre, options: TrackSceneOptions) {
    this.#map = map;
    this.#options = options;
    this.#layer = new TrackLayer();
    this.#layer.scheme = options.scheme;
    this.#markers = new TrackMarkers(map, options.scheme);
    this.#cursors = new TrackCursors(map);
    this.#attach();
    map.on('style.load', this.#attach);
    map.on('moveend', this.#moved);
    map.on('click', this.#clicked);
    map.on('dragstart', options.onDrag);
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    dropEarlyPicture();
    clearTimeout(this.#arrowTimer);
    const map = this.#map;
    map.off('style.load', this.#attach);
    map.off('moveend', this.#moved);
    map.off('click', this.#clicked);
    map.off('dragstart', this.#options.onDrag);
    this.#cursors.show([]);
    // The map itself may have gone before.
    if (!this.#hasStyle()) return;
    this.#markers.remove();
    if (map.getLayer(TRACK_LAYER) !== undefined) map.removeLayer(TRACK_LAYER);
    this.#showLive('visible');
  }

  get view(): TrackView {
    const bounds = this.#map.getBounds();
    return {
      zoom: this.#map.getZoom(),
      bounds: {
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      },
    };
  }
  setLines(lines: readonly TrackLine[]): void {
    this.#lines = lines;
    this.#layer.setLines(lines);
    this.#drawArrowsSoon();
  }
  setMarkers(markers: readonly TrackMarker[]): void {
    this.#allMarkers = markers;
    this.#showMarkers();
  }
  setStyle(colouring: TrackColouring, scheme: ColourScheme): void {
    this.#layer.colouring = colouring;
    this.#layer.scheme = scheme;
    this.#layer.refresh();
    if (this.#hasStyle()) this.#markers.setScheme(scheme);
  }
  setFocus(focus: TrackFocus | null): void {
    this.#layer.focus = focus;
    this.#layer.refresh();
    this.#drawArrowsSoon();
  }
  setCursors(cursors: readonly TrackCursor[]): void {
    this.#cursors.show(cursors);
  }
  /** Brings a part of the world into sight; Web Mercator. */
  fit({ west, north, east, south }: { west: number; north: number; east: number; south: number }): void {
    this.#map.fitBounds([longitudeOf(west), latitudeOf(south), longitudeOf(east), latitudeOf(north)], {
      padding: fitPadding(this.#map.getCanvas().clientWidth),
      maxZoom: FIT_MAX_ZOOM,
      // Where its picture is already there, nothing flies.
      duration: prefersLessMotion() || hasEarlyPicture() ? 0 : FIT_MS,
    });
    dropEarlyPictureWhenDrawn(this.#map);
  }
  /** Moves on when a place leaves the middle of what no panel covers. */
  follow({ x, y }: { readonly x: number; readonly y: number }): void {
    const map = this.#map;
    if (map.isMoving()) return;
    const at = map.project([longitudeOf(x), latitudeOf(y)]);
    const { left = 0, right = 0, top = 0, bottom = 0 } = map.getPadding();
    const { clientWidth, clientHeight } = map.getCanvas();
    const across = (at.x - left) / (clientWidth - left - right);
    const down = (at.y - top) / (clientHeight - top - bottom);
    const isInside = [across, down].every((share) => share > MIDDLE && share < 1 - MIDDLE);
    if (isInside) return;
    map.easeTo({ center: [longitudeOf(x), latitudeOf(y)], duration: prefersLessMotion() ? 0 : FOLLOW_MS });
  }

  readonly #attach = (): void => {
    const map = this.#map;
    if (!this.#hasStyle()) return;
    if (map.getLayer(TRACK_LAYER) === undefined) {
      const { colouring, scheme, focus } = this.#layer;
      this.#layer = Object.assign(new TrackLayer(), { colouring, scheme, focus });
      this.#layer.setLines(this.#lines);
      map.addLayer(this.#layer, CLUSTER_LAYER);
    }
    this.#markers.attach();
    this.#showLive('none');
  };
  readonly #moved = (): void => {
    this.#showMarkers();
    this.#drawArrowsSoon();
    this.#options.onView(this.view);
  };
  readonly #clicked = ({ point, lngLat }: MapMouseEvent): void => {
    const key = this.#markers.at(point);
    if (key !== null) this.#options.onMarker(key);
    else {
      const place = { x: mercatorX(lngLat.lng), y: mercatorY(lngLat.lat) };
      const metre = 1 / (EARTH_M * Math.cos((lngLat.lat * Math.PI) / 180));
      this.#options.onGround(place, Math.max(NEAR_PX / this.#pxPerUnit(), NEAR_M * metre));
    }
  };

  #pxPerUnit(): number {
    return TILE_PX * 2 ** this.#map.getZoom();
  }
  /** Ways come in pieces; each look at all of them costs some milliseconds. */
  #drawArrowsSoon(): void {
    clearTimeout(this.#arrowTimer);
    this.#arrowTimer = setTimeout(() => this.#drawArrows(), ARROWS_MS);
  }
  #drawArrows(): void {
    this.#markers.showArrows(trackArrows(this.#lines, this.#seen(), this.#layer.focus));
  }
  #showMarkers(): void {
    this.#markers.show(thinMarkers(this.#allMarkers, this.#seen()));
  }
  #seen(): ArrowView {
    const { west, south, east, north } = this.view.bounds;
    return {
      west: mercatorX(west),
      east: mercatorX(east),
      north: mercatorY(north),
      south: mercatorY(south),
      pxPerUnit: this.#pxPerUnit(),
    };
  }
  #showLive(visibility: 'visible' | 'none'): void {
    for (const id of LIVE_LAYERS)
      if (this.#map.getLayer(id) !== undefined) this.#map.setLayoutProperty(id, 'visibility', visibility);
  }
  /** False before the first style, and after the map has gone. */
  #hasStyle(): boolean {
    const style: unknown = this.#map.style;
    return style !== null && style !== undefined && this.#map.getLayer('water') !== undefined;
  }
}
