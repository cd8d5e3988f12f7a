import type { LatLng, TileSource, DistanceUnit } from '@rastro/fleet';
import {
  AttributionControl,
  Map as MapLibre,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
} from 'maplibre-gl';
import type { Fleet } from '../live/fleet.ts';
import type { LabelChoice, MapBounds } from '../live/map-feed.ts';
import { BASE_MAP_VERSION } from './ground/base-map-version.ts';
import { layersOf, makeStyle, type StyleOptions } from './ground/base-style.ts';
import { GROUND_LAYER } from './ground/world-layers.ts';
import { Contributions, type MapContribution } from './layers/contributions.ts';
import { Source } from './map-sources.ts';
import { fleetBounds } from './vehicles/fleet-bounds.ts';
import { FenceLayers } from './layers/fence-layers.ts';
import { FleetLayers } from './vehicles/fleet-layers.ts';
import { GroupLayers } from './layers/group-layers.ts';
import { graticule } from './ground/graticule.ts';
import { groundOf } from './ground/inland-source.ts';
import { mapWorkerUrl } from './ground/map-worker-url.ts';
import { isStyled } from './is-styled.ts';
import type { StateLabels } from './map-features.ts';
import { PALETTES, rgbOf, type ColourScheme } from './map-palette.ts';
import { prefersLessMotion } from './prefers-less-motion.ts';
import { RouteLine } from './layers/route-line.ts';
import { SelectedVehicle } from './vehicles/selected-vehicle.ts';
import { TileBase } from './bases/tile-base.ts';
import { VehiclePointer, type Stack } from './vehicles/vehicle-pointer.ts';

// Its own worker, with what reads the base map.
setWorkerUrl(mapWorkerUrl);

const FIT_MAX_ZOOM = 15;
const FIT_PADDING_PX = 64;
/** The buttons at the right edge. */
const CONTROLS_PX = 40;
const FIT_MS = 700;
/** Pace at which the worker gets the view while the map moves. */
const VIEW_PAUSE_MS = 120;
/** View of the map before the fleet is known. */
const FIRST_VIEW = { centre: { latitude: -14, longitude: -52 }, zoom: 2.5 };

/** @source docs/reference/requirements.md SPEC §3 "Local preferences": `mapPref`. */
export interface MapPreferences extends LabelChoice {
  readonly clustered: boolean;
  /** Shows the number of vehicles in each geofence next to its name. */
  readonly counts: boolean;
  /** Areas of the groups, and how many vehicles they have there. */
  readonly groups: boolean;
}
export interface MapCover {
  readonly left: number;
  readonly bottom: number;
}
export interface SceneEvents {
  onSelect(id: number | null): void;
  /** A press on no vehicle. @returns whether it was handled; then the selection stays. */
  onGround(place: LatLng): boolean;
  /** The user moved the map away from the followed vehicle. */
  onFollowEnd(): void;
  onStack(stack: Stack | null): void;
  /** Number of vehicles at the place of the selected one, including it. */
  onNeighbours(count: number): void;
  onTilesDown(isDown: boolean): void;
  /** Nothing but the built-in world is drawn. */
  onBare(isBare: boolean): void;
  onContext(isLost: boolean): void;
  onReady(map: MapLibre): void;
}
/** Names of the map's own control. */
const SCALES = { km: 'metric', mi: 'imperial', nmi: 'nautical' } as const;

export interface SceneOptions extends StyleOptions {
  readonly container: HTMLElement;
  readonly fleet: Fleet;
  readonly start: { readonly centre: LatLng; readonly zoom: number } | null;
  /** Area that panels cover at the start, px. */
  readonly covered: MapCover;
  readonly preferences: MapPreferences;
  /** Texts of the map itself, by MapLibre's keys. */
  readonly texts: Readonly<Record<string, string>>;
  readonly events: SceneEvents;
}

/**
 * The living map behind the React component. Everything that changes many times a second happens here.
 * @throws When the browser gives no WebGL context.
 */
export class MapScene {
  readonly map: MapLibre;
  readonly #scale = new ScaleControl({ maxWidth: 110 });
  readonly #fleet: Fleet;
  readonly #events: SceneEvents;
  readonly #layers: FleetLayers;
  readonly #contributions: Contributions;
  readonly #tiles: TileBase;
  readonly #paintGround: (scheme: ColourScheme) => void;
  readonly #selected: SelectedVehicle;
  readonly #pointer: VehiclePointer;
  #style: StyleOptions;
  #preferences: MapPreferences;
  /** The whole fleet is shown as soon as it is known. */
  #mustFit: boolean;
  #isViewLocked = false;
  #viewTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({ container, fleet, start, covered, preferences, texts, events, ...style }: SceneOptions) {
    this.#fleet = fleet;
    this.#events = events;
    this.#style = style;
    this.#preferences = preferences;
    this.#mustFit = start === null;
    const { centre, zoom } = start ?? FIRST_VIEW;
    this.map = new MapLibre({
      container,
      style: makeStyle(style, BASE_MAP_VERSION),
      center: [centre.longitude, centre.latitude],
      zoom,
      minZoom: 1,
      maxZoom: 20,
      // Flat on purpose: picking and the fan are computed for a map that is not tilted.
      maxPitch: 0,
      // Each label that comes or goes would have the map drawn for as long again.
      ...(prefersLessMotion() ? { fadeDuration: 0 } : {}),
      attributionControl: false,
      locale: { ...texts },
    });
    // Before the first fit, so that it fits what can be seen.
    this.map.setPadding({ top: 0, right: 0, ...covered });
    this.map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
    this.map.addControl(this.#scale, 'bottom-left');
    const clock = (): number => performance.now();
    this.#layers = new FleetLayers(this.map, {
      clock,
      language: () => this.#style.language,
      onChange: () => this.#fitOnce(),
      onVisibleChange: () => this.#notifyNeighbours(),
    });
    this.#paintGround = groundOf(this.map, style);
    this.#tiles = new TileBase(this.map, {
      style,
      onDown: (isDown) => events.onTilesDown(isDown),
      onBare: (isBare) => events.onBare(isBare),
    });
    this.#selected = new SelectedVehicle(this.map, { fleet, onMoved: () => this.#notifyNeighbours() });
    this.#contributions = new Contributions({
      fences: new FenceLayers(this.map),
      groups: new GroupLayers(this.map),
      route: new RouteLine(this.map),
      trail: {
        show: (recent) => this.#selected.showTrail(recent !== null, recent ?? []),
        attach: () => this.#selected.pourTrail(),
      },
    });
    this.#pointer = new VehiclePointer(this.map, this.#layers, {
      clock,
      onPick: (id) => this.pick(id),
      onGround: (point) => {
        const { lat: latitude, lng: longitude } = this.map.unproject(point).wrap();
        if (events.onGround({ latitude, longitude })) return;
        if (!this.#contributions.pick(point)) this.pick(null);
      },
      onStack: (stack) => events.onStack(stack),
    });
    this.#listen();
    this.#paintVehicles();
    this.#layers.watch(fleet.map);
    this.#sendView();
  }

  dispose(): void {
    clearTimeout(this.#viewTimer);
    this.#selected.stop();
    this.#tiles.stop();
    this.#layers.stop();
    this.map.remove();
  }

  /** Unit of the scale bar. */
  setDistanceUnit(unit: DistanceUnit): void {
    this.#scale.setUnit(SCALES[unit]);
  }

  setStyle(style: StyleOptions): void {
    this.#style = style;
    this.#paintVehicles();
    this.#whenStyled(() => this.#restyle());
  }
  setPreferences(preferences: MapPreferences, labels: StateLabels): void {
    this.#preferences = preferences;
    this.#layers.setClustered(preferences.clustered);
    this.#layers.setStateLabels(preferences.status ? labels : null);
    this.#sendView();
  }
  /** @param source Null = the offline base alone. @param beneath What stands in for it. */
  setTiles(source: TileSource | null, beneath: TileSource | null): void {
    this.#whenStyled(() => this.#tiles.show(source, beneath));
  }
  retryTiles(): void {
    this.#tiles.retry();
  }
  setSelected(id: number | null): void {
    if (id !== null) this.#mustFit = false;
    this.#layers.setSelected(id);
    this.#selected.select(id);
    this.#sendView();
    this.#notifyNeighbours();
  }
  setFollow(isFollowed: boolean): void {
    this.#selected.follow(isFollowed);
  }
  /** Shows the current contributions of the areas. */
  contribute(contributions: readonly MapContribution[]): void {
    // What is opened is brought into sight by its layer; the whole fleet must not take the view back.
    if (contributions.some(({ layer, data }) => layer === 'fences' && data.openId !== null))
      this.#mustFit = false;
    this.#contributions.show(contributions);
  }
  /** From now on the view is one that the user was led to. */
  leaveView(): void {
    this.#mustFit = false;
  }
  /** Keeps the view of a screen when the fleet becomes known. */
  lockView(isLocked: boolean): void {
    this.#isViewLocked = isLocked;
  }
  /** Gives clicks to the drawing while the user draws. */
  setDrawing(isDrawing: boolean): void {
    this.#pointer.isActive = !isDrawing;
  }

  /** Selects without moving the map: the user has just pointed at the vehicle. */
  pick(id: number | null): void {
    this.#selected.point(id);
    this.#events.onSelect(id);
  }
  zoomBy(steps: 1 | -1): void {
    this.#mustFit = false;
    if (steps > 0) this.map.zoomIn();
    else this.map.zoomOut();
  }
  readonly watchZoom = (listener: (zoom: number) => void): (() => void) => {
    const notify = (): void => listener(this.map.getZoom());
    notify();
    const subscription = this.map.on('zoomend', notify);
    return () => subscription.unsubscribe();
  };
  /** @returns false when there is nothing to show, or no space: a window may still be opening, or a sheet cover it. */
  fitAll(): boolean {
    const bounds = this.#visibleBounds();
    if (bounds === null) return false;
    const { west, south, east, north } = bounds;
    const around = Math.min(FIT_PADDING_PX, this.map.getCanvas().clientWidth / 8);
    const box: [number, number, number, number] = [west, south, east, north];
    const fit = {
      padding: { top: around, bottom: around, left: around, right: around + CONTROLS_PX },
      maxZoom: FIT_MAX_ZOOM,
    };
    if (this.map.cameraForBounds(box, fit) === undefined) return false;
    this.map.fitBounds(box, { ...fit, duration: this.#mustFit ? 0 : FIT_MS });
    return true;
  }
  pointOf(at: LatLng): readonly [number, number] {
    const { x, y } = this.map.project([at.longitude, at.latitude]);
    return [x, y];
  }
  /** Opens the vehicles that lie where the selected one does. */
  openNeighbours(): void {
    const { id } = this.#selected;
    if (id !== null) this.#events.onStack(this.#pointer.stackOf(id));
  }

  #listen(): void {
    const { map } = this;
    map.on('style.load', () => {
      this.#layers.attach();
      this.#tiles.restore();
      this.#drawGrid();
      this.#contributions.attach();
    });
    // Not at `load`: while vehicles move, the sources are never all loaded, and the map is long in use.
    map.once('style.load', () => this.#events.onReady(map));
    map.on('move', () => {
      this.#viewTimer ??= setTimeout(() => this.#sendView(), VIEW_PAUSE_MS);
    });
    map.on('moveend', () => {
      this.#sendView();
      this.#drawGrid();
      this.#notifyNeighbours();
    });
    map.on('movestart', ({ originalEvent }) => {
      if (originalEvent === undefined) return;
      this.#mustFit = false;
      this.#events.onStack(null);
    });
    map.on('zoomstart', () => this.#events.onStack(null));
    map.on('dragstart', () => {
      if (this.#selected.isFollowed) this.#events.onFollowEnd();
    });
    map.on('resize', () => {
      this.#sendView();
      this.#fitOnce();
    });
    map.on('webglcontextlost', () => this.#events.onContext(true));
    map.on('webglcontextrestored', () => this.#events.onContext(false));
  }

  /** Around what the list shows; around the whole fleet when that is nowhere. */
  #visibleBounds(): MapBounds | null {
    const { loaded, ids, counts } = this.#fleet.list();
    const { instances } = this.#layers;
    if (!loaded || ids.length === counts.total) return fleetBounds(instances);
    const asked = new Set(ids);
    return fleetBounds(instances, (id) => asked.has(id)) ?? fleetBounds(instances);
  }
  #fitOnce(): void {
    if (this.#mustFit && !this.#isViewLocked && this.fitAll()) this.#mustFit = false;
  }
  #notifyNeighbours(): void {
    const { id } = this.#selected;
    this.#events.onNeighbours(id === null ? 0 : (this.#pointer.stackOf(id)?.ids.length ?? 0));
  }
  #sendView(): void {
    clearTimeout(this.#viewTimer);
    this.#viewTimer = undefined;
    const { clustered: cluster, name, plate, status, precision } = this.#preferences;
    const selectedId = this.#selected.id;
    this.#fleet.map.setView({
      bounds: this.#bounds(),
      zoom: this.map.getZoom(),
      cluster,
      labels: { name, plate, status, precision },
      selectedId,
    });
  }
  #bounds(): MapBounds {
    const bounds = this.map.getBounds();
    return {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    };
  }
  #drawGrid(): void {
    void this.map
      .getSource<GeoJSONSource>(Source.grid)
      ?.setData(graticule(this.#bounds(), this.#style.language));
  }

  #paintVehicles(): void {
    const { scheme, accent } = this.#style;
    this.#layers.setTheme({ accent: rgbOf(accent), disc: PALETTES[scheme].disc });
  }
  #restyle(): void {
    for (const layer of layersOf(this.#style)) {
      if (layer.id === GROUND_LAYER || this.map.getLayer(layer.id) === undefined) continue;
      for (const [name, value] of Object.entries(layer.paint ?? {})) {
        this.map.setPaintProperty(layer.id, name as never, value as never);
      }
      if (layer.id !== 'countries' || layer.type !== 'symbol') continue;
      this.map.setLayoutProperty('countries', 'text-field', layer.layout?.['text-field']);
    }
    this.#paintGround(this.#style.scheme);
    this.#tiles.setStyle(this.#style);
    this.#drawGrid();
  }
  #whenStyled(callback: () => void): void {
    if (isStyled(this.map)) callback();
    else this.map.once('style.load', callback);
  }
}
