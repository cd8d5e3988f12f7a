/**
 * Stream from the data worker to the map layer: typed arrays by slot, never objects per vehicle.
 * A slot is a small number that belongs to one vehicle until it is gone.
 */
export interface MapFeed {
  /** Streams the whole fleet, then what changed. One watcher at a time; the former one stops. */
  watch(sink: (patch: MapPatch) => void): () => void;
  /** Sets the visible area; clusters and labels are computed for it. */
  setView(view: MapView): void;
}

export interface MapView {
  readonly bounds: MapBounds;
  readonly zoom: number;
  /** Vehicles close together become one circle with a count. */
  readonly cluster: boolean;
  readonly labels: LabelChoice;
  /** Gets its label first; null = none is selected. */
  readonly selectedId: number | null;
}
/** Label of a vehicle, by the names of docs/reference/requirements.md SPEC §3 `mapPref`. */
export interface LabelChoice {
  readonly name: boolean;
  readonly plate: boolean;
  readonly status: boolean;
  /** The circle that the vehicle may be in. */
  readonly precision: boolean;
}

/** Degrees; east may be greater than 180 when the view crosses the antimeridian. */
export interface MapBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Bits of `MapPatch.flags`. */
export const MapFlag = { moving: 1, placed: 2, moved: 4, alarm: 8 } as const;

export interface MapPatch {
  /** True for the first patch of a stream: forget what was there. */
  readonly whole: boolean;
  /** Slots are below this number. */
  readonly capacity: number;
  readonly slots: Int32Array;
  /** Per entry of `slots`, as are all up to `colours`; 0 = the slot is free now. */
  readonly ids: Int32Array;
  /** Two per entry: Web Mercator x and y, 0..1, y grows to the south. */
  readonly places: Float64Array;
  /** Degrees clockwise from north. */
  readonly courses: Float32Array;
  /** Index into DEVICE_CATEGORIES. */
  readonly categories: Uint8Array;
  /** Index into DEVICE_STATUSES. */
  readonly statuses: Uint8Array;
  readonly flags: Uint8Array;
  /** Two per entry: 0xRRGGBB of body and extra. */
  readonly colours: Uint32Array;
  /** 1 = draw this slot; null = as before. */
  readonly visible: Uint8Array | null;
  readonly clusters: readonly MapCluster[] | null;
  readonly labels: readonly MapLabel[] | null;
  readonly stacks: readonly MapStack[] | null;
}

/** Vehicles in one spot, which look like one. */
export interface MapStack {
  readonly longitude: number;
  readonly latitude: number;
  /** 2 or more. */
  readonly count: number;
}
export interface MapCluster {
  readonly longitude: number;
  readonly latitude: number;
  readonly count: number;
  readonly moving: number;
  /** The zoom at which this circle falls apart. */
  readonly expansionZoom: number;
}
export interface MapLabel {
  readonly slot: number;
  readonly name: string;
  readonly plate: string;
  /** Radius of the circle that the vehicle may be in; 0 = unknown, or not asked for. */
  readonly accuracyM: number;
}

/** Most vehicles that are labeled at once: more cannot be read on any screen. */
export const LABEL_LIMIT = 300;
