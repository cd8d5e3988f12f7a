import type { TrafficRecording } from '@rastro/fleet';
import type { Answer, Caller } from './caller.ts';

/** What a device and the server say to each other: for administrators, on servers of ours. */
export interface TrafficCalls {
  /** Begins anew; what was recorded before is gone. */
  start(deviceId: number, seconds: number, signal: AbortSignal): Promise<Answer<TrafficRecording>>;
  /** Messages after a sequence number; many come in several answers. */
  read(deviceId: number, after: number, signal: AbortSignal): Promise<Answer<TrafficRecording>>;
  /** Ends a recording and forgets it. */
  stop(deviceId: number, signal: AbortSignal): Promise<Answer<null>>;
}

export function trafficCalls(caller: Caller): TrafficCalls {
  const path = (deviceId: number): string => `/devices/${deviceId}/traffic`;
  return {
    start: (deviceId, seconds, signal) =>
      caller.json({ method: 'POST', path: path(deviceId), json: { seconds } }, signal),
    read: (deviceId, after, signal) =>
      caller.json({ method: 'GET', path: path(deviceId), query: { after } }, signal),
    stop: (deviceId, signal) => caller.done({ method: 'DELETE', path: path(deviceId) }, signal),
  };
}
