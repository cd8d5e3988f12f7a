import type { DeviceCommand, FleetEvent, LatLng } from '@rastro/fleet';
import type {
  Connection,
  FleetNames,
  FoundVehicles,
  LastKnown,
  ListQuery,
  ListSnapshot,
  Vehicle,
} from './fleet.ts';
import type { GroupAreas } from './group-areas.ts';
import type { InsideCounts } from './inside.ts';
import type { MapPatch, MapView } from './map-feed.ts';
import type { NearVehicle } from './near-vehicles.ts';

export interface StartWorker {
  readonly type: 'start';
  readonly apiUrl: string;
  readonly socketUrl: string;
  readonly brand: string;
  /** User whose fleet this browser stores for times without a network; null = none. */
  readonly offlineUserId: number | null;
  /** The page began without the server: the stored fleet is shown at once. */
  readonly startsOffline: boolean;
}

/** From the page to the data worker. */
export type ToWorker =
  | StartWorker
  | { readonly type: 'query'; readonly query: ListQuery }
  | { readonly type: 'watch'; readonly added: readonly number[]; readonly dropped: readonly number[] }
  | { readonly type: 'anchored'; readonly ids: readonly number[] }
  | { readonly type: 'names'; readonly names: FleetNames }
  | ({ readonly type: 'find' } & FindAsk)
  | ({ readonly type: 'read' } & ReadAsk)
  | ({ readonly type: 'nearest' } & NearAsk)
  /** Answer to the read of the overview; null = there is none. */
  | { readonly type: 'overview'; readonly bytes: ArrayBuffer | null }
  | { readonly type: 'map'; readonly isWatched: boolean }
  /** Whether the page shows how many vehicles are in each geofence. */
  | { readonly type: 'inside'; readonly isWatched: boolean }
  /** Whether the page shows where the groups are. */
  | { readonly type: 'groups'; readonly isWatched: boolean }
  | { readonly type: 'view'; readonly view: MapView }
  /** The page became visible, or the network returned. */
  | { readonly type: 'wake' }
  | { readonly type: 'refresh' }
  /** The page is being left, perhaps for good: pending data is stored now. */
  | { readonly type: 'rest' }
  /** The former update has arrived: the next may be sent. A slow page gets the newest, not a queue. */
  | { readonly type: 'taken' };

/** A search apart from the list. A later one replaces one that is not answered. */
export interface FindAsk {
  readonly ask: number;
  readonly text: string;
  readonly limit: number;
}

/** Asks for the vehicles nearest to a place. A later request replaces an unanswered one. */
export interface NearAsk {
  readonly ask: number;
  readonly at: LatLng;
  readonly limit: number;
}

/** Vehicles that are not watched, once. */
export interface ReadAsk {
  readonly ask: number;
  readonly ids: readonly number[];
}

/** From the data worker to the page: what changed since the former update. */
export interface FleetUpdate {
  readonly connection?: Connection;
  readonly lastKnown?: LastKnown | null;
  readonly list?: ListSnapshot;
  /** Watched vehicles that changed; `vehicle` undefined = not visible to this user. */
  readonly vehicles?: readonly WatchedVehicle[];
  /** Vehicles that went. */
  readonly gone?: readonly number[];
  /** Kinds of objects to read again, as the server says. */
  readonly stale?: readonly string[];
  readonly events?: readonly FleetEvent[];
  /** Commands whose life went on. */
  readonly commands?: readonly DeviceCommand[];
  readonly map?: MapPatch;
  readonly inside?: InsideCounts;
  readonly groups?: GroupAreas;
  readonly read?: readonly { readonly ask: number; readonly vehicles: readonly Vehicle[] }[];
  readonly near?: { readonly ask: number; readonly vehicles: readonly NearVehicle[] };
  readonly found?: FoundVehicles & { readonly ask: number };
}
export interface WatchedVehicle {
  readonly id: number;
  readonly vehicle: Vehicle | undefined;
}
