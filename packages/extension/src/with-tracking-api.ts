import { host } from '@rastro/base/host';
import type { TrackingApi } from './tracking-api.ts';
import { TrackingFailure } from './tracking-failure.ts';
import type { ExtensionReply } from './extension-route.ts';

const TIMEOUT_MS = 10_000;
/** Each question of a call, while its caller waits. */
export const soon = (): AbortSignal => host.timeout(TIMEOUT_MS);

/** Dependencies of code that acts on the tracking server. */
export interface TrackingApiDeps {
  /** Null = no account is configured for the tracking server behind. */
  readonly trackingApi: TrackingApi | null;
}
const NOT_SET_UP: ExtensionReply = {
  status: 501,
  body: 'Not set up - The operator has to set TRACKING_SERVER_TOKEN for it',
};
const UNREACHABLE: ExtensionReply = {
  status: 502,
  body: 'Tracking server unreachable - Try again in a moment',
};
export const unreachable = (): ExtensionReply => UNREACHABLE;

/** Answers a call, as long as there is a tracking server to act on and it can be asked. */
export const withTrackingApi =
  <R extends TrackingApiDeps, C>(
    deps: R,
    answer: (deps: R & { readonly trackingApi: TrackingApi }, call: C) => Promise<ExtensionReply>,
  ) =>
  async (call: C): Promise<ExtensionReply> => {
    const { trackingApi } = deps;
    if (!trackingApi) return NOT_SET_UP;
    try {
      return await answer({ ...deps, trackingApi }, call);
    } catch (error) {
      if (error instanceof TrackingFailure) return unreachable();
      throw error;
    }
  };
