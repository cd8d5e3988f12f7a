import { distanceM } from '../geometry/distance.ts';
import type { PlaceRecord } from '../stop-visits/index.ts';
import { besideLine, type Corridor } from './corridor.ts';

/**
 * A vehicle beside its line: it is coming to it, on it, outside of it and perhaps on its way out, or has left it.
 * Plain values, to be stored.
 */
export interface CorridorState {
  readonly phase: 'joining' | 'on' | 'watching' | 'off';
  /** Meters along the line, where it was on it last. */
  readonly alongM: number;
  /** While it comes to its line, or back to it: a drive along it. */
  readonly drive: { readonly fromM: number; readonly alongM: number; readonly count: number } | null;
  /** Records in a row outside; the first of them, milliseconds since 1970. */
  readonly outside: { readonly since: number; readonly count: number } | null;
}
export type CorridorRecord = Pick<PlaceRecord, 'at' | 'latitude' | 'longitude' | 'accuracyM'>;
/** It has left its way, or is on it again. Dated by the record that showed it first. */
export interface CorridorEvent {
  readonly kind: 'left' | 'returned';
  /** Milliseconds since 1970. */
  readonly at: number;
}
/** State null = it is not on its line, and was not. */
export interface FollowedCorridor {
  readonly state: CorridorState | null;
  readonly event: CorridorEvent | null;
}

/** So far along its line a vehicle must have come to be on its way: a road that crosses the line is no beginning. */
const JOIN_M = 500;
/** Leaving the line so near to one of its ends begins or ends a way. */
const ENDS_M = 300;
const ACCURACY_FACTOR = 3;
/** Records in a row outside; of a tracker that reports seldom two are enough. */
const OUTSIDE_RECORDS = 3;
const [SELDOM_MS, SELDOM_RECORDS] = [20_000, 2];
/** Driven along the line, so that a way across it is no return. */
const [DRIVE_RECORDS, BACK_M] = [2, 100];
/** After so long without a record nothing is known of the way between. */
const SILENT_MS = 600_000;
/** After so long it has gone another way, and will not come back from it. */
const GIVEN_UP_MS = 12 * 3_600_000;
const [MAX_KMH, JUMP_M] = [180, 50];

/**
 * Follows a vehicle beside its line by one more record; the line may be driven either way. A single record neither opens
 * nor closes anything. Records must be valid and in the order of their time.
 * @param last Record before; null = none.
 * @source docs/decisions/corridors.md
 */
export function followCorridor(
  before: CorridorState | null,
  corridor: Corridor,
  record: CorridorRecord,
  last: CorridorRecord | null,
): FollowedCorridor {
  if (last !== null && (record.at <= last.at || isJump(last, record))) return { state: before, event: null };
  const everyMs = last === null ? 0 : record.at - last.at;
  const state = everyMs > SILENT_MS ? withoutGap(before) : before;
  const beside = besideLine(corridor, record);
  if (beside.distanceM <= corridor.widthM) {
    const movedM = last === null ? 0 : distanceM(last, record);
    return inside(state, corridor, { alongM: beside.alongM, at: record.at, movedM });
  }
  if (state === null || state.phase === 'joining') return { state: null, event: null };
  if (state.phase === 'off') {
    const isOver = record.at - (state.outside?.since ?? record.at) > GIVEN_UP_MS;
    return { state: isOver ? null : { ...state, drive: null }, event: null };
  }
  const isFar =
    beside.distanceM > Math.max(corridor.outerM, corridor.widthM + ACCURACY_FACTOR * record.accuracyM);
  if (isAtEnd(state.alongM, corridor) || isAtEnd(beside.alongM, corridor))
    return { state: isFar ? null : state, event: null };
  return outside(state, corridor, { at: record.at, isFar, everyMs });
}

const isAtEnd = (alongM: number, { lengthM }: Corridor): boolean =>
  alongM < ENDS_M || alongM > lengthM - ENDS_M;

/** An open deviation goes on: only what was counted is forgotten. */
const withoutGap = (state: CorridorState | null): CorridorState | null =>
  state === null || state.phase === 'off'
    ? state && { ...state, drive: null }
    : { ...state, phase: state.phase === 'watching' ? 'on' : state.phase, outside: null };

function isJump(from: CorridorRecord, to: CorridorRecord): boolean {
  const hours = (to.at - from.at) / 3_600_000;
  return distanceM(from, to) / 1000 > MAX_KMH * hours + (to.accuracyM + JUMP_M) / 1000;
}

function inside(
  state: CorridorState | null,
  corridor: Corridor,
  { alongM, at, movedM }: Inside,
): FollowedCorridor {
  const on: CorridorState = { phase: 'on', alongM, drive: null, outside: null };
  if (state !== null && (state.phase === 'on' || state.phase === 'watching'))
    return { state: on, event: null };
  // Farther along than it has moved: it has crossed another part of the line.
  const before =
    state?.drive && Math.abs(alongM - state.drive.alongM) <= 2 * movedM + JUMP_M ? state.drive : null;
  const drive = { fromM: before?.fromM ?? alongM, alongM, count: (before?.count ?? 0) + 1 };
  const drivenM = drive.count < DRIVE_RECORDS ? 0 : Math.abs(alongM - drive.fromM);
  if (state?.phase === 'off') {
    if (drivenM < BACK_M) return { state: { ...state, drive }, event: null };
    return { state: on, event: { kind: 'returned', at } };
  }
  // Who comes from one of the ends is on the way sooner than who comes from a road beside it.
  const isStarted = isAtEnd(drive.fromM, corridor) && !isAtEnd(alongM, corridor);
  if (drivenM < (isStarted ? BACK_M : JOIN_M))
    return { state: { phase: 'joining', alongM, drive, outside: null }, event: null };
  return { state: on, event: null };
}

interface Inside {
  readonly alongM: number;
  readonly at: number;
  /** Since the record before. */
  readonly movedM: number;
}
interface Outside {
  readonly at: number;
  readonly isFar: boolean;
  /** Milliseconds since the record before. */
  readonly everyMs: number;
}
function outside(
  state: CorridorState,
  { outsideMs }: Corridor,
  { at, isFar, everyMs }: Outside,
): FollowedCorridor {
  // Between the two thresholds nothing begins, and nothing ends.
  if (state.phase === 'on' && !isFar) return { state, event: null };
  const seen = { since: state.outside?.since ?? at, count: (state.outside?.count ?? 0) + 1 };
  const records = everyMs > SELDOM_MS ? SELDOM_RECORDS : OUTSIDE_RECORDS;
  if (seen.count < records || at - seen.since < outsideMs)
    return { state: { ...state, phase: 'watching', outside: seen }, event: null };
  return { state: { ...state, phase: 'off', outside: seen }, event: { kind: 'left', at: seen.since } };
}
