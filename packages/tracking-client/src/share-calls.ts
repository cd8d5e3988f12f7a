import { ok } from '@rastro/base';
import type { LatLng, Share } from '@rastro/fleet';
import type { Answer } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** Contents of a new share, and its end. */
export interface WantedShare {
  /** None, when a group is. */
  readonly deviceIds: readonly number[];
  /** All of a group; absent or 0 = the devices. */
  readonly groupId?: number;
  readonly expiration: Date;
  readonly label?: string | null;
  /** The guest also sees the time before the share. */
  readonly history?: boolean;
}
export interface ShareChange {
  readonly expiration?: string;
  readonly label?: string | null;
  readonly destination?: LatLng | null;
}

/** @source docs/reference/tracking-api.md §3.7 */
export interface ShareCalls {
  /** @returns a token that opens these devices alone, read-only, until the end. */
  make(wanted: WantedShare, signal: AbortSignal): Promise<Answer<string>>;
  /** Current shares of the caller, or of a user whom they manage. */
  list(userId: number | null, signal: AbortSignal): Promise<Answer<readonly Share[]>>;
  /** @returns another token for a share. */
  link(id: number, signal: AbortSignal): Promise<Answer<string>>;
  change(id: number, change: ShareChange, signal: AbortSignal): Promise<Answer<Share>>;
  end(id: number, signal: AbortSignal): Promise<Answer<null>>;
}

const NOT_SUPPORTED = 501;

/** @param caller Of the addresses that store shares. */
export function shareCalls(caller: TrackingCaller, tracking: TrackingCaller): ShareCalls {
  return {
    make: async ({ deviceIds, groupId = 0, expiration, label, history }, signal) => {
      const [deviceId = 0, ...more] = deviceIds;
      const end = expiration.toISOString();
      const devices = more.length > 0 ? { deviceIds: [...deviceIds] } : { deviceId };
      const what = groupId > 0 ? { groupId } : devices;
      const asked = { ...(label ? { label } : {}), ...(history ? { history } : {}) };
      const made = await caller.json(
        'POST /shares',
        { json: { ...what, ...asked, expiration: end } },
        signal,
      );
      if (made.ok) return ok(made.value.token);
      // Traccar makes links to one device and keeps no list of them.
      if (made.error.status !== NOT_SUPPORTED || more.length > 0 || groupId > 0 || history) return made;
      return tracking.text('POST /share/device', { form: { deviceId, expiration: end } }, signal);
    },
    list: (userId, signal) =>
      caller.json('GET /shares', { query: userId === null ? {} : { userId } }, signal),
    link: (id, signal) => caller.text('POST /shares/:id/link', { params: { id } }, signal),
    change: (id, json, signal) => caller.json('PUT /shares/:id', { params: { id }, json }, signal),
    end: (id, signal) => caller.done('DELETE /shares/:id', { params: { id } }, signal),
  };
}
