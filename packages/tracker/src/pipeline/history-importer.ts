import { pause } from '@rastro/base/host';
import type { DeviceRecord } from '@rastro/protocols';
import type { IngestStorage, StoredEvent, StoredPosition } from '@rastro/storage';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import type { TrackerBus } from '../messages/topics.ts';
import type { GroupCommit } from './group-commit.ts';
import type { IdSequence } from './ids.ts';
import { memoryText, type LiveDevices } from './live-device.ts';
import type { Pipeline } from './pipeline.ts';

export interface HistoryImporterDeps {
  readonly storage: Pick<IngestStorage, 'commit'>;
  readonly bus: TrackerBus;
  readonly directory: Directory;
  readonly live: LiveDevices;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly ids: IdSequence;
  /** Its derived history is to be made now. */
  readonly onComplete: (deviceId: number) => void;
}
/** Something that a device wrote down long ago: its own time is that of its arrival. */
export type PastEntry = DeviceRecord & { readonly deviceTime: number };

/** Records in one transaction: what live devices send waits for it. */
const AT_ONCE = 1000;
const ARRIVAL_MS = 1000;
const IDS_AGAIN_MS = 20;

/**
 * Takes past records of devices from before this server knew them, through the pipeline, as if they had arrived then.
 * Positions, totals and events are stored like all others, but nothing is sent: no message, no command, no frame. Live
 * records of a device come after its past.
 */
export class HistoryImporter {
  readonly #deps: HistoryImporterDeps;

  constructor(deps: HistoryImporterDeps) {
    this.#deps = deps;
  }

  /** Of the newest record of a device, milliseconds since 1970; 0 = there is none. */
  newestTime(deviceId: number): number {
    return this.#deps.live.of(deviceId).newestTime;
  }

  /**
   * Resolves when the records are durable.
   * @param entries Oldest first, none older than what came before.
   * @throws StorageError when they are not stored; those before them are.
   */
  async add(deviceId: number, protocol: string, entries: readonly PastEntry[]): Promise<void> {
    const { commits, ids, directory } = this.#deps;
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      while (ids.isShort) await pause(IDS_AGAIN_MS);
      const part = entries.slice(at, at + AT_ONCE);
      await commits.between(async () => {
        const device = directory.devices.get(deviceId);
        if (device) await this.#store(device, protocol, part);
      });
    }
  }

  /** Shows a device where its past ended, and has its derived history made. */
  complete(deviceId: number): void {
    const { bus, live, onComplete } = this.#deps;
    const { status, lastUpdate, position } = live.committed(deviceId);
    const committed = { deviceId, status, lastUpdate, position };
    bus.publish('fleet.changed', { devices: [committed], events: [], positions: [], commands: [] });
    onComplete(deviceId);
  }

  /** Worked out and stored while no other commit is under way: no state may name a position that is not there yet. */
  async #store(entity: DeviceEntity, protocol: string, entries: readonly PastEntry[]): Promise<void> {
    const { pipeline, live, storage } = this.#deps;
    const device = live.of(entity.id);
    const { newestTime, window } = device;
    device.window = [...window];
    const positions: StoredPosition[] = [];
    const events: StoredEvent[] = [];
    const late: number[] = [];
    const passedOver: number[] = [];
    for (const entry of entries) {
      const done = pipeline.process(entity, protocol, [entry], entry.deviceTime + ARRIVAL_MS);
      positions.push(...done.positions);
      events.push(...done.events);
      late.push(...(done.late ?? []));
      passedOver.push(...(done.passedOver ?? []));
    }
    const { position, lastUpdate, status, memory } = device.pending;
    const state = {
      deviceId: entity.id,
      positionId: position?.id ?? 0,
      lastUpdate,
      status,
      memory: memoryText(memory),
    };
    try {
      await storage.commit({ positions, events, states: [state], late, passedOver });
    } catch (error) {
      Object.assign(device, { pending: device.committed, newestTime, window });
      throw error;
    }
    device.committed = { ...device.pending };
  }
}
