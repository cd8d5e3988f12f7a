import type { Device, DeviceConnection, Diagnosis, UnassignedDevice } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';
import { entityCalls, type EntityCalls } from './entity-calls.ts';

/** Totals of a device; a missing one is unchanged. */
export interface Accumulators {
  readonly deviceId: number;
  readonly totalDistance?: number;
  readonly hours?: number;
}

/** New owner of a tracker, and the name of its vehicle. */
export interface Assignment {
  readonly userId: number;
  readonly name: string;
  readonly plate: string | null;
}

/** @source docs/reference/tracking-api.md §3.5 */
export interface DeviceCalls extends EntityCalls<Device> {
  /** Rejected for a device that has no position yet. */
  setAccumulators(totals: Accumulators, signal: AbortSignal): Promise<Answer<null>>;
  /** @returns the name of the file, which the caller stores in the attribute `deviceImage`. */
  sendImage(id: number, picture: Blob, signal: AbortSignal): Promise<Answer<string>>;
  /** A stock tracking server does not know this call and answers 404 or 405. */
  removeImage(id: number, signal: AbortSignal): Promise<Answer<null>>;
  /** With its history to another customer (own). */
  move(id: number, userId: number, signal: AbortSignal): Promise<Answer<null>>;
  /** Trackers that no user sees; administrators (own). */
  unassigned(signal: AbortSignal): Promise<Answer<readonly UnassignedDevice[]>>;
  assign(id: number, to: Assignment, signal: AbortSignal): Promise<Answer<Device>>;
  /** Deletes it; it does not register itself again. */
  reject(id: number, signal: AbortSignal): Promise<Answer<null>>;
  /** Reasons why a device is offline. A stock tracking server does not know this call, either. */
  diagnosis(id: number, signal: AbortSignal): Promise<Answer<Diagnosis>>;
  /** Where its tracker is to send, and what came instead. A stock tracking server does not know this call. */
  connection(id: number, signal: AbortSignal): Promise<Answer<DeviceConnection>>;
}

export function deviceCalls(caller: TrackingCaller): DeviceCalls {
  return {
    ...entityCalls<Device>(caller, 'devices'),
    setAccumulators: (totals, signal) =>
      caller.done('PUT /devices/:id/accumulators', { params: { id: totals.deviceId }, json: totals }, signal),
    sendImage: (id, picture, signal) =>
      caller.text('POST /devices/:id/image', { params: { id }, bytes: picture }, signal),
    move: (id, userId, signal) =>
      caller.done('POST /devices/:id/move', { params: { id }, json: { userId } }, signal),
    unassigned: (signal) => caller.json('GET /devices/unassigned', {}, signal),
    assign: (id, to, signal) => caller.json('POST /devices/:id/assign', { params: { id }, json: to }, signal),
    reject: (id, signal) => caller.done('POST /devices/:id/reject', { params: { id } }, signal),
    removeImage: (id, signal) => caller.done('DELETE /devices/:id/image', { params: { id } }, signal),
    connection: (id, signal) => caller.json('GET /devices/:id/connection', { params: { id } }, signal),
    diagnosis: (id, signal) => caller.json('GET /devices/:id/diagnosis', { params: { id } }, signal),
  };
}
