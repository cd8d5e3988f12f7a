import { BOUNDARY_REASONS } from './stretch-segment.ts';
import type { LatLng } from '../geometry/distance.ts';
import type { RecordKey } from './trip-record.ts';
import type {
  ReducerState,
  LeftOut,
  OpenStretch,
  Pause,
  Stand,
  TraccarState,
  Trial,
} from './reducer-state.ts';
import type { FuelChange, FuelState, FuelStep } from './fuel-state.ts';
import { isPacked, PackedSink, readPacked } from './packed-text.ts';
import {
  boundary,
  place,
  point,
  record,
  writeAll,
  writeBoundary,
  writeNumbers,
  writeOrNull,
  writePlace,
  writePoint,
  writeRecord,
} from './record-text.ts';
import { JsonSink, type StateSink } from './state-sink.ts';
import { all, flag, listOf, n, oneOf, orNull, text } from './state-values.ts';
import { tally, writeTally } from './tally-text.ts';
import { sampleOf } from './traccar.ts';

// The state of a reducer as text: short, as there is one with each piece, and the same for the same state. Equal texts
// continue equally: nothing of the state may be missing, and nothing may depend on how it was reached.

const LEFT_OUT = ['nowhere', 'approximate', 'noFix', 'clockAhead', 'poorFix', 'spike'] as const;
const CHANGES = ['fill', 'drain'] as const;

function moment(value: unknown): LatLng & { readonly time: number } {
  const v = listOf(value, 3);
  return { time: n(v[0]), latitude: n(v[1]), longitude: n(v[2]) };
}
function keyIn(value: unknown): RecordKey {
  const v = listOf(value, 3);
  return { time: n(v[0]), deviceTime: n(v[1]), key: n(v[2]) };
}
const places = (value: unknown): LatLng[] => all(value, place);
function stand(value: unknown): Stand {
  const v = listOf(value, 2);
  return { place: place(v[0]), fixes: orNull(v[1], places) };
}
function stretch(value: unknown): OpenStretch {
  const v = listOf(value, 5);
  return {
    start: boundary(v[0]),
    began: oneOf(v[1], BOUNDARY_REASONS),
    engineOnAt: orNull(v[2], n),
    engineOffAt: orNull(v[3], n),
    isTow: flag(v[4]),
  };
}
function trial(value: unknown): Trial {
  const t = listOf(value, 10);
  return {
    start: boundary(t[0]),
    why: oneOf(t[1], BOUNDARY_REASONS),
    waitsUntil: n(t[2]),
    drivenAt: orNull(t[3], n),
    isTow: flag(t[4]),
    away: n(t[5]),
    hasLeft: flag(t[6]),
    isFar: flag(t[7]),
    standsAt: orNull(t[8], n),
    tally: tally(t[9]),
  };
}
function pause(value: unknown): Pause {
  const v = listOf(value, 3);
  return { start: boundary(v[0]), stand: stand(v[1]), tally: tally(v[2]) };
}
function leftOut(value: unknown): LeftOut {
  const v = listOf(value, 4);
  return { start: point(v[0]), end: point(v[1]), reason: oneOf(v[2], LEFT_OUT), records: n(v[3]) };
}
function pending(value: unknown): NonNullable<TraccarState['pending']> {
  const v = listOf(value, 3);
  return { start: boundary(v[0]), mm: n(v[1]), tally: tally(v[2]) };
}
function traccar(value: unknown): TraccarState {
  const v = listOf(value, 5);
  const window = all(v[0], record);
  return {
    window,
    samples: window.map((one) => sampleOf(one, 0)),
    counted: n(v[1]),
    anchor: orNull(v[2], moment),
    motion: flag(v[3]),
    pending: orNull(v[4], pending),
  };
}
function fuelStep(value: unknown): FuelStep {
  const v = listOf(value, 8);
  return {
    start: point(v[0]),
    end: point(v[1]),
    before: n(v[2]),
    isRise: flag(v[3]),
    extreme: n(v[4]),
    after: all(v[5], n),
    engineMs: n(v[6]),
    isUncertain: flag(v[7]),
  };
}
function fuelChange(value: unknown): FuelChange {
  const v = listOf(value, 6);
  return {
    kind: oneOf(v[0], CHANGES),
    start: point(v[1]),
    end: point(v[2]),
    before: n(v[3]),
    after: n(v[4]),
    note: text(v[5]),
  };
}
function fuel(value: unknown): FuelState {
  const f = listOf(value, 13);
  return {
    isPercent: flag(f[0]),
    level: n(f[1]),
    samples: all(f[2], n),
    lastAt: point(f[3]),
    last: n(f[4]),
    settling: n(f[5]),
    movingSince: orNull(f[6], n),
    refAt: point(f[7]),
    ref: n(f[8]),
    refMm: n(f[9]),
    refEngineMs: n(f[10]),
    step: orNull(f[11], fuelStep),
    change: orNull(f[12], fuelChange),
  };
}
function stateIn(value: unknown): ReducerState {
  const v = listOf(value, 18);
  const engine = listOf(v[7], 3);
  const [steady, reports, drivenMs, restMs] = listOf(v[17], 4);
  return {
    key: orNull(v[0], keyIn),
    last: orNull(v[1], record),
    before: orNull(v[2], moment),
    lastStands: flag(v[3]),
    intervals: all(v[4], n),
    suspects: all(v[5], record),
    leftOut: orNull(v[6], leftOut),
    engineOnAt: orNull(engine[0], n),
    engineOffAt: orNull(engine[1], n),
    engineOffPlace: orNull(engine[2], place),
    isMoving: flag(v[8]),
    stretch: orNull(v[9], stretch),
    pieceStart: orNull(v[10], boundary),
    tally: tally(v[11]),
    stand: stand(v[12]),
    trial: orNull(v[13], trial),
    pause: orNull(v[14], pause),
    fuel: orNull(v[15], fuel),
    traccar: orNull(v[16], traccar),
    recording: { steady: n(steady), reports: flag(reports) },
    effort: { drivenMs: n(drivenMs), restMs: n(restMs) },
  };
}

/** Reads either form. @throws when the text is in neither. */
export const readState = (text: string): ReducerState =>
  stateIn(isPacked(text) ? readPacked(text) : JSON.parse(text));

/** Writes the form stored with each piece. */
export function writeState(s: ReducerState): string {
  const to = new JsonSink();
  putState(to, s);
  return to.text();
}

/** The same, short, for what is written with each record. */
export function packState(s: ReducerState): string {
  const to = new PackedSink();
  putState(to, s);
  return to.text();
}

function putState(to: StateSink, s: ReducerState): void {
  to.open();
  writeOrNull(to, s.key, writeKey);
  writeOrNull(to, s.last, writeRecord);
  writeOrNull(to, s.before, writeMoment);
  to.put(s.lastStands);
  writeNumbers(to, s.intervals);
  writeAll(to, s.suspects, writeRecord);
  writeOrNull(to, s.leftOut, writeLeftOut);
  to.open();
  to.put(s.engineOnAt);
  to.put(s.engineOffAt);
  writeOrNull(to, s.engineOffPlace, writePlace);
  to.close();
  to.put(s.isMoving);
  writeOrNull(to, s.stretch, writeStretch);
  writeOrNull(to, s.pieceStart, writeBoundary);
  writeTally(to, s.tally);
  writeStand(to, s.stand);
  writeOrNull(to, s.trial, writeTrial);
  writeOrNull(to, s.pause, writePause);
  writeOrNull(to, s.fuel, writeFuel);
  writeOrNull(to, s.traccar, writeTraccar);
  to.open();
  to.put(s.recording.steady);
  to.put(s.recording.reports);
  to.put(s.effort.drivenMs);
  to.put(s.effort.restMs);
  to.close();
  to.close();
}

function writeKey(to: StateSink, { time, deviceTime, key }: RecordKey): void {
  to.open();
  to.put(time);
  to.put(deviceTime);
  to.put(key);
  to.close();
}
function writeMoment(to: StateSink, { time, latitude, longitude }: LatLng & { readonly time: number }): void {
  to.open();
  to.put(time);
  to.put(latitude);
  to.put(longitude);
  to.close();
}
function writeLeftOut(to: StateSink, { start, end, reason, records }: LeftOut): void {
  to.open();
  writePoint(to, start);
  writePoint(to, end);
  to.put(reason);
  to.put(records);
  to.close();
}
function writeStretch(to: StateSink, s: OpenStretch): void {
  to.open();
  writeBoundary(to, s.start);
  to.put(s.began);
  to.put(s.engineOnAt);
  to.put(s.engineOffAt);
  to.put(s.isTow);
  to.close();
}
function writeStand(to: StateSink, { place, fixes }: Stand): void {
  to.open();
  writePlace(to, place);
  if (fixes === null) to.put(null);
  else writeAll(to, fixes, writePlace);
  to.close();
}
function writePause(to: StateSink, { start, stand, tally }: Pause): void {
  to.open();
  writeBoundary(to, start);
  writeStand(to, stand);
  writeTally(to, tally);
  to.close();
}
function writeTrial(to: StateSink, t: Trial): void {
  to.open();
  writeBoundary(to, t.start);
  to.put(t.why);
  to.put(t.waitsUntil);
  to.put(t.drivenAt);
  to.put(t.isTow);
  to.put(t.away);
  to.put(t.hasLeft);
  to.put(t.isFar);
  to.put(t.standsAt);
  writeTally(to, t.tally);
  to.close();
}
function writeTraccar(to: StateSink, { window, counted, anchor, motion, pending }: TraccarState): void {
  to.open();
  writeAll(to, window, writeRecord);
  to.put(counted);
  writeOrNull(to, anchor, writeMoment);
  to.put(motion);
  writeOrNull(to, pending, writePending);
  to.close();
}
function writePending(to: StateSink, { start, mm, tally }: NonNullable<TraccarState['pending']>): void {
  to.open();
  writeBoundary(to, start);
  to.put(mm);
  writeTally(to, tally);
  to.close();
}

function writeFuel(to: StateSink, f: FuelState): void {
  to.open();
  to.put(f.isPercent);
  to.put(f.level);
  writeNumbers(to, f.samples);
  writePoint(to, f.lastAt);
  to.put(f.last);
  to.put(f.settling);
  to.put(f.movingSince);
  writePoint(to, f.refAt);
  to.put(f.ref);
  to.put(f.refMm);
  to.put(f.refEngineMs);
  writeOrNull(to, f.step, writeFuelStep);
  writeOrNull(to, f.change, writeFuelChange);
  to.close();
}
function writeFuelStep(to: StateSink, step: NonNullable<FuelState['step']>): void {
  to.open();
  writePoint(to, step.start);
  writePoint(to, step.end);
  to.put(step.before);
  to.put(step.isRise);
  to.put(step.extreme);
  writeNumbers(to, step.after);
  to.put(step.engineMs);
  to.put(step.isUncertain);
  to.close();
}
function writeFuelChange(to: StateSink, change: NonNullable<FuelState['change']>): void {
  to.open();
  to.put(change.kind);
  writePoint(to, change.start);
  writePoint(to, change.end);
  to.put(change.before);
  to.put(change.after);
  to.put(change.note);
  to.close();
}
