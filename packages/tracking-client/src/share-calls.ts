import type { Share } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** @source reference/tracking-api.md §3.7 */
export interface ShareCalls {
  /** @returns a token that opens this device alone, read-only, until the end. */
  device(deviceId: number, expiration: Date, signal: AbortSignal): Promise<Answer<string>>;
  /** What one shares now. */
  list(signal: AbortSignal): Promise<Answer<readonly Share[]>>;
  /** @returns another token for a share. */
  link(id: number, signal: AbortSignal): Promise<Answer<string>>;
  extend(id: number, expiration: Date, signal: AbortSignal): Promise<Answer<Share>>;
  end(id: number, signal: AbortSignal): Promise<Answer<null>>;
}

export function shareCalls(caller: TrackingCaller): ShareCalls {
  return {
    device: (deviceId, expiration, signal) =>
      caller.text('POST /share/device', { form: { deviceId, expiration: expiration.toISOString() } }, signal),
    list: (signal) => caller.json('GET /shares', {}, signal),
    link: (id, signal) => caller.text('POST /shares/:id/link', { params: { id } }, signal),
    extend: (id, expiration, signal) => {
      const json = { expiration: expiration.toISOString() };
      return caller.json('PUT /shares/:id', { params: { id }, json }, signal);
    },
    end: (id, signal) => caller.done('DELETE /shares/:id', { params: { id } }, signal),
  };
}
