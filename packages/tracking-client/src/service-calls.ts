import type { MaintenanceDue, NewService, ServiceEntry } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Of one vehicle, of one maintenance, of both, or of all that the caller sees. */
export interface ServiceQuestion {
  readonly deviceId?: number;
  readonly maintenanceId?: number;
}

/** Maintenance that is due, and the service history of vehicles. Our own. */
export interface ServiceCalls {
  /** Overdue first. */
  due(of: ServiceQuestion, signal: AbortSignal): Promise<Answer<readonly MaintenanceDue[]>>;
  /** Newest first. */
  list(of: ServiceQuestion, signal: AbortSignal): Promise<Answer<readonly ServiceEntry[]>>;
  add(service: NewService, signal: AbortSignal): Promise<Answer<ServiceEntry>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
}

export const serviceCalls = (caller: TrackingCaller): ServiceCalls => ({
  due: (query, signal) => caller.json('GET /services/due', { query }, signal),
  list: (query, signal) => caller.json('GET /services', { query }, signal),
  add: (service, signal) => caller.json('POST /services', { json: service }, signal),
  remove: (id, signal) => caller.done('DELETE /services/:id', { params: { id } }, signal),
});
