import type { Attributes, EventType } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import type { FenceLock } from '../../geofences/fence-lock.ts';
import type { DeviceEntity } from '../../directory/directory.ts';
import type { DeviceMemory, LiveDevice } from '../live-device.ts';
import type { PipelineOptions } from '../options.ts';
import type { ReferenceData } from '../reference-data.ts';

export interface PendingEvent {
  readonly type: EventType;
  readonly eventTime: number;
  readonly positionId: number;
  readonly attributes: Attributes;
  readonly geofenceId?: number;
  readonly maintenanceId?: number;
}
export interface RuleContext {
  readonly device: LiveDevice;
  readonly entity: DeviceEntity;
  /** The newest position before this one. */
  readonly last: StoredPosition | null;
  readonly memory: DeviceMemory;
  /** As they hold for this device. */
  readonly options: PipelineOptions;
  readonly around: ReferenceData;
}
export interface RuleResult {
  readonly events: readonly PendingEvent[];
  /** Absent = none. */
  readonly locks?: readonly FenceLock[];
  readonly memory?: Partial<DeviceMemory>;
}
export type EventRule = (position: StoredPosition, context: RuleContext) => RuleResult;

export const NOTHING: RuleResult = { events: [] };

/** Position events carry the device's own time. @source docs/reference/tracking-api.md §2.5 */
export const eventAt = (type: EventType, p: StoredPosition, attributes: Attributes = {}): PendingEvent => ({
  type,
  eventTime: p.deviceTime,
  positionId: p.id,
  attributes,
});
