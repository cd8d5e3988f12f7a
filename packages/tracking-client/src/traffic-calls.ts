import type { TrafficRecording } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Traffic between a device and the server: for administrators, on servers of ours. */
export interface TrafficCalls {
  /** Starts again; the previous recording is gone. */
  start(deviceId: number, seconds: number, signal: AbortSignal): Promise<Answer<TrafficRecording>>;
  /** Messages after a sequence number; many come in several answers. */
  read(deviceId: number, after: number, signal: AbortSignal): Promise<Answer<TrafficRecording>>;
  /** Ends a recording and forgets it. */
  stop(deviceId: number, signal: AbortSignal): Promise<Answer<null>>;
}

export function trafficCalls(caller: TrackingCaller): TrafficCalls {
  return {
    start: (id, seconds, signal) =>
      caller.json('POST /devices/:id/traffic', { params: { id }, json: { seconds } }, signal),
    read: (id, after, signal) =>
      caller.json('GET /devices/:id/traffic', { params: { id }, query: { after } }, signal),
    stop: (id, signal) => caller.done('DELETE /devices/:id/traffic', { params: { id } }, signal),
  };
}
