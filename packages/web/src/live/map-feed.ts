/**
 * What the data worker streams to the map layer: typed arrays by slot, never objects per vehicle.
 * A slot is a small number that belongs to one vehicle until it is gone.
 */
export interface MapFeed {
  /** Streams the whole fleet, then what changed. One watcher at a time; the former one stops. */
  watch(sink: (patch: MapPatch) => void): () => void;
  /** Tells what is on screen; clusters and labels are answered for it. */
  setView(view: MapView): void;
}

export interface MapView {
  readonly bounds: MapBounds;
  readonly zoom: number;
  /** Vehicles close together become one circle with a count. */
  readonly cluster: boolean;
  readonly labels: LabelKind;
}
export const LABEL_KINDS = ['none', 'name', 'plate'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

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
  readonly shown: Uint8Array | null;
  readonly clusters: readonly MapCluster[] | null;
  readonly labels: readonly MapLabel[] | null;
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
  readonly text: string;
}

/** Most labels that are drawn at once. */
export const LABEL_LIMIT = 1_500;
