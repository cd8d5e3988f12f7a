import {
  DEFAULT_TRIP_PARAMETERS,
  INITIAL_OVERSPEED,
  INITIAL_TRIP_STATE,
  pruneWindow,
  type DeviceStatus,
  type OverspeedState,
  type TripSample,
  type TripState,
} from '@rastro/fleet';
import type { CorridorState } from '@rastro/fleet/corridor';
import {
  NO_CORRECTION,
  partitionOf,
  type HistoryStorage,
  type IngestStorage,
  type PendingCorrection,
  type StoredDeviceState,
  type StoredPosition,
} from '@rastro/storage';
import type { Still } from '../pending-records/movement.ts';
import type { DailyCount } from './daily-count.ts';
import type { OwnLanguage } from './own-language.ts';
import type { Suspect } from './placing.ts';
import type { OpenTrips } from './open-trips.ts';

/** Memory of the event rules about a device, between two records. */
export interface DeviceMemory {
  /** Of Traccar's newer rule. */
  readonly trip: TripState;
  /** Of all other rules of trips, as text; null = none yet. */
  readonly turns: string | null;
  readonly overspeed: OverspeedState;
  /** Content keys of the live records that share the newest fixTime and deviceTime: distinguishes a twin from news. */
  readonly seen: readonly number[];
  /** Geofences that the device is inside of, but not yet long enough to have entered. */
  readonly dwelling: readonly Dwelling[];
  readonly daily: DailyCount;
  /** Where it is beside the lines that it is to follow, by geofence. */
  readonly corridors: Readonly<Record<string, CorridorState>>;
  /** The moment for which deviceInactive was raised last; 0 = never. */
  readonly inactiveAt: number;
  /** Reminders already given, so that each is given once: by key, the last occurrence. */
  readonly told: Readonly<Record<string, string>>;
  /** Null = not known yet. */
  readonly language: OwnLanguage | null;
  /** The place of the last record, when it was not believed. */
  readonly suspect: Suspect | null;
  /** Where it stands, though its receiver strays; null = it moves. */
  readonly still: Still | null;
  /** It has reported its speed once. */
  readonly saysSpeed: boolean;
  /** Of the position whose totals were set by hand: everything before it is in them. 0 = never. */
  readonly setAt: { readonly distance: number; readonly engine: number };
  /** Part of `LiveDevice.pendingCorrection` that is in the totals of the last position. */
  readonly paid: PendingCorrection;
}
export interface Dwelling {
  readonly geofenceId: number;
  /** fixTime of the first position inside. */
  readonly since: number;
  /** The vehicle came from outside; absent = it was found inside. */
  readonly hasCrossed?: true;
}
export interface DeviceSnapshot {
  readonly status: DeviceStatus;
  /** Milliseconds since 1970; null = never reported. */
  readonly lastUpdate: number | null;
  /** Newest by fixTime, then deviceTime; null = it never sent one. */
  readonly position: StoredPosition | null;
  readonly memory: DeviceMemory;
}

/**
 * The moving state of one device, twice: `pending` is what the pipeline has worked out, `committed` is what
 * storage has confirmed. Only `committed` leaves the process.
 */
export interface LiveDevice {
  readonly deviceId: number;
  pending: DeviceSnapshot;
  committed: DeviceSnapshot;
  /** Recent positions of trip detection, oldest first. */
  window: TripSample[];
  /** The rule of trips at work; null = it waits in the memory of `pending`. */
  openTrips: OpenTrips | null;
  /** fixTime of the newest record that was ever stored. */
  newestTime: number;
  /** Corrections of the totals by late records, since the first record. */
  pendingCorrection: PendingCorrection;
}

/** Time span that trip detection looks back, milliseconds. */
export interface TripWindow {
  readonly longestMs: number;
  readonly ofDevice: (deviceId: number) => number;
}
const DEFAULT_TRIP_WINDOW: TripWindow = {
  longestMs: DEFAULT_TRIP_PARAMETERS.minDurationMs,
  ofDevice: () => DEFAULT_TRIP_PARAMETERS.minDurationMs,
};

const NOTHING_NOTIFIED: DeviceMemory['told'] = {};
const NO_CORRIDORS: DeviceMemory['corridors'] = {};
const EMPTY_MEMORY: DeviceMemory = {
  trip: INITIAL_TRIP_STATE,
  turns: null,
  overspeed: INITIAL_OVERSPEED,
  seen: [],
  dwelling: [],
  corridors: NO_CORRIDORS,
  daily: { day: 0, count: 0 },
  inactiveAt: 0,
  told: NOTHING_NOTIFIED,
  language: null,
  suspect: null,
  still: null,
  saysSpeed: false,
  setAt: { distance: 0, engine: 0 },
  paid: NO_CORRECTION,
};
const NO_MESSAGES: DeviceSnapshot = {
  status: 'offline',
  lastUpdate: null,
  position: null,
  memory: EMPTY_MEMORY,
};

type LiveStorage = Pick<IngestStorage & HistoryStorage, 'deviceStates' | 'positionsById' | 'recentTracks'>;
/** Devices read at once at a start. */
const PAGE = 1000;

export class LiveDevices {
  readonly #byId = new Map<number, LiveDevice>();

  /** Reads the last durable state of every device. Statuses start as `unknown`: nobody was listening. */
  static async load(
    storage: LiveStorage,
    tripWindow: TripWindow = DEFAULT_TRIP_WINDOW,
  ): Promise<LiveDevices> {
    const live = new LiveDevices();
    await live.load(storage, tripWindow);
    return live;
  }

  /**
   * Takes over the devices of some partitions, as storage has them; absent = all.
   * @param isAfterStop Nobody has listened to them meanwhile. Otherwise they are as online as they were: their
   * connections are elsewhere and go on.
   */
  async load(
    storage: LiveStorage,
    tripWindow: TripWindow = DEFAULT_TRIP_WINDOW,
    {
      partitions,
      isAfterStop = true,
    }: { readonly partitions?: readonly number[]; readonly isAfterStop?: boolean } = {},
  ): Promise<void> {
    const states = await storage.deviceStates(partitions);
    for (let at = 0; at < states.length; at += PAGE) {
      const page = states.slice(at, at + PAGE);
      const ids = page.map(({ positionId }) => positionId).filter((id) => id > 0);
      const positions = new Map((await storage.positionsById(ids)).map((p) => [p.id, p]));
      for (const state of page) {
        const status = isAfterStop && state.status === 'online' ? 'unknown' : state.status;
        const snapshot = snapshotOf({ ...state, status }, positions.get(state.positionId) ?? null);
        const { deviceId } = state;
        this.#byId.set(deviceId, {
          deviceId,
          pending: snapshot,
          committed: snapshot,
          window: [],
          openTrips: null,
          newestTime: state.newestTime,
          pendingCorrection: state.pendingCorrection,
        });
      }
    }
    for await (const page of storage.recentTracks(tripWindow.longestMs, partitions)) {
      for (const { deviceId, ...point } of page) this.of(deviceId).window.push(point);
    }
    for (const { deviceId } of states) pruneWindow(this.of(deviceId).window, tripWindow.ofDevice(deviceId));
  }
  /** Another process has taken over a partition, or it is read again. */
  drop(partition: number): void {
    for (const id of this.#byId.keys()) if (partitionOf(id) === partition) this.#byId.delete(id);
  }

  /** The state of a device; a device that never reported has one too. */
  of(deviceId: number): LiveDevice {
    let device = this.#byId.get(deviceId);
    if (!device) {
      device = {
        deviceId,
        pending: NO_MESSAGES,
        committed: NO_MESSAGES,
        window: [],
        openTrips: null,
        newestTime: 0,
        pendingCorrection: NO_CORRECTION,
      };
      this.#byId.set(deviceId, device);
    }
    return device;
  }
  committed(deviceId: number): DeviceSnapshot {
    return this.#byId.get(deviceId)?.committed ?? NO_MESSAGES;
  }
  all(): IterableIterator<LiveDevice> {
    return this.#byId.values();
  }
  /** A device has another identifier: the former one was another tracker. */
  forgetLanguage(deviceId: number): void {
    const device = this.of(deviceId);
    device.pending = { ...device.pending, memory: { ...device.pending.memory, language: null } };
  }
  forget(deviceId: number): void {
    this.#byId.delete(deviceId);
  }
}

/**
 * Memory as it is stored: what is as it was at first is left out, because this is written with every commit. Field
 * by field, as a copy by name would be dearer than the text.
 */
export function memoryText(memory: DeviceMemory): string {
  const { trip, turns, overspeed, seen, dwelling, daily, inactiveAt, told, suspect, still, setAt, paid } =
    memory;
  const { corridors } = memory;
  const text: { -readonly [Key in keyof DeviceMemory]?: DeviceMemory[Key] } = {
    seen,
    language: memory.language,
    saysSpeed: memory.saysSpeed,
  };
  if (trip.moving || trip.anchor !== null) text.trip = trip;
  if (turns !== null) text.turns = turns;
  if (overspeed !== INITIAL_OVERSPEED) text.overspeed = overspeed;
  if (dwelling.length > 0) text.dwelling = dwelling;
  if (corridors !== NO_CORRIDORS && Object.keys(corridors).length > 0) text.corridors = corridors;
  if (daily.count > 0) text.daily = daily;
  if (inactiveAt > 0) text.inactiveAt = inactiveAt;
  if (told !== NOTHING_NOTIFIED && Object.keys(told).length > 0) text.told = told;
  if (suspect) text.suspect = suspect;
  if (still) text.still = still;
  if (setAt.distance + setAt.engine > 0) text.setAt = setAt;
  if (paid.distanceM !== 0 || paid.engineMs !== 0) text.paid = paid;
  return JSON.stringify(text);
}

function snapshotOf(state: StoredDeviceState, position: StoredPosition | null): DeviceSnapshot {
  return {
    status: state.status,
    lastUpdate: state.lastUpdate,
    position,
    memory: { ...EMPTY_MEMORY, ...(JSON.parse(state.memory) as Partial<DeviceMemory>) },
  };
}

export function tripSample(p: StoredPosition): TripSample {
  const distance = p.attributes['distance'];
  return {
    positionId: p.id,
    time: p.fixTime,
    latitude: p.latitude,
    longitude: p.longitude,
    distance: typeof distance === 'number' ? distance : 0,
  };
}
