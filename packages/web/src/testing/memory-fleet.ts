import {
  FacetGatherer,
  FIRST_SORT,
  searchText,
  searchWords,
  type Device,
  type DeviceCommand,
  type FleetEvent,
  type LatLng,
  type Position,
} from '@rastro/fleet';
import { FleetList } from '../live/fleet-list.ts';
import {
  NO_NAMES,
  type Connection,
  type Fleet,
  type FleetNames,
  type FoundVehicles,
  type LastKnown,
  type ListQuery,
  type ListSnapshot,
  type Vehicle,
} from '../live/fleet.ts';
import { groupAreas, NO_AREAS, type GroupAreas } from '../live/group-areas.ts';
import { countInside, NO_COUNTS, type InsideCounts } from '../live/inside.ts';
import { nearVehicles, type NearVehicle } from '../live/near-vehicles.ts';
import { Sinks } from '../live/sinks.ts';
import { VehicleTable } from '../live/vehicle-table.ts';

/** A fleet in memory for tests: filters and sorts like the real one, and changes on request. */
export class MemoryFleet implements Fleet {
  readonly #vehicles = new Map<number, Vehicle>();
  readonly #wakes = new Set<() => void>();
  readonly #events = new Sinks<readonly FleetEvent[]>();
  readonly #commands = new Sinks<readonly DeviceCommand[]>();
  readonly #gone = new Sinks<readonly number[]>();
  readonly #stale = new Sinks<readonly string[]>();
  #anchored: ReadonlySet<number> = new Set();
  #table = new VehicleTable('rastro');
  #names: FleetNames = NO_NAMES;
  #inside: InsideCounts = NO_COUNTS;
  #groupAreas: GroupAreas = NO_AREAS;
  #connection: Connection = { state: 'live' };
  #lastKnown: LastKnown | null = null;
  #snapshot: ListSnapshot;
  refreshed = 0;

  constructor(vehicles: readonly Vehicle[], { loaded = true }: { readonly loaded?: boolean } = {}) {
    for (const vehicle of vehicles) this.#vehicles.set(vehicle.device.id, vehicle);
    this.#snapshot = this.#answer({ text: '', status: 'all', motion: 'all', sort: FIRST_SORT }, loaded);
  }

  connection = (): Connection => this.#connection;
  lastKnown = (): LastKnown | null => this.#lastKnown;
  list = (): ListSnapshot => this.#snapshot;
  vehicle = (id: number): Vehicle | undefined => this.#vehicles.get(id);
  watchConnection = (wake: () => void): (() => void) => this.#watch(wake);
  watchList = (wake: () => void): (() => void) => this.#watch(wake);
  watchVehicle = (_id: number, wake: () => void): (() => void) => this.#watch(wake);
  watchCommands = (sink: (commands: readonly DeviceCommand[]) => void): (() => void) =>
    this.#commands.add(sink);
  /** Publishes results of commands, as the socket does. */
  emitCommands(...commands: DeviceCommand[]): void {
    this.#commands.notify(commands);
  }
  watchEvents = (sink: (events: readonly FleetEvent[]) => void): (() => void) => this.#events.add(sink);
  inside = (): InsideCounts => this.#inside;
  watchInside = (wake: () => void): (() => void) => this.#watch(wake);
  groupAreas = (): GroupAreas => this.#groupAreas;
  watchGroupAreas = (wake: () => void): (() => void) => this.#watch(wake);
  watchGone = (sink: (ids: readonly number[]) => void): (() => void) => this.#gone.add(sink);
  watchStale = (sink: (what: readonly string[]) => void): (() => void) => this.#stale.add(sink);
  dispose = (): void => this.#wakes.clear();
  setAnchored = (ids: readonly number[]): void => {
    this.#anchored = new Set(ids);
    this.setQuery(this.#snapshot.query);
  };
  setNames = (names: FleetNames): void => {
    this.#names = names;
    this.setQuery(this.#snapshot.query);
  };
  nearest = (at: LatLng, limit: number): Promise<readonly NearVehicle[]> =>
    Promise.resolve(nearVehicles(this.#table, { at, limit }));
  read = (ids: readonly number[]): Promise<readonly Vehicle[]> =>
    Promise.resolve(ids.flatMap((id) => this.#vehicles.get(id) ?? []));
  /** These tests draw no map. */
  readonly map = { watch: () => () => undefined, setView: () => undefined };
  refresh = (): void => {
    this.refreshed += 1;
  };
  find = (text: string, limit: number): Promise<FoundVehicles> => {
    const words = searchWords(text);
    const found = [...this.#vehicles.values()].filter(({ device, position }) =>
      words.every((word) => searchText(device, position).includes(word)),
    );
    const devices = found.slice(0, limit).map(({ device }) => device);
    return Promise.resolve({ devices, count: found.length });
  };
  setQuery = (query: ListQuery): void => {
    this.#snapshot = this.#answer(query, this.#snapshot.loaded);
    this.#wake();
  };
  /** The fleet has been read. */
  load(): void {
    this.#snapshot = this.#answer(this.#snapshot.query, true);
    this.#wake();
  }
  connect(connection: Connection, lastKnown: LastKnown | null = null): void {
    this.#connection = connection;
    this.#lastKnown = lastKnown;
    this.#wake();
  }
  /** Something happens, now. */
  emitEvents(events: readonly FleetEvent[]): void {
    this.#events.notify(events);
  }
  /** Rights changed: these are not there any more. */
  take(...ids: readonly number[]): void {
    for (const id of ids) this.#vehicles.delete(id);
    this.#gone.notify(ids);
    this.setQuery(this.#snapshot.query);
  }
  /** Rights changed: this is to be read again. */
  emitStale(...what: readonly string[]): void {
    this.#stale.notify(what);
  }
  put(vehicle: Vehicle): void {
    this.#vehicles.set(vehicle.device.id, vehicle);
    this.setQuery(this.#snapshot.query);
  }

  #answer(query: ListQuery, loaded: boolean): ListSnapshot {
    const table = new VehicleTable('rastro');
    this.#table = table;
    const list = new FleetList(table);
    const facets = new FacetGatherer();
    for (const { device, position } of this.#vehicles.values()) {
      table.putDevice(device);
      if (position !== null) table.putPosition(position);
      facets.add(device);
    }
    list.update(table.changes);
    list.setAnchored([...this.#anchored]);
    list.setNames(this.#names);
    list.setQuery(query);
    const { ids, sections } = list;
    this.#inside = countInside(table);
    this.#groupAreas = groupAreas(table, (slot) => list.isMatch(slot));
    return { query, ids, sections, counts: list.counts(), facets: facets.facets, loaded };
  }
  #watch(wake: () => void): () => void {
    this.#wakes.add(wake);
    return () => void this.#wakes.delete(wake);
  }
  #wake(): void {
    for (const wake of this.#wakes) wake();
  }
}

export function aVehicle(device: Partial<Device>, position: Partial<Position> | null = {}): Vehicle {
  const id = device.id ?? 1;
  return {
    device: {
      id,
      attributes: {},
      groupId: 0,
      calendarId: 0,
      name: `Vehicle ${id}`,
      uniqueId: `86000000000${id}`,
      status: 'online',
      lastUpdate: '2026-11-20T12:00:00.000+00:00',
      positionId: id,
      phone: null,
      model: null,
      contact: null,
      category: null,
      disabled: false,
      expirationTime: null,
      ...device,
    },
    position: position === null ? null : aPosition({ deviceId: id, ...position }),
  };
}

export function anEvent(event: Partial<FleetEvent>): FleetEvent {
  return {
    id: 1,
    deviceId: 1,
    type: 'alarm',
    attributes: {},
    eventTime: '2026-11-20T12:00:00.000+00:00',
    positionId: 0,
    geofenceId: 0,
    maintenanceId: 0,
    ...event,
  };
}

export function aPosition(position: Partial<Position>): Position {
  return {
    id: 1,
    attributes: {},
    deviceId: 1,
    protocol: 'osmand',
    serverTime: '2026-11-20T12:00:00.000+00:00',
    deviceTime: '2026-11-20T12:00:00.000+00:00',
    fixTime: '2026-11-20T12:00:00.000+00:00',
    valid: true,
    latitude: -23.5505,
    longitude: -46.6333,
    altitude: 760,
    speed: 0 as Position['speed'],
    course: 0,
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
    ...position,
  };
}
