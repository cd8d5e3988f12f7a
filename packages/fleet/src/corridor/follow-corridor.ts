import { distanceM } from '../geometry/distance.ts';
import type { PlaceRecord } from '../stop-visits/index.ts';
import { besideLine, type Corridor } from './corridor.ts';

/** A vehicle beside its line; `watching` = it is outside, and may be on its way out. */
export interface CorridorState {
  readonly phase: 'on' | 'watching' | 'off';
  /** It was on its line. */
  readonly hasJoined: boolean;
  /** Metres along the line that it has reached. */
  readonly progressM: number;
  /** Records in a row outside; the first of them, milliseconds since 1970. */
  readonly outside: { readonly since: number; readonly count: number } | null;
  /** Records in a row inside after it had left; metres along the line of the first and the last of them. */
  readonly back: { readonly fromM: number; readonly alongM: number; readonly count: number } | null;
  /** Newest record that counts. */
  readonly last: PlaceRecord | null;
  readonly jumps: number;
}
/** It has left its way, or is on it again. Dated by the record that showed it first. */
export interface CorridorEvent {
  readonly kind: 'left' | 'returned';
  readonly at: number;
}
export interface FollowedCorridor {
  readonly state: CorridorState;
  readonly events: readonly CorridorEvent[];
}

export const ON_THE_WAY: CorridorState = {
  phase: 'on',
  hasJoined: false,
  progressM: 0,
  outside: null,
  back: null,
  last: null,
  jumps: 0,
};

/** A loop or a way back must not hide that a vehicle has left: so far behind it is not looked for. */
const BEHIND_M = 500;
/** So far ahead, or twice as far as it has moved, it is looked for first. */
const AHEAD_M = 1000;
/** Ends of the line at which nothing is judged: yards and parking are there. */
const ENDS_M = 300;
/** So far around the start it may be on its way to the line. */
const JOINING_M = 1000;
const [OUTER_M, OUTER_SHARE, ACCURACY_FACTOR] = [50, 0.5, 3];
/** Records in a row, and time; of a tracker that reports seldom two records are enough. */
const [OUTSIDE_RECORDS, OUTSIDE_MS] = [3, 30_000];
const [SELDOM_MS, SELDOM_RECORDS] = [20_000, 2];
const [BACK_RECORDS, BACK_M] = [2, 100];
/** After so long without a record nothing is known of the way between. */
const SILENT_MS = 600_000;
const MAX_KMH = 180;
const AGREEING_JUMPS = 3;

/**
 * Follows a vehicle beside its line. A single record neither opens nor closes anything. Records must be valid and in the
 * order of their time. @param isExempt Nothing is judged there, such as inside the fences of stops.
 */
export function followCorridor(
  before: CorridorState,
  corridor: Corridor,
  records: readonly PlaceRecord[],
  isExempt: (record: PlaceRecord) => boolean = () => false,
): FollowedCorridor {
  const events: CorridorEvent[] = [];
  let state = before;
  for (const record of records) {
    const next = follow(state, corridor, record, isExempt);
    if (next.phase === 'off' && state.phase !== 'off')
      events.push({ kind: 'left', at: next.outside?.since ?? record.at });
    if (next.phase === 'on' && state.phase === 'off') events.push({ kind: 'returned', at: record.at });
    state = next;
  }
  return { state, events };
}

function follow(
  before: CorridorState,
  corridor: Corridor,
  record: PlaceRecord,
  isExempt: (record: PlaceRecord) => boolean,
): CorridorState {
  const { last, jumps } = before;
  if (last !== null && record.at <= last.at) return before;
  if (last !== null && isJump(last, record) && jumps + 1 < AGREEING_JUMPS)
    return { ...before, jumps: jumps + 1 };
  const isAfterSilence = last !== null && record.at - last.at > SILENT_MS;
  const state: CorridorState = { ...before, ...(isAfterSilence ? NOTHING_SEEN : {}), last: record, jumps: 0 };
  const movedM = last === null ? 0 : distanceM(last, record);
  const fromM = Math.max(0, state.progressM - BEHIND_M);
  // Where it is next; a later part of the line that crosses here is not where it has come to.
  const next = besideLine(corridor, record, { fromM, toM: state.progressM + Math.max(AHEAD_M, 2 * movedM) });
  if (next.distanceM <= corridor.widthM) return inside(state, next.alongM, movedM);
  const { distanceM: distance, alongM } = besideLine(corridor, record, { fromM, toM: Infinity });
  if (distance <= corridor.widthM) return inside(state, alongM, movedM, state.progressM);
  if (isExempt(record) || isAtEnd(state, corridor, record)) return { ...state, ...NOTHING_SEEN };
  const outer =
    corridor.widthM + Math.max(OUTER_M, corridor.widthM * OUTER_SHARE, ACCURACY_FACTOR * record.accuracyM);
  return outside(state, record, { isFar: distance > outer, every: last === null ? 0 : record.at - last.at });
}

/** Near its ends, and before it has come to its line at all, nothing is judged. */
function isAtEnd({ phase, hasJoined }: CorridorState, { points }: Corridor, record: PlaceRecord): boolean {
  const [start, end] = [points[0], points.at(-1)];
  if (phase === 'off' || !start || !end) return false;
  if (distanceM(end, record) < ENDS_M) return true;
  return distanceM(start, record) < (hasJoined ? ENDS_M : JOINING_M);
}
/** An open deviation goes on: only what was counted is forgotten. */
const NOTHING_SEEN = { outside: null, back: null } as const;

function isJump(from: PlaceRecord, to: PlaceRecord): boolean {
  const hours = (to.at - from.at) / 3_600_000;
  return distanceM(from, to) / 1000 > MAX_KMH * hours + (to.accuracyM + OUTER_M) / 1000;
}

/** @param movedM Since the record before. @param reachedM Metres along the line that it is taken to have reached. */
function inside(state: CorridorState, alongM: number, movedM: number, reachedM = alongM): CorridorState {
  const progressM = Math.max(state.progressM, reachedM);
  const onTheWay = { phase: 'on', hasJoined: true, outside: null, back: null, progressM } as const;
  if (state.phase !== 'off') return { ...state, ...onTheWay };
  // Further along than it has moved: it crosses another part of the line.
  const before =
    state.back !== null && Math.abs(alongM - state.back.alongM) <= 2 * movedM ? state.back : null;
  const back = { fromM: before?.fromM ?? alongM, alongM, count: (before?.count ?? 0) + 1 };
  // Driven along the line, so that a way across it is no return.
  if (back.count < BACK_RECORDS || alongM - back.fromM < BACK_M) return { ...state, back };
  return { ...state, ...onTheWay };
}

interface Outside {
  readonly isFar: boolean;
  /** Milliseconds since the record before. */
  readonly every: number;
}
function outside(state: CorridorState, { at }: PlaceRecord, { isFar, every }: Outside): CorridorState {
  if (state.phase === 'off') return { ...state, back: null };
  if (state.phase === 'on' && !isFar) return state;
  const seen = { since: state.outside?.since ?? at, count: (state.outside?.count ?? 0) + 1 };
  const isSeldom = every > SELDOM_MS;
  const isEnough = isSeldom
    ? seen.count >= SELDOM_RECORDS
    : seen.count >= OUTSIDE_RECORDS && at - seen.since >= OUTSIDE_MS;
  return { ...state, phase: isEnough ? 'off' : 'watching', outside: seen };
}
