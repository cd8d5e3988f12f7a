import { NO_FACETS, type DeviceCommand, type FleetEvent, type LatLng } from '@rastro/fleet';
import { takeEarlyRead } from './early-reads.ts';
import { FIRST_QUERY } from './first-query.ts';
import type {
  Connection,
  Fleet,
  FleetNames,
  FoundVehicles,
  LastKnown,
  ListQuery,
  ListSnapshot,
  Vehicle,
} from './fleet.ts';
import { NO_AREAS, type GroupAreas } from './group-areas.ts';
import { NO_COUNTS, type InsideCounts } from './inside.ts';
import type { MapFeed, MapPatch, MapView } from './map-feed.ts';
import type { NearVehicle } from './near-vehicles.ts';
import { Sinks } from './sinks.ts';
import { WakeSet } from './wake-set.ts';
import type { FleetUpdate, ToWorker } from './worker-messages.ts';

export interface FleetOptions {
  /** Path under which the product is served, without a slash at the end; empty = the root. */
  readonly basePath: string;
  /** Attribute prefix (`{brand}` of the spec). */
  readonly brand?: string;
  /** User whose fleet this browser stores for times without a network; null = none. */
  readonly offlineUserId?: number | null;
  /** The page began without the server. */
  readonly startsOffline?: boolean;
}

const EMPTY_LIST: ListSnapshot = {
  query: FIRST_QUERY,
  ids: new Int32Array(0),
  sections: [],
  counts: { total: 0, online: 0, offline: 0, unknown: 0, moving: 0, stopped: 0 },
  facets: NO_FACETS,
  loaded: false,
};

/**
 * Opens the live fleet: starts the data worker and keeps on this thread only what is looked at.
 * Dispose it when the session ends.
 */
export function openFleet(options: FleetOptions): Fleet {
  const { basePath, brand = 'rastro', offlineUserId = null, startsOffline = false } = options;
  const worker = new Worker(new URL('./fleet-worker.ts', import.meta.url), { type: 'module' });
  const api = new URL(`${basePath}/api/`, location.href);
  const socket = new URL('socket', api);
  socket.protocol = api.protocol === 'https:' ? 'wss:' : 'ws:';
  const addresses = { apiUrl: api.href, socketUrl: socket.href };
  worker.postMessage({ type: 'start', ...addresses, brand, offlineUserId, startsOffline } satisfies ToWorker);
  void passOverview(worker, `${basePath}/api/positions/overview`);
  return new LiveFleet(worker);
}

/** This thread may have begun the read long before there was a worker. */
async function passOverview(worker: Worker, address: string): Promise<void> {
  const answer = takeEarlyRead(address) ?? fetch(address, { credentials: 'include' });
  const bytes = await answer.then(
    (read) => (read.status === 200 ? read.arrayBuffer() : null),
    () => null,
  );
  worker.postMessage({ type: 'overview', bytes } satisfies ToWorker, bytes === null ? [] : [bytes]);
}

class LiveFleet implements Fleet {
  readonly #worker: Worker;
  readonly #wakes = new WakeSet();
  readonly #closing = new AbortController();
  readonly #vehicles = new Map<number, Vehicle | undefined>();
  readonly #events = new Sinks<readonly FleetEvent[]>();
  readonly #commands = new Sinks<readonly DeviceCommand[]>();
  readonly #gone = new Sinks<readonly number[]>();
  readonly #stale = new Sinks<readonly string[]>();
  /** Number of watchers of each id; the worker gets a message for the first and the last. */
  readonly #watchers = new Map<number, number>();
  readonly #added = new Set<number>();
  readonly #dropped = new Set<number>();
  #connection: Connection = { state: 'connecting' };
  #lastKnown: LastKnown | null = null;
  #list: ListSnapshot = EMPTY_LIST;
  readonly #finds = new Map<number, (found: FoundVehicles) => void>();
  readonly #reads = new Map<number, (vehicles: readonly Vehicle[]) => void>();
  #lastFind = 0;
  #lastRead = 0;
  readonly #nears = new Map<number, (vehicles: readonly NearVehicle[]) => void>();
  #lastNear = 0;
  #inside: InsideCounts = NO_COUNTS;
  #groupAreas: GroupAreas = NO_AREAS;
  #mapSink: ((patch: MapPatch) => void) | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FleetUpdate>) => this.#take(data);
    const wake = (): void => this.#send({ type: document.visibilityState === 'visible' ? 'wake' : 'rest' });
    const { signal } = this.#closing;
    document.addEventListener('visibilitychange', wake, { signal });
    window.addEventListener('online', () => this.#send({ type: 'wake' }), { signal });
  }

  connection(): Connection {
    return this.#connection;
  }
  lastKnown(): LastKnown | null {
    return this.#lastKnown;
  }
  watchConnection(wake: () => void): () => void {
    return this.#wakes.add('connection', wake);
  }
  setQuery(query: ListQuery): void {
    this.#send({ type: 'query', query });
  }
  list(): ListSnapshot {
    return this.#list;
  }
  watchList(wake: () => void): () => void {
    return this.#wakes.add('list', wake);
  }
  vehicle(id: number): Vehicle | undefined {
    return this.#vehicles.get(id);
  }

  watchVehicle(id: number, wake: () => void): () => void {
    const drop = this.#wakes.add(id, wake);
    const count = this.#watchers.get(id) ?? 0;
    this.#watchers.set(id, count + 1);
    if (count === 0) this.#note(id, this.#added, this.#dropped);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      drop();
      const left = (this.#watchers.get(id) ?? 1) - 1;
      if (left > 0) {
        this.#watchers.set(id, left);
        return;
      }
      this.#watchers.delete(id);
      this.#note(id, this.#dropped, this.#added);
    };
  }

  find(text: string, limit: number): Promise<FoundVehicles> {
    const ask = ++this.#lastFind;
    this.#send({ type: 'find', ask, text, limit });
    return new Promise((resolve) => this.#finds.set(ask, resolve));
  }

  nearest(at: LatLng, limit: number): Promise<readonly NearVehicle[]> {
    const ask = ++this.#lastNear;
    this.#send({ type: 'nearest', ask, at, limit });
    return new Promise((resolve) => this.#nears.set(ask, resolve));
  }

  read(ids: readonly number[]): Promise<readonly Vehicle[]> {
    const ask = ++this.#lastRead;
    this.#send({ type: 'read', ask, ids });
    return new Promise((resolve) => this.#reads.set(ask, resolve));
  }

  inside(): InsideCounts {
    return this.#inside;
  }
  watchInside(wake: () => void): () => void {
    return this.#watchSummary('inside', wake, () => {
      this.#inside = NO_COUNTS;
    });
  }
  groupAreas(): GroupAreas {
    return this.#groupAreas;
  }
  watchGroupAreas(wake: () => void): () => void {
    return this.#watchSummary('groups', wake, () => {
      this.#groupAreas = NO_AREAS;
    });
  }

  watchEvents(onEvents: (events: readonly FleetEvent[]) => void): () => void {
    return this.#events.add(onEvents);
  }
  watchCommands(onCommands: (commands: readonly DeviceCommand[]) => void): () => void {
    return this.#commands.add(onCommands);
  }
  watchGone(onGone: (ids: readonly number[]) => void): () => void {
    return this.#gone.add(onGone);
  }
  watchStale(onStale: (what: readonly string[]) => void): () => void {
    return this.#stale.add(onStale);
  }
  refresh(): void {
    this.#send({ type: 'refresh' });
  }
  setAnchored(ids: readonly number[]): void {
    this.#send({ type: 'anchored', ids });
  }
  setNames(names: FleetNames): void {
    this.#send({ type: 'names', names });
  }
  dispose(): void {
    this.#closing.abort();
    this.#wakes.clear();
    for (const sinks of [this.#events, this.#commands, this.#gone, this.#stale]) sinks.clear();
    this.#mapSink = null;
    this.#worker.terminate();
  }

  readonly map: MapFeed = {
    watch: (sink) => {
      this.#mapSink = sink;
      this.#send({ type: 'map', isWatched: true });
      return () => {
        if (this.#mapSink !== sink) return;
        this.#mapSink = null;
        this.#send({ type: 'map', isWatched: false });
      };
    },
    setView: (view: MapView) => this.#send({ type: 'view', view }),
  };

  /** Watches a summary that the worker computes only while it is needed. */
  #watchSummary(type: 'inside' | 'groups', wake: () => void, forget: () => void): () => void {
    const drop = this.#wakes.add(type, wake);
    if (this.#wakes.countOf(type) === 1) this.#send({ type, isWatched: true });
    return () => {
      drop();
      if (this.#wakes.countOf(type) > 0) return;
      forget();
      this.#send({ type, isWatched: false });
    };
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #take(update: FleetUpdate): void {
    this.#send({ type: 'taken' });
    const { connection, list, vehicles, map, found } = update;
    if (connection !== undefined) {
      this.#connection = connection;
      this.#wakes.wake('connection');
    }
    if (update.lastKnown !== undefined) {
      this.#lastKnown = update.lastKnown;
      this.#wakes.wake('connection');
    }
    if (list !== undefined) {
      this.#list = list;
      this.#wakes.wake('list');
    }
    for (const { id, vehicle } of vehicles ?? []) {
      if (!this.#watchers.has(id)) continue;
      this.#vehicles.set(id, vehicle);
      this.#wakes.wake(id);
    }
    if (map !== undefined) this.#mapSink?.(map);
    if (update.inside !== undefined) {
      this.#inside = update.inside;
      this.#wakes.wake('inside');
    }
    if (update.groups !== undefined) {
      this.#groupAreas = update.groups;
      this.#wakes.wake('groups');
    }
    if (found !== undefined) this.#answerFinds(found);
    if (update.near !== undefined) this.#answerNears(update.near);
    for (const { ask, vehicles: read } of update.read ?? []) {
      this.#reads.get(ask)?.(read);
      this.#reads.delete(ask);
    }
    this.#gone.notify(update.gone);
    this.#stale.notify(update.stale);
    this.#events.notify(update.events);
    this.#commands.notify(update.commands);
  }

  #answerFinds({ ask, devices, count }: NonNullable<FleetUpdate['found']>): void {
    for (const [asked, resolve] of this.#finds) {
      if (asked > ask) continue;
      this.#finds.delete(asked);
      resolve(asked === ask ? { devices, count } : { devices: [], count: 0 });
    }
  }

  #answerNears({ ask, vehicles }: NonNullable<FleetUpdate['near']>): void {
    for (const [asked, resolve] of this.#nears) {
      if (asked > ask) continue;
      this.#nears.delete(asked);
      resolve(asked === ask ? vehicles : []);
    }
  }

  /** Watches come and go in bursts while a list scrolls: the worker gets one message per task. */
  #note(id: number, into: Set<number>, outOf: Set<number>): void {
    if (this.#added.size + this.#dropped.size === 0) queueMicrotask(() => this.#sendWatches());
    if (outOf.delete(id)) return;
    into.add(id);
  }

  #sendWatches(): void {
    const message: ToWorker = { type: 'watch', added: [...this.#added], dropped: [...this.#dropped] };
    this.#added.clear();
    this.#dropped.clear();
    for (const id of message.dropped) this.#vehicles.delete(id);
    if (message.added.length + message.dropped.length > 0) this.#send(message);
  }
}
