import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import type { MapCluster, MapFeed, MapLabel, MapPatch, MapStack } from '../../live/map-feed.ts';
import { CLUSTER_LAYER, SPACER_IMAGE, Source } from '../map-sources.ts';
import {
  clusterFeatures,
  labelFeatures,
  precisionFeatures,
  stackFeatures,
  type StateLabels,
} from '../map-features.ts';
import { screenView, toScreen, type ScreenView } from './screen-view.ts';
import { prefersLessMotion } from '../prefers-less-motion.ts';
import { VehicleInstances } from './vehicle-instances.ts';
import { VEHICLE_LAYER, VehicleLayer, type VehicleTheme } from './vehicle-layer.ts';

/** Labels follow moving vehicles at this pace: every change of theirs costs the symbol layer a layout. */
const LABEL_PAUSE_MS = 500;
const NOTHING = { width: 1, height: 1, data: new Uint8Array(4) };
/** Distance outside the screen within which a move still requests frames. */
const SEEN_MARGIN_PX = 60;

export interface FleetLayersOptions {
  readonly clock: () => number;
  readonly language: () => string;
  /** Vehicles came, went or moved. */
  readonly onChange: () => void;
  /** Other vehicles are drawn now, e.g. because a circle fell apart. */
  readonly onVisibleChange: () => void;
}

/** Pours the stream of the fleet into the map: vehicles, circles and labels. */
export class FleetLayers {
  readonly instances = new VehicleInstances(() => !prefersLessMotion());
  readonly #map: MapLibre;
  readonly #clock: () => number;
  readonly #language: () => string;
  readonly #onChange: () => void;
  readonly #onVisibleChange: () => void;
  #layer: VehicleLayer;
  #clusters: readonly MapCluster[] = [];
  #labels: readonly MapLabel[] = [];
  #stacks: readonly MapStack[] = [];
  #labelTimer: ReturnType<typeof setTimeout> | undefined;
  #selectedId: number | null = null;
  #theme: VehicleTheme | null = null;
  #isClustered = false;
  #stateLabels: StateLabels | null = null;
  #hadPrecision = false;
  #unwatch: (() => void) | null = null;

  constructor(map: MapLibre, { clock, language, onChange, onVisibleChange }: FleetLayersOptions) {
    this.#map = map;
    this.#clock = clock;
    this.#language = language;
    this.#onChange = onChange;
    this.#onVisibleChange = onVisibleChange;
    this.#layer = new VehicleLayer(this.instances, clock);
  }

  watch(feed: MapFeed): void {
    this.#unwatch?.();
    this.#unwatch = feed.watch((patch) => this.#take(patch));
  }
  stop(): void {
    this.#unwatch?.();
    clearTimeout(this.#labelTimer);
  }

  /** Adds the vehicles to a style that has just loaded; after a lost context everything is rebuilt. */
  attach(): void {
    if (this.#map.getLayer(VEHICLE_LAYER) === undefined) {
      this.#layer = new VehicleLayer(this.instances, this.#clock);
      if (this.#theme !== null) this.#layer.theme = this.#theme;
      this.#layer.isRoomy = this.#isClustered;
      this.#map.addLayer(this.#layer, CLUSTER_LAYER);
    }
    if (!this.#map.hasImage(SPACER_IMAGE)) this.#map.addImage(SPACER_IMAGE, NOTHING);
    this.#point();
    this.#pourClusters();
    this.#pourStacks();
    this.#pourLabels();
  }

  setTheme(theme: VehicleTheme): void {
    this.#theme = theme;
    this.#layer.theme = theme;
    this.#map.triggerRepaint();
  }
  get isClustered(): boolean {
    return this.#isClustered;
  }
  setClustered(isClustered: boolean): void {
    this.#isClustered = isClustered;
    this.#layer.isRoomy = isClustered;
    if (this.#labels.length > 0) this.#pourLabels();
    this.#map.triggerRepaint();
  }
  /** @param labels Null = labels do not show the state. */
  setStateLabels(labels: StateLabels | null): void {
    this.#stateLabels = labels;
    if (this.#labels.length > 0) this.#pourLabels();
  }
  setSelected(id: number | null): void {
    this.#selectedId = id;
    this.#point();
    if (this.#labels.length > 0) this.#pourLabels();
    this.#map.triggerRepaint();
  }

  #point(): void {
    const slot = this.#selectedId === null ? undefined : this.instances.slotOf(this.#selectedId);
    this.#layer.selectedSlot = slot ?? null;
  }

  #take(patch: MapPatch): void {
    const view = screenView(this.#map);
    const now = this.#clock();
    this.instances.apply(patch, now, (slot) => isOnScreen(this.instances, slot, view));
    this.#point();
    this.#layer.refresh(patch.visible !== null);
    if (patch.clusters !== null) {
      this.#clusters = patch.clusters;
      this.#pourClusters();
    }
    if (patch.stacks !== null) {
      this.#stacks = patch.stacks;
      this.#pourStacks();
    }
    if (patch.labels !== null) {
      this.#labels = patch.labels;
      this.#pourLabels();
    } else if (this.#labels.length > 0 && patch.slots.length > 0) {
      this.#labelTimer ??= setTimeout(() => this.#pourLabels(), LABEL_PAUSE_MS);
    }
    if (patch.whole || patch.slots.length > 0) this.#onChange();
    if (patch.visible !== null) this.#onVisibleChange();
  }

  #pourClusters(): void {
    void this.#source(Source.clusters)?.setData(clusterFeatures(this.#clusters, this.#language()));
  }
  #pourStacks(): void {
    void this.#source(Source.stacks)?.setData(stackFeatures(this.#stacks, this.#language()));
  }
  #pourLabels(): void {
    clearTimeout(this.#labelTimer);
    this.#labelTimer = undefined;
    const { selectedSlot, isRoomy } = this.#layer;
    const labels = labelFeatures(this.#labels, this.instances, {
      selectedSlot,
      isRoomy,
      stateLabels: this.#stateLabels,
    });
    void this.#source(Source.labels)?.setData(labels);
    const hasPrecision = this.#labels.some(({ accuracyM }) => accuracyM > 0);
    if (hasPrecision || this.#hadPrecision) {
      void this.#source(Source.precision)?.setData(precisionFeatures(this.#labels, this.instances));
    }
    this.#hadPrecision = hasPrecision;
  }
  #source(id: string): GeoJSONSource | undefined {
    return this.#map.getSource<GeoJSONSource>(id);
  }
}

function isOnScreen(instances: VehicleInstances, slot: number, view: ScreenView): boolean {
  const isInside = (x: number, y: number): boolean => {
    const [left, top] = toScreen(view, x, y);
    return (
      left > -SEEN_MARGIN_PX &&
      top > -SEEN_MARGIN_PX &&
      left < view.widthPx + SEEN_MARGIN_PX &&
      top < view.heightPx + SEEN_MARGIN_PX
    );
  };
  return (
    isInside(instances.toX[slot] as number, instances.toY[slot] as number) ||
    isInside(instances.fromX[slot] as number, instances.fromY[slot] as number)
  );
}
