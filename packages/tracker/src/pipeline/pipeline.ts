import type { EventType, Knots } from '@rastro/fleet';
import type { DeviceRecord } from '@rastro/protocols';
import type { StoredEvent, StoredPosition } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import { draftOf, isNewer, isSameInstant, type Draft } from './draft.ts';
import { EVENT_RULES, type EventDraft } from './event-rules.ts';
import type { IdSequence } from './ids.ts';
import type { DeviceMemory, DeviceSnapshot, LiveDevice, LiveDevices } from './live-device.ts';
import type { PipelineOptions } from './options.ts';
import type { Stage, StageContext } from './stage.ts';
import { POSITION_STAGES, SETTLING_STAGES } from './stages.ts';

/** What one message of a device leaves behind, not durable yet. */
export interface Processed {
  readonly device: LiveDevice;
  /** The device with this message worked in, and no later one. */
  readonly after: DeviceSnapshot;
  readonly positions: readonly StoredPosition[];
  readonly events: readonly StoredEvent[];
}
export interface PipelineDependencies {
  readonly live: LiveDevices;
  readonly ids: IdSequence;
  readonly options: PipelineOptions;
  readonly speedLimitOf: (device: DeviceEntity) => Knots;
  /** Told of each record that is acknowledged but not kept. */
  readonly onRefused: (deviceId: number, reason: string) => void;
}

/** Twins remembered per instant; more than this many within one second is a resend storm, not news. */
const MAX_SEEN = 16;

/**
 * Turns records into positions and events. Synchronous, one device at a time: the order of calls is the
 * order of a device, without any lock.
 */
export class Pipeline {
  readonly #deps: PipelineDependencies;

  constructor(dependencies: PipelineDependencies) {
    this.#deps = dependencies;
  }

  /** @param now Arrival, milliseconds since 1970. */
  process(entity: DeviceEntity, protocol: string, records: readonly DeviceRecord[], now: number): Processed {
    const device = this.#deps.live.of(entity.id);
    const positions: StoredPosition[] = [];
    const events: StoredEvent[] = this.#cameOnline(device, now);
    for (const record of records) {
      const draft = draftOf(entity.id, protocol, record, now);
      const kept = this.#place(device, draft, now);
      if (!kept) continue;
      positions.push(kept.position);
      if (kept.live) events.push(...this.#advance(device, entity, kept.position, kept.memory));
    }
    return { device, after: device.ahead, positions, events };
  }

  /** A status that changes by itself: silence (`unknown`) or a closed connection (`offline`). */
  changeStatus(deviceId: number, status: 'unknown' | 'offline', now: number): Processed {
    const device = this.#deps.live.of(deviceId);
    device.ahead = { ...device.ahead, status };
    const type = status === 'unknown' ? 'deviceUnknown' : 'deviceOffline';
    return { device, after: device.ahead, positions: [], events: [this.#statusEvent(device, type, now)] };
  }

  /** An event that comes from elsewhere than a record, e.g. that a command was sent. */
  announce(deviceId: number, event: EventDraft): Processed {
    const device = this.#deps.live.of(deviceId);
    return { device, after: device.ahead, positions: [], events: [this.#event(device, event)] };
  }

  #cameOnline(device: LiveDevice, now: number): StoredEvent[] {
    const was = device.ahead.status;
    device.ahead = { ...device.ahead, status: 'online', lastUpdate: now };
    return was === 'online' ? [] : [this.#statusEvent(device, 'deviceOnline', now)];
  }

  #statusEvent(device: LiveDevice, type: EventType, eventTime: number): StoredEvent {
    return this.#event(device, { type, eventTime, positionId: 0, attributes: {} });
  }

  /** Runs the stages; tells live from late from already known. */
  #place(
    device: LiveDevice,
    arrived: Draft,
    now: number,
  ): { position: StoredPosition; live: boolean; memory: DeviceMemory } | null {
    const last = device.ahead.position;
    const memory = device.ahead.memory;
    const settling = { last, now, late: false, options: this.#deps.options };
    const settled = this.#run(SETTLING_STAGES, arrived, settling);
    if (!settled) return null;

    const twin = last !== null && isSameInstant(last, settled);
    if (twin && memory.seen.includes(settled.contentKey)) return null;
    const live = last === null || isNewer(settled, last) || (twin && memory.seen.length < MAX_SEEN);
    const draft = this.#run(POSITION_STAGES, settled, { ...settling, late: !live });
    if (!draft) return null;
    const seen = twin ? [...memory.seen, draft.contentKey] : [draft.contentKey];
    return { position: this.#position(draft), live, memory: live ? { ...memory, seen } : memory };
  }

  #run(stages: readonly Stage[], draft: Draft, context: StageContext): Draft | null {
    let current = draft;
    for (const stage of stages) {
      const result = stage(current, context);
      if (result === null) continue;
      if ('refused' in result) {
        this.#deps.onRefused(draft.deviceId, result.refused);
        return null;
      }
      current = { ...current, ...result };
    }
    return current;
  }

  /** Makes a position the newest one of its device and raises its events. */
  #advance(
    device: LiveDevice,
    entity: DeviceEntity,
    position: StoredPosition,
    memory: DeviceMemory,
  ): StoredEvent[] {
    const last = device.ahead.position;
    const speedLimit = this.#deps.speedLimitOf(entity);
    const events: StoredEvent[] = [];
    let remembered = memory;
    for (const rule of EVENT_RULES) {
      const context = { device, last, memory: remembered, speedLimit, options: this.#deps.options };
      const result = rule(position, context);
      for (const event of result.events) events.push(this.#event(device, event));
      if (result.memory) remembered = { ...remembered, ...result.memory };
    }
    device.ahead = { ...device.ahead, position, memory: remembered };
    return events;
  }

  #position({ outdated: _own, ...draft }: Draft): StoredPosition {
    return { ...draft, id: this.#deps.ids.nextPosition(), address: null, geofenceIds: null };
  }

  #event(device: LiveDevice, draft: EventDraft): StoredEvent {
    const id = this.#deps.ids.nextEvent();
    return { ...draft, id, deviceId: device.deviceId, geofenceId: 0, maintenanceId: 0 };
  }
}
