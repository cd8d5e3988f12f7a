import {
  partitionOf,
  type IngestBatch,
  type IngestCommand,
  type StoredEvent,
  type StoredPosition,
} from '@rastro/storage';
import { memoryText, type DeviceSnapshot, type LiveDevice } from './live-device.ts';
import type { Processed } from './pipeline.ts';

/** A message that was worked out, and what happens when it is stored, or known not to be. */
export interface Waiting {
  readonly processed: Processed;
  readonly onDurable: () => void;
  readonly onFailed: () => void;
}
/** The end of a bundle of records: what comes before it is stored together with it. */
export interface BundleEnd {
  readonly partition: number;
  readonly seq: number;
  /** The last bundle of each sender, as text; absent = not known. */
  readonly senders?: string;
}
export interface Queued extends Waiting {
  /** Null = more of its bundle follows; absent = it is part of none. */
  readonly end?: BundleEnd | null;
}
/** Everything of one commit. */
export interface Gathered {
  /** State of each device after its last message. */
  readonly devices: ReadonlyMap<LiveDevice, DeviceSnapshot>;
  readonly positions: readonly StoredPosition[];
  readonly events: readonly StoredEvent[];
  readonly commands: readonly IngestCommand[];
  readonly late: readonly number[];
  readonly passedOver: readonly number[];
  /** Partitions of the devices, and the last bundle of each; null = none ended. */
  readonly partitions: ReadonlyMap<number, BundleEnd | null>;
}

/** Rows that a message takes in a commit. */
export const weightOf = ({ positions, events, commands }: Processed): number =>
  1 + positions.length + events.length + commands.length;

export function gatheredFrom(batch: readonly Queued[]): Gathered {
  const devices = new Map<LiveDevice, DeviceSnapshot>();
  const positions: StoredPosition[] = [];
  const events: StoredEvent[] = [];
  const commands: IngestCommand[] = [];
  const late: number[] = [];
  const passedOver: number[] = [];
  const partitions = new Map<number, BundleEnd | null>();
  for (const { processed, end } of batch) {
    const { device } = processed;
    devices.set(device, processed.after);
    positions.push(...processed.positions);
    events.push(...processed.events);
    commands.push(...processed.commands);
    if (processed.late) late.push(...processed.late);
    if (processed.passedOver) passedOver.push(...processed.passedOver);
    const partition = partitionOf(device.deviceId);
    if (end) partitions.set(partition, end);
    else if (!partitions.has(partition)) partitions.set(partition, null);
  }
  return { devices, positions, events, commands, late, passedOver, partitions };
}

export function rowsOf({ devices, partitions: _, ...rows }: Gathered): IngestBatch {
  const states = [...devices].map(([device, snapshot]) => ({
    deviceId: device.deviceId,
    positionId: snapshot.position?.id ?? 0,
    lastUpdate: snapshot.lastUpdate,
    status: snapshot.status,
    memory: memoryText(snapshot.memory),
  }));
  return { ...rows, states };
}
