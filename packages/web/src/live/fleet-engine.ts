import {
  FacetGatherer,
  isHiddenDevice,
  type Device,
  type DeviceCommand,
  type FleetEvent,
  type Position,
} from '@rastro/fleet';
import type { Overview } from '@rastro/fleet/overview';
import { EventMemory } from './event-memory.ts';
import { findVehicles } from './find-vehicles.ts';
import { FleetList } from './fleet-list.ts';
import type { Connection, FleetNames, LastKnown, ListQuery, Vehicle } from './fleet.ts';
import { groupAreas, NO_AREAS } from './group-areas.ts';
import { countInside, NO_COUNTS } from './inside.ts';
import type { MapPatch, MapView } from './map-feed.ts';
import { MapStream } from './map-stream.ts';
import { VehicleTable } from './vehicle-table.ts';
import { OverviewStream } from './overview-stream.ts';
import { nearVehicles } from './near-vehicles.ts';
import { ThrottledValue } from './throttled-value.ts';
import type { FindAsk, FleetUpdate, NearAsk, ReadAsk, WatchedVehicle } from './worker-messages.ts';

const REMEMBERED_EVENTS = 10_000;
/** The list follows live changes at this pace; a new query is answered at once. */
const LIST_PAUSE_MS = 500;
/** Counts of geofences and areas of groups follow at these: each costs a look at every vehicle. */
const INSIDE_PAUSE_MS = 1_000;
const GROUPS_PAUSE_MS = 2_000;

/** A few milliseconds of work. */
const TEXTS_PER_BATCH = 1_000;

/** Vehicles that change at once only when the fleet is read. */
const LARGE_CHANGE = 5_000;

type MutableUpdate = { -readonly [Key in keyof FleetUpdate]: FleetUpdate[Key] };

/** Content of a socket frame. */
export interface FleetFrame {
  readonly positions?: readonly Position[];
  readonly devices?: readonly Device[];
  readonly events?: readonly FleetEvent[];
  readonly commands?: readonly DeviceCommand[];
  /** Devices that are no longer visible; applied before those that arrive in the same frame. */
  readonly gone?: readonly number[];
  /** Kinds of objects to read again. */
  readonly changed?: readonly string[];
}

/** Result of `newest`. */
interface Newest {
  readonly devices: readonly Device[];
  readonly positions: readonly Position[];
  /** Number of vehicles that were left out. */
  readonly missing: number;
}

/**
 * The fleet inside the data worker: takes parsed data and questions in, gives one update out with what
 * changed since the former. Knows no socket and no timer.
 */
export class FleetEngine {
  readonly #table: VehicleTable;
  readonly #list: FleetList;
  readonly #map: MapStream;
  /** On the map until the fleet is loaded. */
  readonly #overview = new OverviewStream();
  readonly #clock: () => number;
  readonly #events = new EventMemory(REMEMBERED_EVENTS);
  readonly #facets = new FacetGatherer();
  readonly #watched = new Set<number>();
  readonly #asked = new Set<number>();
  #connection: Connection | null = null;
  /** undefined = published. */
  #lastKnown: LastKnown | null | undefined;
  #newEvents: FleetEvent[] = [];
  /** By id: a page that is behind gets the newest of each. */
  #newCommands = new Map<number, DeviceCommand>();
  /** Vehicles that are gone and not yet reported. */
  readonly #gone = new Set<number>();
  readonly #stale = new Set<string>();
  #find: FindAsk | null = null;
  #reads: ReadAsk[] = [];
  #near: NearAsk | null = null;
  readonly #inside = new ThrottledValue({
    nothing: NO_COUNTS,
    compute: (before) => countInside(this.#table, before),
    pauseMs: INSIDE_PAUSE_MS,
  });
  readonly #groups = new ThrottledValue({
    nothing: NO_AREAS,
    compute: (before) => groupAreas(this.#table, (slot) => this.#list.isMatch(slot), before),
    pauseMs: GROUPS_PAUSE_MS,
  });
  #isLoaded = false;
  #isListDue = false;
  #isListStale = false;
  #listedAt = 0;
  #countsPrint = '';

  constructor({ brand, clock }: { readonly brand: string; readonly clock: () => number }) {
    this.#clock = clock;
    this.#table = new VehicleTable(brand);
    this.#list = new FleetList(this.#table);
    this.#map = new MapStream(this.#table, (slot) => this.#list.isMatch(slot), clock);
  }

  /** Takes the complete answer of the server in. */
  load(devices: readonly Device[], positions: readonly Position[]): void {
    this.#table.replaceDevices(devices);
    for (const position of positions) this.#table.putPosition(position);
    this.#facets.clear();
    for (const device of devices) this.#addFacets(device);
    this.#followGone();
    this.#isListDue = true;
    this.#isLoaded = true;
    this.#dropOverview();
  }

  /** Lets the map show the fleet before it is loaded. @returns Whether it will: a filter needs the details. */
  showOverview(overview: Overview): boolean {
    if (this.#isLoaded || !this.#list.isUnfiltered) return false;
    this.#overview.show(overview, { brand: this.#table.brand, clock: this.#clock });
    return true;
  }

  /** @returns True when a position came for a device that is not known: time to re-read. */
  take(frame: FleetFrame): boolean {
    let isUnknown = false;
    for (const id of frame.gone ?? []) this.#table.forget(id);
    for (const device of frame.devices ?? []) {
      this.#table.putDevice(device);
      this.#addFacets(device);
    }
    for (const position of frame.positions ?? []) {
      if (this.#table.putPosition(position) === 'unknownDevice') isUnknown = true;
    }
    if (this.#followGone()) this.#gatherFacets();
    for (const what of frame.changed ?? []) this.#stale.add(what);
    for (const event of frame.events ?? []) if (this.#events.isNew(event.id)) this.#newEvents.push(event);
    for (const command of frame.commands ?? []) this.#newCommands.set(command.id, command);
    return isUnknown && this.#isLoaded;
  }

  setConnection(connection: Connection): void {
    this.#connection = connection;
  }
  setLastKnown(lastKnown: LastKnown | null): void {
    this.#lastKnown = lastKnown;
  }
  /** Whether there is a fleet to show. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }
  /** The vehicles; when there are more than `limit`, those with the latest messages. */
  newest(limit: number): Newest {
    const { devices, positions, lastUpdateAt, end } = this.#table;
    let slots = Array.from({ length: end }, (_, slot) => slot).filter((slot) => devices[slot] !== undefined);
    const missing = Math.max(0, slots.length - limit);
    // A vehicle without messages counts as the oldest.
    const lastUpdate = (slot: number): number => lastUpdateAt[slot] || 0;
    if (missing > 0) slots = slots.toSorted((a, b) => lastUpdate(b) - lastUpdate(a)).slice(0, limit);
    return {
      missing,
      devices: slots.flatMap((slot) => devices[slot] ?? []),
      positions: slots.flatMap((slot) => positions[slot] ?? []),
    };
  }
  setQuery(query: ListQuery): void {
    this.#settle();
    this.#list.setQuery(query);
    if (!this.#list.isUnfiltered) this.#dropOverview();
    this.#isListDue = true;
    this.#map.markFiltered();
    this.#groups.invalidate();
  }
  setAnchored(ids: readonly number[]): void {
    this.#settle();
    this.#list.setAnchored(ids);
    this.#isListDue = true;
    this.#map.markFiltered();
    this.#groups.invalidate();
  }
  setNames(names: FleetNames): void {
    this.#settle();
    this.#list.setNames(names);
    this.#isListDue = true;
  }
  watch(added: readonly number[], dropped: readonly number[]): void {
    for (const id of added) {
      this.#watched.add(id);
      this.#asked.add(id);
    }
    for (const id of dropped) {
      this.#watched.delete(id);
      this.#asked.delete(id);
    }
  }
  find(ask: FindAsk): void {
    this.#find = ask;
  }
  nearest(ask: NearAsk): void {
    this.#near = ask;
  }
  read(ask: ReadAsk): void {
    this.#reads.push(ask);
  }
  watchMap(isWatched: boolean): void {
    this.#map.setWatched(isWatched);
    this.#overview.setWatched(isWatched);
  }
  watchInside(isWatched: boolean): void {
    this.#inside.setWatched(isWatched);
  }
  watchGroups(isWatched: boolean): void {
    this.#groups.setWatched(isWatched);
  }
  setView(view: MapView): void {
    this.#map.setView(view);
    this.#overview.setView(view);
  }

  /** Changes since the last update, or null. */
  update(): FleetUpdate | null {
    const changed = this.#settle();
    const update: MutableUpdate = {};
    if (this.#connection !== null) update.connection = this.#connection;
    this.#connection = null;
    if (this.#lastKnown !== undefined) update.lastKnown = this.#lastKnown;
    this.#lastKnown = undefined;
    const counts = this.#list.counts();
    const print = Object.values(counts).join();
    if (print !== this.#countsPrint) this.#isListStale = true;
    const isPaced = this.#clock() - this.#listedAt >= LIST_PAUSE_MS;
    const isAsked = this.#isListDue;
    if (isAsked || (this.#isListStale && isPaced)) {
      const { query, ids, sections } = this.#list;
      update.list = { query, ids, sections, counts, facets: this.#facets.facets, loaded: this.#isLoaded };
      this.#countsPrint = print;
      this.#listedAt = this.#clock();
      this.#isListDue = false;
      this.#isListStale = false;
    }
    const vehicles = this.#asked.size > 0 ? this.#answerWatched() : [];
    if (vehicles.length > 0) update.vehicles = vehicles;
    this.#putRights(update);
    this.#putSummaries(update);
    if (this.#newEvents.length > 0) update.events = this.#newEvents.splice(0);
    if (this.#newCommands.size > 0) {
      update.commands = [...this.#newCommands.values()];
      this.#newCommands.clear();
    }
    if (this.#find !== null) {
      const { ask } = this.#find;
      update.found = { ask, ...findVehicles(this.#table, this.#list.byName, this.#find) };
      this.#find = null;
    }
    if (this.#near !== null) {
      update.near = { ask: this.#near.ask, vehicles: nearVehicles(this.#table, this.#near) };
      this.#near = null;
    }
    if (this.#reads.length > 0) update.read = this.#answerReads();
    // Who waits for the list has it first: the whole map, and grouping it, come right after.
    if (isAsked && changed.length > LARGE_CHANGE) this.#map.startAnew();
    const map = this.#patch(changed, isAsked);
    if (map !== null) update.map = map;
    this.#table.settle();
    return Object.keys(update).length > 0 ? update : null;
  }

  /** Uses a quiet moment so that the next question is answered sooner. @returns True when there is more to do. */
  prepare(): boolean {
    return this.#table.prepareTexts(TEXTS_PER_BATCH);
  }

  /** True when an update is due later although nothing more comes in. */
  get isWaiting(): boolean {
    const isSummaryWaiting = this.#inside.isWaiting || this.#groups.isWaiting;
    const isMapWaiting = (this.#overview.isShown ? this.#overview : this.#map).isWaiting;
    return this.#isListStale || isMapWaiting || isSummaryWaiting;
  }

  #patch(changed: readonly number[], isAsked: boolean): MapPatch | null {
    if (this.#overview.isShown) return this.#overview.patch();
    return isAsked && this.#map.isWholeDue ? null : this.#map.patch(changed, !isAsked);
  }
  #dropOverview(): void {
    if (this.#overview.drop()) this.#map.startAnew();
  }

  /** Brings the list up to date with the table, before it is queried or published. */
  #settle(): readonly number[] {
    const { changes } = this.#table;
    if (changes.length === 0) return changes;
    if (this.#list.update(changes)) this.#isListStale = true;
    this.#map.markChanged();
    this.#inside.markChanged();
    this.#groups.markChanged();
    let hasGone = false;
    for (const slot of changes) {
      const id = this.#table.ids[slot] ?? 0;
      if (id === 0) hasGone = true;
      else if (this.#watched.has(id)) this.#asked.add(id);
    }
    if (hasGone) {
      for (const id of this.#watched) if (this.#table.slotOf(id) === undefined) this.#asked.add(id);
    }
    return changes;
  }

  /** Drops pending messages about vehicles that are gone. @returns Whether any are. */
  #followGone(): boolean {
    const ids = new Set(this.#table.takeGone());
    for (const id of this.#gone) if (this.#table.slotOf(id) !== undefined) this.#gone.delete(id);
    if (ids.size === 0) return false;
    for (const id of ids) this.#gone.add(id);
    this.#newEvents = this.#newEvents.filter(({ deviceId }) => !ids.has(deviceId));
    for (const [id, { deviceId }] of this.#newCommands) if (ids.has(deviceId)) this.#newCommands.delete(id);
    return true;
  }

  #putSummaries(update: MutableUpdate): void {
    const inside = this.#inside.take(this.#clock());
    if (inside !== undefined) update.inside = inside;
    const groups = this.#groups.take(this.#clock());
    if (groups !== undefined) update.groups = groups;
  }

  #putRights(update: MutableUpdate): void {
    if (this.#gone.size > 0) update.gone = [...this.#gone];
    if (this.#stale.size > 0) update.stale = [...this.#stale];
    this.#gone.clear();
    this.#stale.clear();
  }

  /** Removes filter values that only gone vehicles had. */
  #gatherFacets(): void {
    this.#facets.clear();
    for (const device of this.#table.devices) if (device !== undefined) this.#addFacets(device);
    this.#isListStale = true;
  }

  #addFacets(device: Device): void {
    if (!isHiddenDevice(device) && this.#facets.add(device)) this.#isListStale = true;
  }

  #answerWatched(): readonly WatchedVehicle[] {
    const answers: WatchedVehicle[] = [];
    for (const id of this.#asked) {
      const vehicle = this.#vehicle(id);
      // Not there yet: the answer comes with the first load.
      if (vehicle === undefined && !this.#isLoaded) continue;
      answers.push({ id, vehicle });
    }
    for (const { id } of answers) this.#asked.delete(id);
    return answers;
  }

  #answerReads(): NonNullable<FleetUpdate['read']> {
    return this.#reads
      .splice(0)
      .map(({ ask, ids }) => ({ ask, vehicles: ids.flatMap((id) => this.#vehicle(id) ?? []) }));
  }

  #vehicle(id: number): Vehicle | undefined {
    const slot = this.#table.slotOf(id);
    if (slot === undefined) return undefined;
    const device = this.#table.devices[slot];
    return device === undefined ? undefined : { device, position: this.#table.positions[slot] ?? null };
  }
}
