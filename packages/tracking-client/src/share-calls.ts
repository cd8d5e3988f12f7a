import type { Answer, Caller } from './caller.ts';

/** @source reference/tracking-api.md §3.7 */
export interface ShareCalls {
  /** @returns a token that opens this device alone, read-only, until the end. */
  device(deviceId: number, expiration: Date, signal: AbortSignal): Promise<Answer<string>>;
}

export function shareCalls(caller: Caller): ShareCalls {
  return {
    device: (deviceId, expiration, signal) =>
      caller.text(
        {
          method: 'POST',
          path: '/share/device',
          form: { deviceId: String(deviceId), expiration: expiration.toISOString() },
        },
        signal,
      ),
  };
}
