import type { Knots } from '../units/speed.ts';

/** `since` = fixTime of the first sample over the limit; null = not over it. */
export interface OverspeedState {
  readonly since: number | null;
  readonly reported: boolean;
  /** Geofence whose limit was broken first; 0 = none. */
  readonly geofenceId: number;
}
export interface OverspeedSample {
  readonly time: number;
  readonly speed: Knots;
  /** 0 = no limit here. */
  readonly limit: Knots;
  /** The geofence that the limit comes from; 0 = none. */
  readonly geofenceId: number;
  /** Over = faster than the limit times this. */
  readonly multiplier: number;
  /** Time for which the speed must stay over the limit. */
  readonly holdMs: number;
}

export const INITIAL_OVERSPEED: OverspeedState = { since: null, reported: false, geofenceId: 0 };

/** One event per stretch over the limit. @source docs/reference/tracking-api.md §6.7 */
export function stepOverspeed(
  state: OverspeedState,
  now: OverspeedSample,
): { readonly state: OverspeedState; readonly over: boolean } {
  if (now.limit <= 0 || now.speed <= now.limit * now.multiplier) {
    return { state: INITIAL_OVERSPEED, over: false };
  }
  const since = state.since ?? now.time;
  const geofenceId = state.since === null ? now.geofenceId : state.geofenceId;
  const due = !state.reported && now.time - since >= now.holdMs;
  return { state: { since, reported: state.reported || due, geofenceId }, over: due };
}
