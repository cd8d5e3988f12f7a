import { ok } from '@rastro/base';
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

const NOT_KEPT = 501;

/** @param caller Of the addresses where shares are kept. */
export function shareCalls(caller: TrackingCaller, tracking: TrackingCaller): ShareCalls {
  return {
    device: async (deviceId, expiration, signal) => {
      const wanted = { deviceId, expiration: expiration.toISOString() };
      const made = await caller.json('POST /shares', { json: wanted }, signal);
      if (made.ok) return ok(made.value.token);
      // Traccar makes links and keeps no list of them.
      if (made.error.status !== NOT_KEPT) return made;
      return tracking.text('POST /share/device', { form: wanted }, signal);
    },
    list: (signal) => caller.json('GET /shares', {}, signal),
    link: (id, signal) => caller.text('POST /shares/:id/link', { params: { id } }, signal),
    extend: (id, expiration, signal) => {
      const json = { expiration: expiration.toISOString() };
      return caller.json('PUT /shares/:id', { params: { id }, json }, signal);
    },
    end: (id, signal) => caller.done('DELETE /shares/:id', { params: { id } }, signal),
  };
}
