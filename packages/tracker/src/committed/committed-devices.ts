import type { Storage, StoredPosition } from '@rastro/storage';
import type { Directory } from '../directory/directory.ts';
import type { FleetChange, CommittedDevice, TrackerBus } from '../messages/topics.ts';

/** Visible part of a device's changing state. */
export interface CommittedState {
  readonly status: CommittedDevice['status'];
  readonly lastUpdate: number | null;
  /** Newest by fixTime, then deviceTime; null = it never sent one. */
  readonly position: StoredPosition | null;
}
/** Lookup of the visible state of a device. */
export interface CommittedStates {
  committed(deviceId: number): CommittedState;
}

const NO_MESSAGES: CommittedState = { status: 'offline', lastUpdate: null, position: null };
/** Positions read at once at a start. */
const PAGE = 1000;

/** The visible state of every device, in the API role: read once, then updated by the bus. */
export class CommittedDevices implements CommittedStates {
  readonly #byId = new Map<number, CommittedState>();
  readonly #stops: (() => void)[] = [];

  private constructor(bus: TrackerBus, directory: Directory) {
    this.#stops.push(
      bus.subscribe('fleet.changed', (change) => this.#follow(change)),
      bus.subscribe('states.published', (states) => this.#follow(states)),
      bus.onGap(['fleet.changed', 'states.published'], () => bus.publish('states.requested', null)),
      directory.devices.watch(({ before, after }) => {
        if (before && !after) this.#byId.delete(before.id);
      }),
    );
  }

  /** From states that this process has already read. */
  static of(states: Iterable<CommittedDevice>, bus: TrackerBus, directory: Directory): CommittedDevices {
    const devices = new CommittedDevices(bus, directory);
    for (const { deviceId, status, lastUpdate, position } of states)
      devices.#byId.set(deviceId, { status, lastUpdate, position: position ?? null });
    return devices;
  }
  /** From storage; what changes meanwhile is not lost. */
  static async load(
    storage: Pick<Storage, 'deviceStates' | 'positionsById'>,
    bus: TrackerBus,
    directory: Directory,
  ): Promise<CommittedDevices> {
    const devices = new CommittedDevices(bus, directory);
    await bus.flush();
    const states = await storage.deviceStates();
    for (let at = 0; at < states.length; at += PAGE) {
      const page = states.slice(at, at + PAGE);
      const ids = page.map(({ positionId }) => positionId).filter((id) => id > 0);
      const positions = new Map((await storage.positionsById(ids)).map((p) => [p.id, p]));
      for (const { deviceId, status, lastUpdate, positionId } of page) {
        // States from the bus are newer.
        if (devices.#byId.has(deviceId)) continue;
        devices.#byId.set(deviceId, {
          status,
          lastUpdate,
          position: positions.get(positionId) ?? null,
        });
      }
    }
    // Storage has the newest positions, but not who is silent since.
    bus.publish('states.requested', null);
    return devices;
  }

  committed(deviceId: number): CommittedState {
    return this.#byId.get(deviceId) ?? NO_MESSAGES;
  }
  all(): IterableIterator<[number, CommittedState]> {
    return this.#byId.entries();
  }
  close(): void {
    for (const stop of this.#stops) stop();
  }

  #follow({ devices }: Pick<FleetChange, 'devices'>): void {
    for (const { deviceId, status, lastUpdate, position } of devices) {
      const newest = position === undefined ? this.committed(deviceId).position : position;
      this.#byId.set(deviceId, { status, lastUpdate, position: newest });
    }
  }
}
