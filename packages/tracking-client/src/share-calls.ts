import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** @source reference/tracking-api.md §3.7 */
export interface ShareCalls {
  /** @returns a token that opens this device alone, read-only, until the end. */
  device(deviceId: number, expiration: Date, signal: AbortSignal): Promise<Answer<string>>;
}

export function shareCalls(caller: TrackingCaller): ShareCalls {
  return {
    device: (deviceId, expiration, signal) =>
      caller.text('POST /share/device', { form: { deviceId, expiration: expiration.toISOString() } }, signal),
  };
}
