import type { Device, Diagnosis } from '@rastro/fleet';
import type { Answer, Caller } from './caller.ts';
import { entityCalls, type EntityCalls } from './entity-calls.ts';

/** Totals of a device; a missing one stays as it is. */
export interface Accumulators {
  readonly deviceId: number;
  readonly totalDistance?: number;
  readonly hours?: number;
}

/** @source reference/tracking-api.md §3.5 */
export interface DeviceCalls extends EntityCalls<Device> {
  /** Refused for a device that has no position yet. */
  setAccumulators(totals: Accumulators, signal: AbortSignal): Promise<Answer<null>>;
  /** @returns the name of the file; whoever sends it keeps that in the attribute `deviceImage`. */
  sendImage(id: number, picture: Blob, signal: AbortSignal): Promise<Answer<string>>;
  /** A stock tracking server does not know this call and answers 404 or 405. */
  removeImage(id: number, signal: AbortSignal): Promise<Answer<null>>;
  /** Why it is not heard. A stock tracking server does not know this call, either. */
  diagnosis(id: number, signal: AbortSignal): Promise<Answer<Diagnosis>>;
}

export function deviceCalls(caller: Caller): DeviceCalls {
  return {
    ...entityCalls<Device>(caller, '/devices'),
    setAccumulators: (totals, signal) =>
      caller.done({ method: 'PUT', path: `/devices/${totals.deviceId}/accumulators`, json: totals }, signal),
    sendImage: (id, picture, signal) =>
      caller.text({ method: 'POST', path: `/devices/${id}/image`, bytes: picture }, signal),
    removeImage: (id, signal) => caller.done({ method: 'DELETE', path: `/devices/${id}/image` }, signal),
    diagnosis: (id, signal) =>
      caller.json<Diagnosis>({ method: 'GET', path: `/devices/${id}/diagnosis` }, signal),
  };
}
