import type {
  Device,
  DeviceCommand,
  DeviceFacets,
  DeviceFilter,
  DeviceSort,
  FleetEvent,
  LatLng,
  Position,
} from '@rastro/fleet';
import type { GroupAreas } from './group-areas.ts';
import type { InsideCounts } from './inside.ts';
import type { MapFeed } from './map-feed.ts';
import type { NearVehicle } from './near-vehicles.ts';
import type { VehicleState } from './vehicle-state.ts';

/** A device and its newest position; null = it never reported one. */
export interface Vehicle {
  readonly device: Device;
  readonly position: Position | null;
}

/** Query of the list. Stored in the URL; the data worker answers it. */
export interface ListQuery extends DeviceFilter {
  readonly sort: DeviceSort;
  /** The order among those that are equal; absent = by name. */
  readonly second?: DeviceSort | undefined;
  /** Together stands what is of one group, or in one state; absent = one list. */
  readonly grouping?: Grouping | undefined;
}

export const GROUPINGS = ['group', 'state'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Section of the list, in order. */
export interface ListSection {
  /** Id of the group (0 = in none), or the state. */
  readonly key: number | VehicleState;
  readonly count: number;
}

/** Names of objects that devices refer to by id only. */
export interface FleetNames {
  readonly groups: ReadonlyMap<number, string>;
  /** By what devices report of them. */
  readonly drivers: ReadonlyMap<string, string>;
  readonly fences: ReadonlyMap<number, string>;
  /** Addresses and towns, by the squares of `placeSquare`; for what is ordered by them. */
  readonly places: ReadonlyMap<number, string>;
}
export const NO_NAMES: FleetNames = {
  groups: new Map(),
  drivers: new Map(),
  fences: new Map(),
  places: new Map(),
};

/**
 * Of all vehicles the user may see, whatever the query. `stopped` = online and not moving
 * (docs/reference/requirements.md SPEC §4).
 */
export interface FleetCounts {
  readonly total: number;
  readonly online: number;
  readonly offline: number;
  readonly unknown: number;
  readonly moving: number;
  readonly stopped: number;
}

export interface ListSnapshot {
  readonly query: ListQuery;
  /** Device ids that match, in order. */
  readonly ids: Int32Array;
  /** Of a grouped list; their counts add up to all ids. */
  readonly sections: readonly ListSection[];
  readonly counts: FleetCounts;
  /** Values that the filters offer. */
  readonly facets: DeviceFacets;
  /** False until the first full answer of the server is in. */
  readonly loaded: boolean;
}

export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** Lost; tries again at `retryAt` (ms since 1970), or at once when visible or online again. */
  | { readonly state: 'waiting'; readonly retryAt: number }
  /** The server says that the session has ended. */
  | { readonly state: 'signedOut' };

/** The visible data is not live: it dates from `at`. */
export interface LastKnown {
  /** ms since 1970. */
  readonly at: number;
  /** Vehicles beyond the limit of this browser's storage. */
  readonly missing: number;
}

export interface FoundVehicles {
  /** At most as many as were asked for. */
  readonly devices: readonly Device[];
  /** All that the text finds. */
  readonly count: number;
}

/**
 * The live fleet as the main thread sees it. A data worker owns the socket, the full data, the order and
 * the search text; here arrive only ids of the list and details of watched vehicles.
 * Wakes come at most once per animation frame. Made by `openFleet`, handed down by React context.
 */
export interface Fleet {
  connection(): Connection;
  /** null while what is shown is live, or nothing is there yet. Wakes with the connection. */
  lastKnown(): LastKnown | null;
  watchConnection(wake: () => void): () => void;

  setQuery(query: ListQuery): void;
  list(): ListSnapshot;
  watchList(wake: () => void): () => void;

  /** Details arrive shortly after the first watch of an id; undefined until then or when not visible. */
  vehicle(id: number): Vehicle | undefined;
  watchVehicle(id: number, wake: () => void): () => void;

  /** Vehicles that a text finds, whatever the list shows. A later search leaves an earlier one empty. */
  find(text: string, limit: number): Promise<FoundVehicles>;

  /** The vehicles nearest to a place, whatever the list shows. A later question leaves an earlier one empty. */
  nearest(at: LatLng, limit: number): Promise<readonly NearVehicle[]>;

  /** Vehicles as they are now, e.g. for a file; those that went are left out. */
  read(ids: readonly number[]): Promise<readonly Vehicle[]>;

  /** Number of vehicles in each geofence; empty while it is not watched. */
  inside(): InsideCounts;
  watchInside(wake: () => void): () => void;

  /** Areas of the groups of the vehicles on the map; empty while not watched. */
  groupAreas(): GroupAreas;
  watchGroupAreas(wake: () => void): () => void;

  /** New events, each once. */
  watchEvents(onEvents: (events: readonly FleetEvent[]) => void): () => void;

  /** Commands whose life went on, each as it is now. */
  watchCommands(onCommands: (commands: readonly DeviceCommand[]) => void): () => void;

  /** Vehicles that this user may not see any more, or that are deleted. */
  watchGone(onGone: (ids: readonly number[]) => void): () => void;

  /** Kinds of objects to read again, as the server says: `session`, `server`, or e.g. `geofence`. */
  watchStale(onStale: (what: readonly string[]) => void): () => void;

  /** Re-reads devices and positions, e.g. after a device was created or edited. */
  refresh(): void;
  /** Devices that have an anchor now; needed by the filter and sort of that name. */
  setAnchored(ids: readonly number[]): void;
  /** By which the list is sorted and grouped. */
  setNames(names: FleetNames): void;
  /** For the map layer alone. */
  readonly map: MapFeed;
  dispose(): void;
}
