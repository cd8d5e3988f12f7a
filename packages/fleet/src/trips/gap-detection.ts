import type { BoundaryReason } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import type { ReducerState } from './reducer-state.ts';
import type { Pair } from './tally.ts';

/** Steps that are remembered to know what is usual; fewer than three say nothing. */
const REMEMBERED = 5;
const ENOUGH = 3;

/** Whether the tracker was away between two records, and how that is known; null = it was there. */
export function gapBetween(pair: Pair, s: ReducerState, settings: TripSettings): BoundaryReason | null {
  if (pair.b.time - pair.a.time > gapLimitMs(pair.a, settings)) return 'silence';
  return isHole(pair, s, settings) ? 'hole' : null;
}

const gapLimitMs = (a: TripRecord, { silenceOnS, silenceOffS }: TripSettings): number =>
  (a.ignition === true ? silenceOnS : silenceOffS) * 1000;

/**
 * Milliseconds that the engine ran between two records: the ignition was on at the first, and no gap lies between them.
 * The one rule of derived history, running totals and corrections by late records.
 */
export const engineRanMs = (
  ignition: boolean | null,
  elapsedMs: number,
  { silenceOnS }: Pick<TripSettings, 'silenceOnS'>,
): number => (ignition === true && elapsedMs > 0 && elapsedMs <= silenceOnS * 1000 ? elapsedMs : 0);

/**
 * A hole in regular records, crossed slowly: the vehicle stood with the tracker off. A fast one is a tunnel.
 * With the ignition on it did not stand. With the ignition off a trip may have a hole; for a stop it is nothing new.
 */
function isHole({ a, b, crowM }: Pair, s: ReducerState, settings: TripSettings): boolean {
  const ms = b.time - a.time;
  if (settings.holeFactor === 0 || ms < settings.holeMinS * 1000 || a.ignition === true) return false;
  if (a.ignition === false && (!s.isMoving || s.stretch?.isTow === true)) return false;
  if (s.intervals.length < ENOUGH || ms < settings.holeFactor * median(s.intervals)) return false;
  return crowM * 3600 < settings.holeSpeedKmh * ms;
}

export function rememberInterval(intervals: number[], ms: number): void {
  intervals.push(ms);
  if (intervals.length > REMEMBERED) intervals.shift();
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((x, y) => x - y);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
