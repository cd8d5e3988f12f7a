import type { FleetEvent, Position } from '@rastro/fleet';
import type { Vehicle } from '../../../live/fleet.ts';
import { isMoving, vehicleState } from '../../../live/vehicle-state.ts';

/** Age of a state that is not unusual: many trackers report a parked vehicle every few minutes. */
const MIN_GAP_MS = 15 * 60_000;

/** Milliseconds since the last message of a vehicle, when that is long. @param lastUpdate null = never */
export function dataGapMs(lastUpdate: number | null, now: number): number | null {
  const gapMs = lastUpdate === null ? 0 : now - lastUpdate;
  return gapMs < MIN_GAP_MS ? null : gapMs;
}

/** Start of the state: exact, or not later than the first known record. */
export type Since =
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'before'; readonly at: number }
  | { readonly kind: 'unknown' };

/**
 * Since when a vehicle is in its present state.
 * @param history Positions by fix time, oldest first; for a vehicle that is online.
 */
export function stateSince(vehicle: Vehicle, history: readonly Position[]): Since {
  const state = vehicleState(vehicle);
  if (state === 'offline' || state === 'unknown') {
    const { lastUpdate } = vehicle.device;
    return lastUpdate === null ? { kind: 'unknown' } : { kind: 'at', at: Date.parse(lastUpdate) };
  }
  const moving = state === 'moving';
  const lastOther = history.findLastIndex((position) => isMoving(position) !== moving);
  const first = history[lastOther + 1];
  if (first === undefined) return { kind: 'unknown' };
  return { kind: lastOther === -1 ? 'before' : 'at', at: Date.parse(first.fixTime) };
}

/** Events that begin a state. */
const BEGINS = { deviceMoving: 'moving', deviceStopped: 'stopped' } as const;

/**
 * Looks further back than the history does, into what the server noted.
 * @param since What the history says.
 * @param events Of this vehicle, newest first.
 */
export function sinceByEvents(vehicle: Vehicle, since: Since, events: readonly FleetEvent[]): Since {
  if (since.kind === 'at') return since;
  const last = events.find(({ type }) => type in BEGINS);
  if (last === undefined || BEGINS[last.type as keyof typeof BEGINS] !== vehicleState(vehicle)) return since;
  const at = Date.parse(last.eventTime);
  // Standing begins a while before it is noted: what the history saw earlier is nearer the truth.
  return since.kind === 'before' && since.at < at ? since : { kind: 'at', at };
}
