import type { HistoryStorage, IngestStorage, StoredEvent, StoredPosition } from '@rastro/storage';
import { KeyedMutex } from '../http/keyed-mutex.ts';
import { settleTrips } from '../messages/settle-trips.ts';
import type { CommittedDevice, TrackerBus } from '../messages/topics.ts';
import { memoryText, type LiveDevices } from './live-device.ts';

export interface HistoryCopierDeps {
  readonly storage: Pick<IngestStorage, 'commit' | 'removePositions'> &
    Pick<HistoryStorage, 'history' | 'events'>;
  readonly bus: TrackerBus;
  readonly live: LiveDevices;
  /** Has derived history made for a device whose positions have changed. */
  readonly onComplete: (deviceId: number) => void;
}
/** Everything that another tracking server has of a device between two times. */
export interface CopiedStretch {
  readonly deviceId: number;
  /** Both included, milliseconds since 1970, UTC. */
  readonly from: number;
  readonly to: number;
  /** In order of fixTime. Their ids are those of the other server. */
  readonly positions: readonly StoredPosition[];
  /** Nothing of the stretch was copied before: it is not compared. */
  readonly isNew: boolean;
}

/** Rows in one transaction. */
const AT_ONCE = 4000;
const PAGE_ROWS = 4000;
const DERIVED_TIMEOUT_MS = 600_000;

/**
 * Copies the history of another tracking server into this one's storage. Positions were processed there, so they are
 * stored as they come; trips, stops and sums are derived here.
 */
export class HistoryCopier {
  readonly #deps: HistoryCopierDeps;
  readonly #events = new KeyedMutex();

  constructor(deps: HistoryCopierDeps) {
    this.#deps = deps;
  }

  /**
   * Makes the stored positions of a stretch equal to the given ones. Resolves when they are durable.
   * @returns whether anything changed. @throws StorageError
   */
  async replace(stretch: CopiedStretch): Promise<boolean> {
    const { deviceId, from, to, positions, isNew } = stretch;
    const known = isNew ? NONE : await this.#idsBetween(deviceId, from, to);
    const missing = known.size === 0 ? positions : positions.filter(({ id }) => !known.has(id));
    for (let at = 0; at < missing.length; at += AT_ONCE)
      await this.#store(deviceId, missing.slice(at, at + AT_ONCE));
    const gone = known.size === 0 ? NONE : known.difference(new Set(positions.map(({ id }) => id)));
    for (const id of gone) await this.#deps.storage.removePositions({ deviceId, from, to, id }, 1);
    const hasChanged = missing.length > 0 || gone.size > 0;
    if (hasChanged) this.#deps.onComplete(deviceId);
    return hasChanged;
  }

  /** Drops positions of a device between two times, both included. */
  async drop(deviceId: number, from: number, to: number): Promise<void> {
    for (let removed = PAGE_ROWS; removed === PAGE_ROWS;)
      ({ removed } = await this.#deps.storage.removePositions({ deviceId, from, to, id: null }, PAGE_ROWS));
    this.#deps.onComplete(deviceId);
  }

  /** Stores events that are not there yet; `events` are of one device and in order of time. */
  addEvents(deviceId: number, events: readonly StoredEvent[]): Promise<void> {
    // Two callers may bring the same ones at once.
    return this.#events.run(deviceId, () => this.#addEvents(deviceId, events));
  }

  async #addEvents(deviceId: number, events: readonly StoredEvent[]): Promise<void> {
    const [first, last] = [events[0], events.at(-1)];
    if (!first || !last) return;
    const known = new Set<number>();
    const period = { from: first.eventTime, to: last.eventTime };
    for await (const page of this.#deps.storage.events({ deviceId, ...period, pageSize: PAGE_ROWS }))
      for (const { id } of page) known.add(id);
    const missing = events.filter(({ id }) => !known.has(id));
    if (missing.length > 0) await this.#deps.storage.commit({ positions: [], events: missing, states: [] });
  }

  /** Shows the newest state of devices, as the other server has it. Nothing is stored. */
  showStates(devices: readonly CommittedDevice[]): void {
    this.#deps.bus.publish('fleet.changed', { devices, events: [], positions: [], commands: [] });
  }

  /** Resolves when derived history includes everything that was copied of these devices. */
  async settled(deviceIds: readonly number[]): Promise<void> {
    await settleTrips(this.#deps.bus, deviceIds, DERIVED_TIMEOUT_MS);
  }

  async #idsBetween(deviceId: number, from: number, to: number): Promise<Set<number>> {
    const ids = new Set<number>();
    for await (const page of this.#deps.storage.history({ deviceId, from, to, pageSize: PAGE_ROWS }))
      for (const { id } of page) ids.add(id);
    return ids;
  }

  async #store(deviceId: number, positions: readonly StoredPosition[]): Promise<void> {
    const [first, last] = [positions[0], positions.at(-1)];
    if (!first || !last) return;
    const device = this.#deps.live.of(deviceId);
    // Of a late stretch its two ends: derived history goes back to the first.
    const late = first.fixTime > device.newestTime ? [] : [first.id, last.id];
    const isNewest = last.fixTime >= device.newestTime;
    const { status, lastUpdate, memory } = device.committed;
    const position = isNewest ? last : device.committed.position;
    const state = { deviceId, positionId: position?.id ?? 0, lastUpdate, status, memory: memoryText(memory) };
    await this.#deps.storage.commit({ positions, events: [], states: isNewest ? [state] : [], late });
    if (!isNewest) return;
    device.newestTime = last.fixTime;
    device.pending = device.committed = { ...device.committed, position };
  }
}

const NONE: Set<number> = new Set();
