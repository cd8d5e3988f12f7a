import type { HistoryStorage, IngestStorage, StoredPosition } from '@rastro/storage';
import { partitionOf } from '@rastro/storage';
import type { CommittedDevice, TrackerBus } from '../messages/topics.ts';

/** Topics by which positions become known. */
const STATES = ['fleet.changed', 'states.published'] as const;

interface Deps {
  readonly bus: TrackerBus;
  readonly storage: Pick<IngestStorage & HistoryStorage, 'deviceStates' | 'positionsById'>;
  readonly onError: (error: unknown) => void;
}

/** Newest positions of devices on which other processes work: only of those that were asked for. */
export class ForeignPositions {
  readonly #deps: Deps;
  readonly #byId = new Map<number, StoredPosition | null>();
  readonly #stops: readonly (() => void)[];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#stops = [
      deps.bus.subscribe('fleet.changed', ({ devices }) => this.#follow(devices)),
      deps.bus.subscribe('states.published', ({ devices }) => this.#follow(devices)),
      deps.bus.onGap(STATES, () => this.read([...this.#byId.keys()]).catch(deps.onError)),
    ];
  }

  /** Null = there is none, or it is not known yet: `read` waits for it. */
  of(deviceId: number): StoredPosition | null {
    const position = this.#byId.get(deviceId);
    if (position === undefined) this.read([deviceId]).catch(this.#deps.onError);
    return position ?? null;
  }

  /** Reads where devices are, and follows them from then on. */
  async read(deviceIds: readonly number[]): Promise<void> {
    if (deviceIds.length === 0) return;
    const { storage } = this.#deps;
    for (const id of deviceIds) if (!this.#byId.has(id)) this.#byId.set(id, null);
    const wanted = new Set(deviceIds);
    const states = await storage.deviceStates([...new Set(deviceIds.map(partitionOf))]);
    const ids = states.flatMap(({ deviceId, positionId }) =>
      wanted.has(deviceId) && positionId > 0 ? [positionId] : [],
    );
    for (const position of await storage.positionsById(ids)) {
      // What came over the bus meanwhile is newer.
      const known = this.#byId.get(position.deviceId);
      if (!known || known.fixTime < position.fixTime) this.#byId.set(position.deviceId, position);
    }
  }
  close(): void {
    for (const stop of this.#stops) stop();
  }

  #follow(devices: readonly CommittedDevice[]): void {
    for (const { deviceId, position } of devices)
      if (position !== undefined && this.#byId.has(deviceId)) this.#byId.set(deviceId, position);
  }
}
