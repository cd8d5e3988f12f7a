import { distanceM, type LatLng } from '../geometry/distance.ts';

/** A position as trip detection sees it. */
export interface TripSample extends LatLng {
  readonly positionId: number;
  /** fixTime, milliseconds since 1970. */
  readonly time: number;
  /** Meters since the position before, as the position carries it. */
  readonly distance: number;
}
export interface TripState {
  readonly moving: boolean;
  /** Where and when motion last changed; at first the first position. Null = nothing seen yet. */
  readonly anchor: TripAnchor | null;
}
export interface TripAnchor extends LatLng {
  readonly time: number;
}
export interface TripParameters {
  readonly minDistanceM: number;
  readonly minDurationMs: number;
  readonly stopGapMs: number;
}
export interface TripEvent {
  readonly type: 'deviceMoving' | 'deviceStopped';
  readonly positionId: number;
  readonly time: number;
}
interface Step {
  readonly state: TripState;
  readonly events: readonly TripEvent[];
}

export const DEFAULT_TRIP_PARAMETERS: TripParameters = {
  minDistanceM: 200,
  minDurationMs: 180_000,
  stopGapMs: 3_600_000,
};
export const INITIAL_TRIP_STATE: TripState = { moving: false, anchor: null };

const change = (type: TripEvent['type'], at: TripSample): TripEvent => ({
  type,
  positionId: at.positionId,
  time: at.time,
});
const anchorAt = ({ time, latitude, longitude }: TripSample): TripAnchor => ({ time, latitude, longitude });

/**
 * Decides whether a device is on a trip, by distance covered; speed and ignition play no part.
 * @param window Earlier positions, oldest first, as `slideWindow` keeps them.
 * @source docs/reference/tracking-api.md §6.8
 */
export function stepTrip(
  state: TripState,
  window: readonly TripSample[],
  now: TripSample,
  parameters: TripParameters,
): Step {
  const last = window.at(-1);
  if (!last) return { state: { ...state, anchor: state.anchor ?? anchorAt(now) }, events: [] };
  if (isJump(last, now, parameters)) return stepOverGap(state, last, now);
  return state.moving
    ? stepMoving(state, window, now, parameters)
    : stepStopped(state, window, now, parameters);
}

/** A long gap over a long distance: an unrecorded trip. */
function isJump(
  last: TripSample,
  now: TripSample,
  { minDistanceM, minDurationMs, stopGapMs }: TripParameters,
) {
  const gapMs = now.time - last.time;
  return (
    gapMs > stopGapMs && now.distance >= minDistanceM && now.distance / gapMs > minDistanceM / minDurationMs
  );
}

function stepOverGap(state: TripState, last: TripSample, now: TripSample): Step {
  const events = [change('deviceMoving', last), change('deviceStopped', now)];
  return {
    state: { moving: false, anchor: anchorAt(now) },
    events: state.moving ? [change('deviceStopped', last), ...events] : events,
  };
}

function stepMoving(
  state: TripState,
  window: readonly TripSample[],
  now: TripSample,
  { minDistanceM, minDurationMs }: TripParameters,
): Step {
  // Oldest first: while driving, the oldest position is the far one, so one check is enough.
  for (const earlier of window) if (distanceM(earlier, now) >= minDistanceM) return { state, events: [] };
  const oldest = window[0];
  if (!oldest || now.time - oldest.time < minDurationMs) return { state, events: [] };
  return { state: { moving: false, anchor: anchorAt(now) }, events: [change('deviceStopped', now)] };
}

function stepStopped(
  state: TripState,
  window: readonly TripSample[],
  now: TripSample,
  { minDistanceM, minDurationMs }: TripParameters,
): Step {
  const anchor = state.anchor ?? anchorAt(now);
  if (distanceM(anchor, now) < minDistanceM) return { state: { ...state, anchor }, events: [] };
  let start = now;
  for (let i = window.length - 1; i >= 0; i--) {
    const candidate = window[i];
    if (!candidate || candidate.time <= anchor.time) break;
    const legMs = start.time - candidate.time;
    const isFirst = i === window.length - 1;
    if (!isFirst && distanceM(candidate, start) * minDurationMs <= minDistanceM * legMs) break;
    start = candidate;
  }
  return { state: { moving: true, anchor: anchorAt(start) }, events: [change('deviceMoving', start)] };
}

/** Adds a position and drops old ones, so that at most one is `minDurationMs` or more before the newest. */
export function slideWindow<T extends TripSample>(window: T[], now: T, minDurationMs: number): void {
  window.push(now);
  pruneWindow(window, minDurationMs);
}

/** Drops old positions, so that at most one is `minDurationMs` or more before the newest. */
export function pruneWindow(window: TripSample[], minDurationMs: number): void {
  const newest = window.at(-1)?.time ?? 0;
  let drop = 0;
  while (drop + 1 < window.length && newest - (window[drop + 1]?.time ?? newest) >= minDurationMs) drop++;
  if (drop > 0) window.splice(0, drop);
}
