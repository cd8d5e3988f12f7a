import { pointOf } from './boundary.ts';
import type { DrivingEventKind, EventSource } from './driving-style.ts';
import type { TrackPoint } from './stretch-segment.ts';
import type { Pair } from './tally.ts';
import type { TripRecord } from './trip-record.ts';

/** Part of a lasting episode in the records of one tally; one that continues has a part in the next. */
export interface Part {
  kind: 'visit' | 'drive' | 'speeding' | 'idle' | DrivingEventKind;
  since: TrackPoint;
  start: TrackPoint;
  end: TrackPoint;
  isOpen: boolean;
  /** Continues from an earlier tally: its end must be reported, however short it was. */
  isCarried: boolean;
  geofenceId: number;
  driver: string | null;
  mm: number;
  s: number;
  topKmh: number;
  limitKmh: number;
  /** Of an event of driving style: its strongest moment, 0 = not measured; null = of another kind. */
  peakMs2: number;
  source: EventSource | null;
}
/** Mode of a pair: driven, stationary, or a gap. */
export type PairMode = 'driven' | 'held' | 'silent';

export function openPart(parts: readonly Part[], kind: Part['kind']): Part | undefined {
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i];
    if (part && part.isOpen && part.kind === kind) return part;
  }
  return undefined;
}

export const close = (part: Part | undefined): void => {
  if (part) part.isOpen = false;
};

export function begin(parts: Part[], kind: Part['kind'], at: TripRecord, geofenceId = 0): Part {
  const point = pointOf(at);
  const part: Part = {
    kind,
    since: point,
    start: point,
    end: point,
    isOpen: true,
    isCarried: false,
    geofenceId,
    driver: at.driver,
    mm: 0,
    s: 0,
    topKmh: 0,
    limitKmh: 0,
    peakMs2: 0,
    source: null,
  };
  parts.push(part);
  return part;
}

export function extend(part: Part, { a, b, mm }: Pair, mode: PairMode): void {
  part.end = pointOf(b);
  part.s += Math.floor(b.time / 1000) - Math.floor(a.time / 1000);
  if (mode !== 'silent') part.mm += mm;
}
